import { jest } from '@jest/globals';
import { assistantTexts as text } from '#texts/assistant';
import { assistantTexts as spanish } from '../../i18n/es/assistant';
import {
  type AskAssistant,
  AssistantChat,
  type AssistantReply,
  type ChatContext,
  countBeyondFirst,
  lineOf,
  planName,
  QUESTION_MAX,
} from './chat';

const ABOUT: ChatContext = { agreementType: 'Car sale', planType: 'standard', partyA: 'Anna', partyB: 'Ben' };
const REPLY: AssistantReply = {
  response: 'Say the amount.',
  category: 'financial',
  suggestions: ['Say the date.', 'Say who pays.'],
};

beforeEach(() => {
  jest.useFakeTimers();
});

afterEach(() => {
  jest.useRealTimers();
});

function chatWith(about: Partial<ChatContext> = {}, ask: AskAssistant = async () => REPLY) {
  const asked = jest.fn(ask);
  const chat = new AssistantChat(
    { ...ABOUT, ...about },
    {
      ask: asked,
      now: () => new Date(),
      after: (ms, act) => {
        const timer = setTimeout(act, ms);
        return () => clearTimeout(timer);
      },
    },
  );
  const said = () => chat.getSnapshot().messages.map(({ type, content }) => `${type}: ${content}`);
  return { chat, asked, said };
}

const pass = (ms: number) => jest.advanceTimersByTimeAsync(ms);

describe('the chat', () => {
  it('says nothing before it is opened', async () => {
    const { said } = chatWith();
    await pass(120_000);
    expect(said()).toEqual([]);
  });

  it('greets once, by kind of agreement and plan', () => {
    const { chat, said } = chatWith();
    chat.open();
    chat.close();
    chat.open();
    expect(said()).toEqual([`assistant: ${text.greeting('car sale', 'Standard Plan')}`]);
    expect(text.greeting('car sale', 'Standard Plan')).toMatch(/car sale.*Standard Plan/);
  });

  it.each([
    ['basic', text.planTips.basic[0]],
    ['standard', text.planTips.standard[0]],
    ['pro', text.planTips.pro[0]],
    ['split-second-contract', text.planTips.basic[0]],
    ['constructor', text.planTips.basic[0]],
  ])('gives the first tip of the plan %s after 1.5 s', async (planType, tip) => {
    const { chat, said } = chatWith({ planType });
    chat.open();
    await pass(1499);
    expect(said()).toHaveLength(1);
    await pass(1);
    expect(said()[1]).toBe(`tip: ${tip}`);
  });

  it('gives a general tip every 30 s, four in turn, also while it is collapsed', async () => {
    const { chat, said } = chatWith();
    chat.open();
    await pass(2000);
    chat.close();
    await pass(27_999);
    expect(said()).toHaveLength(2);
    await pass(1);
    const { parties, terms, legal, financial } = text.generalTips;
    expect(said().slice(2)).toEqual([`tip: ${parties}`]);
    await pass(120_000);
    expect(said().slice(2)).toEqual([parties, terms, legal, financial, parties].map((tip) => `tip: ${tip}`));
    expect(countBeyondFirst(chat.getSnapshot())).toBe(6);
  });

  it('gives no tip while the last message is of the user, and goes on afterwards', async () => {
    let answer: (reply: AssistantReply) => void = () => undefined;
    const { chat, said } = chatWith({}, () => new Promise((resolve) => (answer = resolve)));
    chat.open();
    await pass(2000);
    chat.send('Payment terms');
    await pass(60_000);
    expect(said().at(-1)).toBe('user: Payment terms');
    answer({ ...REPLY, suggestions: [] });
    await pass(30_000);
    expect(said().slice(-2)).toEqual(['assistant: Say the amount.', `tip: ${text.generalTips.parties}`]);
  });

  it('holds its tips back while it is to be quiet', async () => {
    const { chat, said } = chatWith();
    chat.open();
    await pass(2000);
    chat.setQuiet(true);
    await pass(90_000);
    expect(said()).toHaveLength(2);
    chat.setQuiet(false);
    await pass(30_000);
    expect(said().slice(2)).toEqual([`tip: ${text.generalTips.parties}`]);
  });

  it('shows the suggestions of a reply as tips, after one second and one second apart', async () => {
    const { chat, said } = chatWith();
    chat.open();
    chat.send('  Payment terms \n');
    await pass(0);
    expect(said().slice(1)).toEqual(['user: Payment terms', 'assistant: Say the amount.']);
    await pass(999);
    expect(said()).toHaveLength(3);
    await pass(1);
    expect(said().at(-1)).toBe('tip: Say the date.');
    await pass(499);
    // The tip of the plan has its own time.
    await pass(501);
    expect(said().slice(3)).toEqual([
      'tip: Say the date.',
      `tip: ${text.planTips.standard[0]}`,
      'tip: Say who pays.',
    ]);
    expect(chat.getSnapshot().messages.at(-1)?.category).toBe('financial');
  });

  it('sends no blank text and no second question at once', async () => {
    const { chat, asked } = chatWith();
    chat.open();
    expect(chat.send(' \n ')).toBe(false);
    expect(chat.send('First')).toBe(true);
    expect(chat.getSnapshot().isAsking).toBe(true);
    expect(chat.send('Second')).toBe(false);
    await pass(0);
    expect(chat.getSnapshot().isAsking).toBe(false);
    expect(chat.send('Second')).toBe(true);
    expect(asked.mock.calls.map(([query]) => query)).toEqual(['First', 'Second']);
  });

  it('sends the last five messages before the question, and what is known by then', async () => {
    const { chat, asked } = chatWith({ partyB: '' });
    chat.open();
    for (const question of ['First', 'Second', 'Third']) {
      chat.send(question);
      await pass(0);
    }
    chat.setContext({ ...ABOUT, partyB: 'Ben Carter' });
    chat.send(`Why? ${'x'.repeat(QUESTION_MAX)}`);
    const [query, about, history] = asked.mock.calls.at(-1) ?? [];
    expect(query).toHaveLength(QUESTION_MAX);
    expect(about?.partyB).toBe('Ben Carter');
    expect(history?.map(({ content }) => content)).toEqual([
      REPLY.response,
      'Second',
      REPLY.response,
      'Third',
      REPLY.response,
    ]);
    await pass(0);
  });

  it('still sends the question before, however many tips were given since', async () => {
    const { chat, asked } = chatWith();
    chat.open();
    chat.send('What is escrow?');
    await pass(130_000);
    chat.send('and what does it cost?');
    const [, , history] = asked.mock.calls.at(-1) ?? [];
    expect(history?.map(({ type }) => type)).toEqual(['assistant', 'user', 'assistant']);
    expect(history?.[1]?.content).toBe('What is escrow?');
    await pass(0);
  });

  it('says so when there is no answer, and can be asked again', async () => {
    const { chat, said } = chatWith({}, () => Promise.reject(new Error('offline')));
    chat.open();
    chat.send('Payment terms');
    await pass(0);
    expect(said().at(-1)).toBe(
      "assistant: I'm having trouble responding right now. Please try asking your question again.",
    );
    expect(chat.getSnapshot().messages.at(-1)?.category).toBe('general');
    expect(chat.send('Payment terms')).toBe(true);
    await pass(0);
  });

  it('is silent after the screen is gone', async () => {
    const { chat, said } = chatWith();
    chat.open();
    chat.send('Payment terms');
    chat.stop();
    await pass(120_000);
    expect(said()).toHaveLength(2);
    expect(jest.getTimerCount()).toBe(0);
  });

  it('gives every message an id and a time', async () => {
    const { chat } = chatWith();
    chat.open();
    await pass(60_000);
    const { messages } = chat.getSnapshot();
    expect(new Set(messages.map(({ id }) => id)).size).toBe(messages.length);
    expect(messages.every(({ timestamp }) => !Number.isNaN(Date.parse(timestamp)))).toBe(true);
  });
});

describe('the names of plans', () => {
  it.each([
    ['pro', 'Pro'],
    ['split-second-contract', 'Split Second Contract'],
    ['some_other', 'some other'],
    ['', 'Basic'],
  ])('%s is %s', (planType, name) => {
    expect(planName(planType)).toBe(name);
  });
});

describe('the texts', () => {
  it.each([
    [text.title, 'Contract Assistant'],
    [text.placeholder, 'Ask about contract terms, clauses, or best practices...'],
    [text.apply, 'Apply Suggestion'],
    [text.tip, 'Tip'],
    [text.quickPrompts.join(), 'Payment terms,Liability clauses,Termination conditions,Dispute resolution'],
    [text.open(0), 'Open Contract Assistant'],
    [text.open(1), 'Open Contract Assistant, 1 message'],
    [text.open(3), 'Open Contract Assistant, 3 messages'],
  ])('say “%s”', (shown, expected) => {
    expect(shown).toBe(expected);
  });
});

describe('what a tip adds to the lines to say', () => {
  it.each([
    ['Say the full amount and the\ndate it is due. ', 'Say the full amount and the date it is due.'],
    ['Say “I pay on Friday.”', '“I pay on Friday.”'],
    ['Say: “I pay on Friday”.', '“I pay on Friday”'],
    ['Say: I pay on Friday.', '“I pay on Friday.”'],
    ['Say “correction” and then the right words.', 'Say “correction” and then the right words.'],
    ['Let both repeat the amount.', null],
    [text.generalTips.parties, null],
    [text.planTips.standard[1], null],
    ['End with both full names and “agree”.', null],
    ['Download the sound while you have access.', null],
    ['Do not say passwords aloud.', null],
    ['Ask a lawyer.', null],
    ['Saying it twice helps.', null],
  ])('%s: %s', (tip, expected) => {
    expect(lineOf(tip ?? '')).toBe(expected);
  });

  it.each([
    ['Digan el monto completo.', 'Digan el monto completo.'],
    ['Di: “Pago el viernes”.', '“Pago el viernes”'],
    ['Que cada persona repita el monto.', null],
    [spanish.generalTips.parties, null],
    ['Descarga el audio.', null],
    ['Dile que grabas.', null],
  ])('in Spanish, %s: %s', (tip, expected) => {
    expect(lineOf(tip, spanish.sayable)).toBe(expected);
  });
});
