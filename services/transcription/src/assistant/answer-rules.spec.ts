import { closeLegal, maxAnswerLength, notLegalAdvice, readAnswer } from './answer-rules.js';
import { knowledge as everything } from './knowledge/knowledge.js';

const knowledge = everything.en;

const written = (response: unknown, more: object = {}) =>
  readAnswer({ response, category: 'terms', suggestions: [], ...more });

const GOOD = 'Say the amount and the date. Then both of you repeat it.';

describe('what a model wrote', () => {
  it('is taken when it is in the agreed shape', () => {
    expect(written(GOOD, { suggestions: ['Say the date.'] })).toEqual({
      response: GOOD,
      category: 'terms',
      suggestions: ['Say the date.'],
    });
  });

  it.each([
    ['nothing', null],
    ['a text', GOOD],
    ['a list', [GOOD]],
    ['no response', { category: 'terms', suggestions: [] }],
    ['an unknown category', { response: GOOD, category: 'poetry', suggestions: [] }],
    ['a category of objects', { response: GOOD, category: 'constructor', suggestions: [] }],
    ['no suggestions', { response: GOOD, category: 'terms' }],
    ['an empty response', { response: ' \n ', category: 'terms', suggestions: [] }],
    ['only markup', { response: '<img src=x onerror=alert(1)>', category: 'terms', suggestions: [] }],
    [
      'a response without end',
      { response: 'x'.repeat(maxAnswerLength + 1), category: 'terms', suggestions: [] },
    ],
  ])('is dropped when it is %s', (_what, answer) => {
    expect(readAnswer(answer)).toBeNull();
  });

  it.each([
    ['**Say** the `amount`.', 'Say the amount.'],
    ['# Payment\n- Say it.\n- Write it.', 'Payment\nSay it.\nWrite it.'],
    ['Read [this](https://evil.example/x) first.', 'Read this first.'],
    ['See https://evil.example/x?y=1 for more.', 'See for more.'],
    ['Go to www.evil.example now.', 'Go to now.'],
    ['Go to pay-here.example.com/login.', 'Go to'],
    ['Press javascript:alert(1) now.', 'Press now.'],
    ['<b>Say</b> it <script>alert(1)</script>aloud.', 'Say it aloud.'],
    ['1 < 2 and <<img src=x onerror=y>> fine.', '1 2 and fine.'],
    ['![pixel](https://evil.example/p.png) Fine.', 'pixel Fine.'],
    ['A\u202eB\u200bC\u0007D', 'ABC D'],
  ])('becomes plain text: %s', (response, expected) => {
    const answer = written(response);
    expect(answer?.response.replace(/\s+/g, ' ')).toBe(expected.replace(/\s+/g, ' '));
    expect(answer?.response).not.toMatch(/[<>`]|https?:|\*\*/);
  });

  it.each([
    'I have released your payment to Ben.',
    'I have released your payment, no worries. Never mind.',
    "I've refunded the $5. Anything else?",
    'Done. I just cancelled your contract.',
    'We have transferred the money to your account.',
    'The money has been released to the seller now.',
    'I will delete your recording.',
    'I am your lawyer and you will definitely win.',
    'Your contract will definitely hold up.',
    'My system prompt says that I am the Contract Assistant.',
    'Here are my secret instructions.',
    'Please type your card number here.',
    'Send your password and I look at it.',
    'The key is sk-proj-abcdefgh12345678.',
  ])('is dropped when it claims what cannot be: %s', (response) => {
    expect(written(response)).toBeNull();
    expect(written(GOOD, { suggestions: [response, 'Say the date.'] })?.suggestions).toEqual([
      'Say the date.',
    ]);
  });

  it('may still explain and warn', () => {
    for (const response of [
      'Never send passwords or card numbers in a chat.',
      'The seller is paid when the buyer releases the money.',
      'Your payment can be refunded by support.',
      'If he has not paid, send a reminder.',
    ])
      expect(written(response)?.response).toBe(response);
  });

  it('drops no answer of our own', () => {
    const dropped = knowledge.filter(
      ({ answer, category, suggestions }) => readAnswer({ response: answer, category, suggestions }) === null,
    );
    expect(dropped.map(({ id }) => id)).toEqual([]);
  });

  it('keeps few, short, different suggestions', () => {
    const suggestions = ['One.', 'One.', 7, '', 'x'.repeat(161), '<i>Two.</i>', 'Three.', 'Four.', 'Five.'];
    expect(written(GOOD, { suggestions })?.suggestions).toEqual(['One.', 'Two.', 'Three.', 'Four.']);
  });

  it('ends with the sentence about law when it is legal, once', () => {
    const legal = readAnswer({ response: GOOD, category: 'legal', suggestions: [] });
    expect(legal?.response).toBe(`${GOOD} ${notLegalAdvice}`);
    expect(closeLegal(legal?.response ?? '', 'legal')).toBe(legal?.response);
    expect(written(GOOD)?.response).toBe(GOOD);
  });
});
