import { checkAmount } from './check-amount.js';
import { RuleTerms } from './rule-terms.js';
import { offline, RECORDINGS, type ScriptedRecording } from './test/scripted-recordings.js';

const { signal } = new AbortController();
const read = ({ segments, facts }: Pick<ScriptedRecording, 'segments' | 'facts'>) =>
  new RuleTerms().read(segments, facts, signal);
const plain = (text: string) =>
  text
    .toLowerCase()
    .replace(/[.,?!]/g, '')
    .replace('$60', 'sixty dollars');

describe('days that count from the one on which they are said', () => {
  const said = (text: string, at: string, spoken: string, startedAt: string | null = null) => {
    const segment = { start: 0, end: 5, text, speaker: '1', confidence: null, words: null };
    const facts = { partyA: '', partyB: '', amountCents: null, isRemote: false };
    return new RuleTerms()
      .read(
        [{ ...segment, recording: 'a', isDoubtful: false, isOverlap: false }],
        {
          ...{ ...facts, recordedAt: { a: new Date(at), b: new Date(0) } },
          ...(startedAt === null ? {} : { startedAt: { a: new Date(startedAt), b: null } }),
        },
        signal,
        { a: spoken, b: null },
      )
      .then((terms) => terms.filter(({ kind }) => kind === 'date').map(({ value }) => value));
  };

  it.each([
    ['I pay tomorrow.', 'en', '2026-11-24'],
    ['I pay on Friday.', 'en', '2026-11-27'],
    ['I pay in two weeks.', 'en', '2026-12-07'],
    ['I pay by the twenty third.', 'en', '2026-11-23'],
    ['Te pago mañana.', 'es', '2026-11-24'],
    ['Te pago el viernes.', 'es', '2026-11-27'],
    ['Te pago dentro de dos semanas.', 'es', '2026-12-07'],
  ])('%s', async (text, spoken, value) => {
    for (const at of ['2026-11-23T10:00:00Z', '2026-11-23T15:00:00Z', '2026-11-23T20:59:00Z']) {
      expect(await said(text, at, spoken)).toEqual([value]);
    }
    // In New York it is eight in the evening of the 23rd, in Madrid the 24th.
    const isFriday = value === '2026-11-27';
    for (const at of ['2026-11-24T01:00:00Z', '2026-11-23T21:00:00Z']) {
      expect(await said(text, at, spoken)).toEqual([isFriday ? value : null]);
    }
  });

  it.each([
    ['I pay tomorrow.', 'en', null],
    ['I pay today.', 'en', null],
    ['I pay on Friday.', 'en', null],
    ['I pay in two weeks.', 'en', null],
    ['I pay by the twenty eighth.', 'en', '2026-11-28'],
    ['I pay on December 5.', 'en', '2026-12-05'],
    ['Te pago mañana.', 'es', null],
    ['Te pago el viernes.', 'es', null],
    ['Te pago el quince de diciembre.', 'es', '2026-12-15'],
  ])('%s, which came days after it was begun: only what is the same day on all of them', async (...row) => {
    const [text, spoken, value] = row;
    // From a Monday to a Friday.
    const [startedAt, at] = ['2026-11-23T15:00:00Z', '2026-11-27T15:00:00Z'];
    expect(await said(text, at, spoken, startedAt)).toEqual([value]);
  });

  it('count as before from a recording that came at once, and from one that began after it came', async () => {
    for (const startedAt of ['2026-11-23T14:50:00Z', '2026-11-23T15:40:00Z']) {
      expect(await said('I pay tomorrow.', '2026-11-23T15:00:00Z', 'en', startedAt)).toEqual(['2026-11-24']);
    }
    // Two weeks later to the day, it is the same day of the week.
    expect(await said('I pay on Friday.', '2026-12-07T15:00:00Z', 'en', '2026-11-23T15:00:00Z')).toEqual([
      null,
    ]);
  });

  it.each([
    ['I pay on December 5.', 'en', '2026-12-05'],
    ['I pay next month on the 5th of March 2027.', 'en', '2027-03-05'],
    ['It starts in March.', 'en', '2027-03'],
    ['Te pago el quince de diciembre.', 'es', '2026-12-15'],
  ])('%s is the same day everywhere', async (text, spoken, value) => {
    expect((await said(text, '2026-11-24T01:00:00Z', spoken)).at(-1)).toBe(value);
  });
});

describe('what is said again', () => {
  const haggle = async (kind: string, ...texts: string[]) => {
    const segments = texts.map((text, at) => ({
      ...{ recording: 'a' as const, start: at * 5, end: at * 5 + 4, text, speaker: String(at % 2) },
      ...{ confidence: null, words: null, isDoubtful: false, isOverlap: false },
    }));
    const day = new Date('2026-11-25T12:00:00Z');
    const facts = {
      partyA: '',
      partyB: '',
      amountCents: null,
      isRemote: false,
      recordedAt: { a: day, b: day },
    };
    const terms = await new RuleTerms().read(segments, facts, signal);
    return terms
      .filter((term) => term.kind === kind)
      .map(({ value, start }) => [value, Math.floor(start / 5)]);
  };

  it('ends with what was agreed on after a haggle', async () => {
    const said = ['I sell it for two thousand dollars.', 'How about fifteen hundred dollars?'];
    expect(await haggle('amount', ...said, 'No. Two thousand dollars.', 'Fine.')).toEqual([
      ['2000.00 USD', 0],
      ['1500.00 USD', 1],
      ['2000.00 USD', 2],
    ]);
    expect(await haggle('date', 'I come on Friday.', 'Come on Sunday.', 'No, on Friday.')).toEqual([
      ['2026-11-27', 0],
      ['2026-11-29', 1],
      ['2026-11-27', 2],
    ]);
  });

  it('is listed once when it stays the same, and at most twice', async () => {
    const price = 'It is two thousand dollars.';
    const deposit = 'The deposit is five hundred dollars.';
    expect(await haggle('amount', price, price, price)).toEqual([['2000.00 USD', 0]]);
    expect(await haggle('amount', price, deposit, price, deposit, price, deposit, deposit)).toEqual([
      ['2000.00 USD', 0],
      ['500.00 USD', 1],
      ['2000.00 USD', 4],
      ['500.00 USD', 5],
    ]);
    expect(
      await haggle('condition', 'If it rains, no.', 'If it snows, no.', 'If it rains, no.'),
    ).toHaveLength(2);
  });
});

describe.each([
  ['as an online engine writes them', RECORDINGS],
  ['as the offline recogniser writes them', RECORDINGS.map(offline)],
])('ten recordings %s', (_, recordings) => {
  it.each(recordings)('$name: all that is said, and nothing else, within 2 s', async (recording) => {
    const terms = await read(recording);
    const isThat = (term: (typeof terms)[number], truth: (typeof recording.truth)[number]) =>
      term.kind === truth.kind &&
      (truth.value === null ? plain(term.text).includes(plain(truth.text)) : term.value === truth.value) &&
      Math.abs(term.start - truth.start) <= 2;
    const missing = recording.truth.filter((truth) => !terms.some((term) => isThat(term, truth)));
    const invented = terms.filter((term) => !recording.truth.some((truth) => isThat(term, truth)));
    expect({ missing, invented }).toEqual({ missing: [], invented: [] });
    const all = recording.segments.map(({ text }) => text).join(' ');
    for (const { text } of terms) expect(all).toContain(text);
  });

  it.each(recordings)('$name: another amount than the typed one is flagged', async (recording) => {
    const terms = await read(recording);
    const { amountCents } = recording.facts;
    expect(checkAmount(terms, amountCents)).toMatchObject({ typedCents: amountCents, agrees: true });
    expect(checkAmount(terms, (amountCents ?? 0) + 1)).toMatchObject({ agrees: false });
  });
});
