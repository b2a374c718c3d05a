import { monitorEventLoopDelay } from 'node:perf_hooks';
import type { RecordedSegment } from '../recordings/segments.js';
import { checkAmount } from './check-amount.js';
import { passagesOf } from './passages.js';
import { RuleTerms } from './rule-terms.js';

const segment = (start: number, end: number, text: string, more: Partial<RecordedSegment> = {}) => ({
  ...{ start, end, text, speaker: null, confidence: null, words: null, recording: 'a' as const },
  ...{ isDoubtful: false, isOverlap: false, ...more },
});
const facts = {
  partyA: 'Anna Miller',
  partyB: 'Ben Carter',
  amountCents: null,
  isRemote: false,
  recordedAt: { a: new Date('2026-11-21T10:00:00Z'), b: new Date('2026-11-21T10:00:00Z') },
};
const read = (segments: RecordedSegment[]) =>
  new RuleTerms().read(segments, facts, new AbortController().signal);

describe('terms and the seconds at which they are said', () => {
  it('finds an amount that a pause has cut, by the second of its first word', async () => {
    const terms = await read([
      segment(0, 4, 'i agree to sell my car for two'),
      segment(5, 6.4, 'thousand dollars'),
    ]);
    const amount = terms.find(({ kind }) => kind === 'amount');
    expect(amount).toMatchObject({ text: 'two thousand dollars', value: '2000.00 USD' });
    expect(amount?.start).toBeCloseTo(3.6, 1);
  });

  it('joins neither voices, nor recordings, nor what a long pause parts', () => {
    const texts = (segments: RecordedSegment[]) => passagesOf(segments).map(({ text }) => text);
    const [two, thousand] = ['i pay two', 'thousand dollars'];
    expect(texts([segment(0, 1, two), segment(1.2, 2, thousand)])).toEqual(['i pay two thousand dollars']);
    expect(
      texts([segment(0, 1, two, { speaker: '1' }), segment(1.2, 2, thousand, { speaker: '2' })]),
    ).toHaveLength(2);
    expect(texts([segment(0, 1, two), segment(0, 2, thousand, { recording: 'b' })])).toHaveLength(2);
    expect(texts([segment(0, 1, two), segment(3, 4, thousand)])).toHaveLength(2);
    expect(texts([segment(0, 1, 'yes i agree'), segment(2, 3, thousand)])).toHaveLength(2);
    expect(texts([segment(0, 3, 'It is $1,250.50 at 6 p.m. today. Mr. Carter pays. Yes!')])).toEqual([
      'It is $1,250.50 at 6 p.m. today.',
      'Mr. Carter pays.',
      'Yes!',
    ]);
  });

  it('does not take the end of a number that a long pause has cut for the whole of it', async () => {
    const amounts = async (...segments: RecordedSegment[]) =>
      (await read(segments)).filter(({ kind }) => kind === 'amount').map(({ text, value }) => [text, value]);
    const thousand = segment(4, 5, 'thousand dollars');
    expect(await amounts(segment(0, 1, 'i pay you two'), thousand)).toEqual([['thousand dollars', null]]);
    expect(await amounts(segment(0, 1, 'i agree'), thousand)).toEqual([['thousand dollars', '1000.00 USD']]);
    const fifty = segment(4, 5, 'fifty dollars');
    expect(await amounts(segment(0, 1, 'that is three hundred'), fifty)).toEqual([['fifty dollars', null]]);
    for (const halting of [
      'three hundred...',
      'three hundred\u2026',
      'three hundred \u2014',
      'three hundred uh',
    ]) {
      expect(await amounts(segment(0, 1, `that is ${halting}`), fifty)).toEqual([['fifty dollars', null]]);
    }
    expect(await amounts(segment(0, 1, 'it is three hundred.'), fifty)).toContainEqual([
      'fifty dollars',
      '50.00 USD',
    ]);
  });

  it('does not take what a voice ends with, after a word of the other one, for the whole of it', async () => {
    const terms = await read([
      segment(0, 1, 'i pay you two', { speaker: '1' }),
      segment(1.1, 1.3, 'mhm', { speaker: '2' }),
      segment(1.4, 2.4, 'thousand dollars', { speaker: '1' }),
    ]);
    expect(terms.map(({ text, value }) => [text, value])).toEqual([['thousand dollars', null]]);
  });

  it('joins nothing across a long pause in the middle of a segment', async () => {
    const timed = (...said: [string, number][]) =>
      said.map(([text, start]) => ({ text, start, end: start + 0.3, confidence: null }));
    const amounts = async (words: ReturnType<typeof timed>) =>
      (await read([segment(0, 9, words.map(({ text }) => text).join(' '), { words })])).map(
        ({ text, value, start }) => [text, value, start],
      );
    const [pay, two] = [['Pay', 0.2] as const, ['two', 0.6] as const];
    expect(await amounts(timed([...pay], [...two], ['thousand', 1.5], ['dollars', 1.9]))).toEqual([
      ['two thousand dollars', '2000.00 USD', 0.6],
    ]);
    expect(await amounts(timed([...pay], [...two], ['thousand', 2.6], ['dollars', 3]))).toEqual([
      ['thousand dollars', null, 2.6],
    ]);
    expect(await amounts(timed([...pay], ['$500', 0.6], ['Fifty', 4], ['dollars', 4.4]))).toEqual([
      ['$500', '500.00 USD', 0.6],
      ['Fifty dollars', '50.00 USD', 4],
    ]);
  });

  it('is unsure of what is heard where nobody seems to speak, and keeps the same said aloud', async () => {
    const terms = await read([
      segment(0, 3, 'I pay four hundred dollars.'),
      segment(4, 6, 'Thanks for five hundred dollars.', { isDoubtful: true }),
      segment(7, 9, 'Five hundred dollars on Friday.'),
    ]);
    expect(terms.map(({ value, isUnsure }) => [value, isUnsure])).toEqual([
      ['400.00 USD', undefined],
      ['500.00 USD', true],
      ['500.00 USD', undefined],
      ['2026-11-27', undefined],
    ]);
    expect(checkAmount(terms.slice(0, 2), 50_000)).toMatchObject({ spokenCents: [40_000], agrees: false });
  });

  it('takes the times of the words when there are any, even if some cannot be found in the text', () => {
    const words = [
      { start: 0.5, end: 0.7, text: 'for', confidence: null },
      { start: 0.8, end: 0.9, text: '[noise]', confidence: null },
      { start: 6.1, end: 6.6, text: 'Two', confidence: null },
      { start: 6.7, end: 7, text: 'thousand', confidence: null },
    ];
    const [passage] = passagesOf([segment(0, 8, 'for two thousand', { words })]);
    expect([0, 4, 6, 8].map((offset) => passage?.secondAt(offset))).toEqual([0.5, 6.1, 6.1, 6.7]);
  });

  it('never gives a time that is no number', async () => {
    const terms = await read([
      segment(Number.NaN, Number.NaN, 'for two thousand dollars'),
      segment(2, 2, 'for $5'),
    ]);
    expect(terms.map(({ start }) => start)).toEqual([0, 2]);
  });

  it('knows the parties by what an offline engine makes of their names', async () => {
    const terms = await read([
      segment(0, 2, 'my name is anna mueller'),
      segment(3, 5, 'i agree that ben carder will mark it'),
    ]);
    expect(terms.filter(({ kind }) => kind === 'party').map(({ text, value }) => [text, value])).toEqual([
      ['anna mueller', 'Anna Miller'],
      ['ben carder', 'Ben Carter'],
    ]);
    const [introduced] = await read([segment(3, 5, 'my name is then carter')]);
    expect(introduced).toMatchObject({
      kind: 'party',
      text: 'then carter',
      value: 'Ben Carter',
      start: 4,
    });
  });

  it('does not take common words for the name of a party', async () => {
    const segments = [segment(0, 2, 'i will mark the bill and pay'), segment(9, 10, 'Yes, I will.')];
    const named = { ...facts, partyA: 'Will', partyB: 'Mark' };
    expect(await new RuleTerms().read(segments, named, new AbortController().signal)).toEqual([]);
  });

  it('reads 20,000 words of nonsense in no time, and stops when it is told to', async () => {
    const words = [
      'two',
      'a',
      'half',
      'if',
      'and',
      'sell',
      'my',
      'the',
      'on',
      'first',
      'must',
      'dollars',
      'name',
      'is',
    ];
    const text = Array.from({ length: 20_000 }, (_, at) => words[(at * 7 + (at >> 3)) % words.length]).join(
      ' ',
    );
    const began = performance.now();
    const busy = monitorEventLoopDelay({ resolution: 10 });
    busy.enable();
    const cut = Array.from({ length: 100 }, (_, at) =>
      segment(at, at + 1, text.slice(at * 900, (at + 1) * 900)),
    );
    await read(cut);
    busy.disable();
    expect(performance.now() - began).toBeLessThan(20_000);
    // Others have their turn in between: the job's lease among them.
    expect(busy.max / 1e6).toBeLessThan(3000);
    await expect(new RuleTerms().read(cut, facts, AbortSignal.abort(new Error('stop')))).rejects.toThrow(
      'stop',
    );
  });
});
