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
