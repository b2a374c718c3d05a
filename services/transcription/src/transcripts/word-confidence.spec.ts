import type { RecordedSegment } from '../recordings/segments.js';
import type { Term } from '../terms/term.js';
import { markUnsure, qualityOf } from './word-confidence.js';

const said = (...confidences: (number | null)[]) => ({
  text: confidences.map(() => 'word').join(' '),
  confidence: null,
  words: confidences.map((confidence, start) => ({ text: 'word', start, end: start + 1, confidence })),
});

describe('the quality of a transcript', () => {
  it('is good where the engine is', () => {
    expect(qualityOf({ isDraft: false, segments: [said(0.1)] })).toBe('good');
  });

  it('of a draft follows from how sure the engine is of its words', () => {
    expect(qualityOf({ isDraft: true, segments: [said(0.9, 0.4), said(0.3)] })).toBe('draft');
    expect(qualityOf({ isDraft: true, segments: [said(0.1, 0.4), said(0.3)] })).toBe('unclear');
    expect(
      qualityOf({ isDraft: true, segments: [{ text: 'two words', confidence: 0.2, words: null }] }),
    ).toBe('unclear');
  });

  it('is that of a draft where nothing is known of its words, and none before there are any', () => {
    expect(qualityOf({ isDraft: true, segments: [said(null)] })).toBe('draft');
    expect(qualityOf({ isDraft: true, segments: [] })).toBe('draft');
    expect(qualityOf({ isDraft: null, segments: null })).toBeNull();
  });
});

const CONFIDENCE: Record<string, number> = {
  I: 0.95,
  sell: 0.4,
  it: 0.7,
  for: 0.99,
  $250: 0.85,
  Friday: 0.97,
};

function segment(more: Partial<RecordedSegment> = {}): RecordedSegment {
  const words = Object.entries(CONFIDENCE).map(([text, confidence], index) => ({
    ...{ start: index, end: index + 1, text, confidence },
  }));
  return {
    ...{ recording: 'a', start: 0, end: 6, text: words.map(({ text }) => text).join(' '), speaker: '1' },
    ...{ confidence: 0.8, isDoubtful: false, isOverlap: false, words },
    ...more,
  };
}

const term = (kind: Term['kind'], text: string, start: number): Term => ({
  ...{ kind, text, value: null, recording: 'a', start, speaker: '1' },
});
const TERMS = [term('amount', '$250', 4), term('date', 'Friday', 5), term('item', 'sell it', 1)];

const marks = (segments: readonly RecordedSegment[], isDraft = false, terms = TERMS) => {
  const marked = markUnsure(segments, terms, { isDraft });
  const words = marked.segments.flatMap((each) => each.words ?? []);
  return {
    words: words.flatMap((word) => ('isUnsure' in word ? [word.text] : [])),
    terms: marked.terms.flatMap(({ text, isUnsure }) => (isUnsure ? [text] : [])),
  };
};

describe('words that should be checked', () => {
  it('are those of little confidence, and amounts, dates and names of less than much', () => {
    expect(marks([segment()])).toEqual({ words: ['sell', '$250'], terms: ['$250', 'sell it'] });
  });

  it('are all amounts, dates and names of an engine that is often wrong', () => {
    expect(marks([segment()], true)).toEqual({
      words: ['sell', '$250', 'Friday'],
      terms: ['$250', 'Friday', 'sell it'],
    });
  });

  it('are terms of which the words themselves say that they cannot be relied on', () => {
    const refused = { ...term('amount', 'for', 3), isUnsure: true };
    expect(marks([segment()], false, [refused]).terms).toEqual(['for']);
  });

  it('are none where the engine says nothing', () => {
    const words = segment().words?.map((word) => ({ ...word, confidence: null })) ?? null;
    expect(marks([segment({ words, confidence: null })])).toEqual({ words: [], terms: [] });
  });

  it('are judged by the whole stretch where words have no confidence or no times', () => {
    const words = segment().words?.map((word) => ({ ...word, confidence: null })) ?? null;
    expect(marks([segment({ words })]).terms).toEqual(['$250', 'Friday']);
    expect(marks([segment({ words: null })])).toEqual({ words: [], terms: ['$250', 'Friday'] });
    expect(marks([segment({ words: null, confidence: 0.95 })]).terms).toEqual([]);
  });

  it('are found in the recording in which they were said, and nothing stored is changed', () => {
    const stored = [segment(), segment({ recording: 'b' })];
    const before = structuredClone(stored);
    const [a, b] = markUnsure(stored, [{ ...term('amount', '$250', 4), recording: 'b' }], {
      isDraft: false,
    }).segments;
    const marked = (one?: RecordedSegment) =>
      one?.words?.flatMap((word) => ('isUnsure' in word ? [word.text] : []));
    expect([marked(a), marked(b)]).toEqual([['sell'], ['sell', '$250']]);
    expect(stored).toEqual(before);
  });
});
