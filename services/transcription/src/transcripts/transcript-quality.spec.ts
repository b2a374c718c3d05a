import { qualityOf } from './transcript-quality.js';

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
