import type { RecordedSegment } from '../recordings/segments.js';
import { findGaps, markDoubtful } from './coverage.js';

const segment = (start: number, end: number, text = 'I agree to that.'): RecordedSegment => ({
  ...{ start, end, text, speaker: '1', confidence: null, words: null },
  ...{ recording: 'a', isDoubtful: false, isOverlap: false },
});
const doubtful = (segments: RecordedSegment[]) =>
  segments.filter(({ isDoubtful }) => isDoubtful).map(({ text }) => text);

describe('words beside where somebody speaks', () => {
  const speech = [
    { start: 1, end: 4 },
    { start: 20, end: 25 },
  ];

  it('are doubtful in silence, and only there', () => {
    const segments = [
      segment(0.8, 4.2),
      segment(10, 14, 'Thanks for watching!'),
      segment(19, 19.6, 'Just before'),
      segment(27, 28, 'Please subscribe.'),
    ];
    expect(doubtful(markDoubtful(segments, speech))).toEqual(['Thanks for watching!', 'Please subscribe.']);
  });

  it('are all doubtful when nobody speaks at all', () => {
    expect(doubtful(markDoubtful([segment(0, 3, 'you')], []))).toEqual(['you']);
  });

  it('are doubtful when nobody can speak that fast', () => {
    const words = (count: number) => Array.from({ length: count }, () => 'word').join(' ');
    expect(doubtful(markDoubtful([segment(20, 22, words(16)), segment(22, 24, words(14))], speech))).toEqual([
      words(16),
    ]);
    // The times of short answers are rough.
    expect(doubtful(markDoubtful([segment(1, 1.1, 'Yes, I do.')], speech))).toEqual([]);
  });

  it('stay doubtful when they were so before', () => {
    const before = { ...segment(1, 4), isDoubtful: true };
    expect(markDoubtful([before], speech)).toEqual([before]);
  });
});

describe('speech without words', () => {
  it('is a gap when it lasts, with the pauses of one who speaks', () => {
    const speech = [
      { start: 0, end: 5 },
      { start: 8, end: 10 },
      { start: 10.6, end: 13 },
      { start: 40, end: 42 },
    ];
    expect(findGaps('b', [segment(0.2, 4.9)], speech)).toEqual([{ recording: 'b', start: 8, end: 13 }]);
  });

  it('is none where segments lie over it, even when they leave out pauses and breath', () => {
    const speech = [{ start: 0, end: 30 }];
    expect(findGaps('a', [segment(0, 9), segment(12, 21), segment(23.5, 29)], speech)).toEqual([]);
  });

  it('ends where the words begin again', () => {
    const speech = [{ start: 0, end: 30 }];
    expect(findGaps('a', [segment(0, 9), segment(20, 20.1), segment(24.8, 30)], speech)).toEqual([
      { recording: 'a', start: 9.5, end: 19.5 },
      { recording: 'a', start: 20.6, end: 24.3 },
    ]);
  });

  it('is the rest of ten minutes of which an engine answered the first 2000 tokens', () => {
    const speech = Array.from({ length: 100 }, (_, index) => ({ start: index * 6, end: index * 6 + 5.6 }));
    // The first segments hold their words; nothing follows them.
    const segments = speech.slice(0, 83).map(({ start, end }) => segment(start, end));
    expect(findGaps('a', segments, speech)).toEqual([{ recording: 'a', start: 498.1, end: 599.6 }]);
  });

  it('is not made up where nobody speaks', () => {
    expect(findGaps('a', [], [])).toEqual([]);
  });
});
