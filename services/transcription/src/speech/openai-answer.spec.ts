import { readAnswer } from './openai-answer.js';

describe('readAnswer', () => {
  it.each([null, 'text', 7, [], {}, { text: 5 }])('does not take %j for a transcription', (answer) => {
    expect(() => readAnswer(answer, 'verbose_json', 10)).toThrow(
      expect.objectContaining({ code: 'unavailable', isRetryable: true }),
    );
  });

  it('uses the text for the whole recording when a server leaves the segments out', () => {
    expect(readAnswer({ text: 'yes', language: 'en' }, 'verbose_json', 10)).toEqual({
      language: 'en',
      segments: [{ start: 0, end: 10, text: 'yes', speaker: null, confidence: null }],
    });
  });

  it('passes over segments that are not objects', () => {
    const { segments } = readAnswer(
      { text: 'yes', segments: [null, 'a', { start: 1, end: 2, text: 'yes' }] },
      'verbose_json',
      10,
    );
    expect(segments).toEqual([{ start: 1, end: 2, text: 'yes', speaker: null, confidence: null }]);
  });
});
