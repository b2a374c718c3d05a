/** @jest-environment-options {"world": "microphone"} */
import { jest } from '@jest/globals';
import { act, screen, waitFor, within } from '@testing-library/react';
import { answer, example, hold, sentTo, unreachable } from '../../testing/api';
import { expectAccessible } from '../../testing/axe';
import { plugMicrophone } from '../../testing/microphone';
import { fill, open } from '../../testing/screen';

const ASK = 'POST /api/contract-assistant';
const ADDRESS = '/record-voice-deal';
const GREETING =
  'Hello. I can help with your voice contract on the Split Second Contract Plan. Ask about terms, wording, or how this works.';

/** Tips come by themselves, and none comes before `pass` says so. */
const holdTime = () => jest.useFakeTimers({ doNotFake: ['queueMicrotask', 'setImmediate'] });
const pass = (ms: number) => act(() => jest.advanceTimersByTimeAsync(ms));

const panel = () => within(screen.getByRole('region', { name: 'Contract Assistant' }));
const said = () =>
  Array.from(panel().getByRole('log').children, (message) =>
    Array.from(message.querySelectorAll('p'), ({ textContent }) => textContent).join(': '),
  );

async function openChat() {
  const opened = open(ADDRESS);
  await opened.person.click(await screen.findByRole('button', { name: 'Open Contract Assistant' }));
  return opened;
}

beforeEach(async () => {
  await plugMicrophone();
});

describe('the Contract Assistant', () => {
  it('opens from a round button, greets, and closes again', async () => {
    const { person } = await openChat();
    expect(screen.queryByRole('button', { name: /^Open Contract Assistant/ })).not.toBeInTheDocument();
    expect(panel().getByText('Split Second Contract Plan')).toBeVisible();
    expect(said()).toEqual([`Assistant: ${GREETING}`]);
    expect(screen.getByLabelText('Your question')).toHaveAttribute(
      'placeholder',
      'Ask about contract terms, clauses, or best practices...',
    );
    expect(screen.getByLabelText('Your question')).toHaveFocus();
    expect(
      within(screen.getByRole('list', { name: 'Common questions' }))
        .getAllByRole('button')
        .map(({ textContent }) => textContent),
    ).toEqual(['Payment terms', 'Liability clauses', 'Termination conditions', 'Dispute resolution']);
    await expectAccessible();
    await person.click(screen.getByRole('button', { name: 'Close Contract Assistant' }));
    expect(await screen.findByRole('button', { name: /^Open Contract Assistant/ })).toHaveFocus();
    await person.click(screen.getByRole('button', { name: /^Open Contract Assistant/ }));
    expect(said()[0]).toBe(`Assistant: ${GREETING}`);
    await person.keyboard('{Escape}');
    expect(screen.queryByRole('region', { name: 'Contract Assistant' })).not.toBeInTheDocument();
  });

  it('asks with Enter, not with Shift and Enter, and not nothing', async () => {
    holdTime();
    answer(ASK, { response: 'Say the amount.', category: 'financial', suggestions: [], language: 'en' });
    const { person } = await openChat();
    const field = screen.getByLabelText('Your question');
    await person.type(field, ' {Enter}');
    expect(sentTo(ASK)).toEqual([]);
    await person.clear(field);
    await person.type(field, 'How much?{Shift>}{Enter}{/Shift}And when?');
    expect(sentTo(ASK)).toEqual([]);
    await person.type(field, '{Enter}');
    await waitFor(() => expect(said().at(-1)).toBe('Assistant: Say the amount.'));
    expect(field).toHaveValue('');
    expect(sentTo(ASK).map(({ body }) => body)).toEqual([
      {
        query: 'How much?\nAnd when?',
        context: {
          agreementType: '',
          planType: 'split-second-contract',
          parties: { partyA: '', partyB: '' },
          messageHistory: [
            {
              id: '1',
              type: 'assistant',
              category: 'general',
              content: GREETING,
              timestamp: expect.any(String),
            },
          ],
        },
      },
    ]);
  });

  it('knows the names in the form and what kind of deal it is', async () => {
    holdTime();
    answer(ASK, { response: 'Fine.', category: 'general', suggestions: [], language: 'en' });
    const { person } = open(`${ADDRESS}?kind=car`);
    await screen.findByRole('button', { name: 'Open Contract Assistant' });
    await fill(person, 'Party A Name', 'Anna Miller');
    await fill(person, 'Party B Name', 'Ben Carter');
    await person.click(screen.getByRole('button', { name: 'Open Contract Assistant' }));
    await person.click(screen.getByRole('button', { name: 'Payment terms' }));
    await waitFor(() => expect(said().at(-1)).toBe('Assistant: Fine.'));
    expect(sentTo(ASK)[0]?.body).toMatchObject({
      query: 'Payment terms',
      context: {
        agreementType: 'Car sale',
        parties: { partyA: 'Anna Miller', partyB: 'Ben Carter' },
      },
    });
  });

  it('takes one question at a time', async () => {
    const letGo = hold(ASK);
    const { person } = await openChat();
    await person.click(screen.getByRole('button', { name: 'Liability clauses' }));
    expect(screen.getByText('Looking it up...')).toBeVisible();
    await person.click(screen.getByRole('button', { name: 'Dispute resolution' }));
    await fill(person, 'Your question', 'Once more');
    await person.click(screen.getByRole('button', { name: 'Send question' }));
    letGo(example(ASK));
    await waitFor(() => expect(screen.queryByText('Looking it up...')).not.toBeInTheDocument());
    expect(sentTo(ASK)).toHaveLength(1);
    expect(screen.getByLabelText('Your question')).toHaveValue('Once more');
  });

  it('says that it has no answer, in the words of the specification', async () => {
    holdTime();
    unreachable(ASK);
    const { person } = await openChat();
    await person.click(screen.getByRole('button', { name: 'Payment terms' }));
    await waitFor(() =>
      expect(said().at(-1)).toBe(
        "Assistant: I'm having trouble responding right now. Please try asking your question again.",
      ),
    );
  });

  it('gives tips by itself, which are counted while it is closed', async () => {
    holdTime();
    const { person } = await openChat();
    await pass(1500);
    expect(said()[1]).toBe('Tip: Note names, amount and dates before you start.');
    // This one is nothing to say in the recording.
    expect(panel().queryByRole('button', { name: 'Apply Suggestion' })).not.toBeInTheDocument();
    await pass(28_500);
    expect(said()[2]).toBe('Tip: Begin with both full names, and let each say “I agree to be recorded”.');
    await person.click(screen.getByRole('button', { name: 'Close Contract Assistant' }));
    expect(screen.getByRole('button', { name: 'Open Contract Assistant, 2 messages' })).toHaveTextContent(
      '2',
    );
    await pass(30_000);
    expect(screen.getByRole('button', { name: 'Open Contract Assistant, 3 messages' })).toHaveTextContent(
      '3',
    );
  });

  it('takes over what is to be said, into the lines of the recording', async () => {
    answer(ASK, {
      ...{ response: 'Yes.', category: 'terms' },
      suggestions: ['Say the mileage and every known fault.', 'Download the sound.'],
      language: 'en',
    });
    const { person } = await openChat();
    await person.click(screen.getByRole('button', { name: 'Payment terms' }));
    await waitFor(() => expect(said().at(-1)).toBe('Tip: Download the sound.'));
    const apply = panel().getByRole('button', { name: 'Apply Suggestion' });
    apply.focus();
    await person.keyboard('{Enter}');
    expect(apply).toHaveFocus();
    expect(apply).toHaveTextContent('Added to what you will say');
    expect(apply).toHaveAttribute('aria-disabled', 'true');
    await person.click(apply);
    const form = within(screen.getByRole('main'));
    expect(form.getByText('You will also say')).toBeVisible();
    await expectAccessible();
    const remove = () =>
      form.getAllByRole('button', { name: 'Remove “Say the mileage and every known fault.”' });
    expect(remove()).toHaveLength(1);
    for (const one of remove()) await person.click(one);
    expect(form.queryByText('You will also say')).not.toBeInTheDocument();
    await person.click(panel().getByRole('button', { name: 'Apply Suggestion' }));
    await person.click(screen.getByRole('button', { name: 'Close Contract Assistant' }));
    for (const side of ['A', 'B']) {
      await fill(person, `Party ${side} Name`, `Somebody ${side}`);
      await fill(person, `Party ${side} Email`, `${side}@example.com`);
    }
    await person.click(screen.getByRole('button', { name: 'Start Recording' }));
    expect(await screen.findByText(/1 of 6/)).toBeVisible();
    for (let n = 0; n < 3; n += 1) await person.click(screen.getByRole('button', { name: 'Next line' }));
    expect(screen.getByText('Say the mileage and every known fault.')).toBeVisible();
  });

  it('takes a suggestion over on the one-page form, while nothing is recorded', async () => {
    answer(ASK, { response: 'Yes.', category: 'terms', suggestions: ['Say the date.'], language: 'en' });
    const { person } = open('/create-contract');
    const card = within(await screen.findByRole('region', { name: 'AI Assistant' }));
    await person.click(await card.findByRole('button', { name: 'Payment terms' }));
    const apply = await card.findByRole('button', { name: 'Apply Suggestion' });
    await person.click(apply);
    expect(screen.getByRole('button', { name: 'Remove “Say the date.”' })).toBeVisible();
    for (const side of ['A', 'B']) {
      await fill(person, `Party ${side} Name`, `Somebody ${side}`);
      await fill(person, `Party ${side} Email`, `${side}@example.com`);
    }
    await person.click(screen.getByRole('button', { name: 'Start Recording' }));
    await screen.findByRole('button', { name: 'Stop' });
    expect(card.queryByRole('button', { name: /^A(pply|dded)/ })).not.toBeInTheDocument();
  });

  it('adds the suggestions of a reply as tips, one second apart', async () => {
    holdTime();
    answer(ASK, {
      response: 'Yes.',
      category: 'legal',
      suggestions: ['Say the date.', 'Say who pays.'],
      language: 'en',
    });
    const { person } = await openChat();
    await pass(2000);
    await person.click(screen.getByRole('button', { name: 'Payment terms' }));
    await waitFor(() => expect(said().at(-1)).toBe('Assistant: Yes.'));
    await pass(1000);
    expect(said().at(-1)).toBe('Tip: Say the date.');
    await pass(1000);
    expect(said().at(-1)).toBe('Tip: Say who pays.');
  });

  it('is read out in the language of its answers, whatever that of the page', async () => {
    holdTime();
    const reply = { category: 'legal' as const, suggestions: ['Di la fecha.'], language: 'es' as const };
    answer(ASK, { ...reply, response: 'Digan el monto.' });
    const { person } = await openChat();
    await pass(2000);
    await person.click(screen.getByRole('button', { name: 'Payment terms' }));
    await waitFor(() => expect(said().at(-1)).toBe('Assistant: Digan el monto.'));
    await pass(1000);
    const langOf = (words: string) => panel().getByText(words).getAttribute('lang');
    expect(langOf('Digan el monto.')).toBe('es');
    expect(langOf('Di la fecha.')).toBe('es');
    // Who speaks, what the page says by itself, and what somebody typed have none of their own.
    expect(
      panel()
        .getAllByText('Assistant')
        .map((who) => who.closest('[lang]')),
    ).toEqual([document.documentElement, document.documentElement]);
    expect(langOf(GREETING)).toBeNull();
    // The server reads the same as before of what was said.
    await person.click(screen.getByRole('button', { name: 'Liability clauses' }));
    await waitFor(() => expect(sentTo(ASK)).toHaveLength(2));
    expect(JSON.stringify(sentTo(ASK)[1]?.body)).not.toContain('"language"');
  });

  it('says nothing of the kind of a deal that has none', async () => {
    answer(ASK, { ...example(ASK), response: 'Fine.' });
    const { person } = open(`${ADDRESS}?kind=other`);
    await person.click(await screen.findByRole('button', { name: 'Open Contract Assistant' }));
    expect(said()[0]).toBe(`Assistant: ${GREETING}`);
    await person.click(screen.getByRole('button', { name: 'Payment terms' }));
    await waitFor(() => expect(sentTo(ASK)[0]?.body).toMatchObject({ context: { agreementType: '' } }));
  });

  it('is away while somebody records and listens', async () => {
    const { person } = open('/record-voice-deal');
    await screen.findByRole('button', { name: 'Open Contract Assistant' });
    for (const side of ['A', 'B']) {
      await fill(person, `Party ${side} Name`, `Somebody ${side}`);
      await fill(person, `Party ${side} Email`, `${side}@example.com`);
    }
    await person.click(screen.getByRole('button', { name: 'Start Recording' }));
    const stop = await screen.findByRole('button', { name: 'Stop' });
    const opener = () => screen.queryByRole('button', { name: /^Open Contract Assistant/ });
    expect(opener()).not.toBeInTheDocument();
    expect(document.querySelector('[data-microphone]')).not.toBeNull();
    await person.click(stop);
    await screen.findByRole('heading', { level: 1, name: 'Review Recording' });
    expect(opener()).not.toBeInTheDocument();
    expect(document.querySelector('[data-microphone]')).toBeNull();
  });

  it('stands open as a card beside the one-page form', async () => {
    open('/create-contract');
    const card = within(await screen.findByRole('region', { name: 'AI Assistant' }));
    expect(await card.findByText(GREETING)).toBeVisible();
    expect(card.queryByRole('button', { name: 'Close Contract Assistant' })).not.toBeInTheDocument();
  });
});
