import { toTranscript } from '../speech/speech-engine.js';
import { joinTranscripts } from './transcript-content.js';

const UNKNOWN = { speaker: null, confidence: null, words: null, isDoubtful: false, isOverlap: false };

const said = (text: string, durationSeconds: number, language: string | null = null) =>
  toTranscript(
    [{ start: 0.5, end: 1.5, text, speaker: null, confidence: null, words: null }],
    durationSeconds,
    language,
  );

describe('a transcript of two recordings', () => {
  it('has the words of A before those of B, each with the times of their own recording', () => {
    expect(joinTranscripts(said('I sell my car.', 4), said('I agree.', 2.5, 'en'))).toEqual({
      text: 'I sell my car.\nI agree.',
      durationSeconds: 6.5,
      language: 'en',
      segments: [
        { start: 0.5, end: 1.5, text: 'I sell my car.', ...UNKNOWN, recording: 'a' },
        { start: 0.5, end: 1.5, text: 'I agree.', ...UNKNOWN, recording: 'b' },
      ],
    });
  });

  it('is that of A alone when there is no other', () => {
    const joined = joinTranscripts(said('Hello.', 2), null);
    expect(joined).toMatchObject({ text: 'Hello.', durationSeconds: 2 });
    expect(joined.segments.map((segment) => segment.recording)).toEqual(['a']);
  });

  it('has no empty line for somebody who says nothing', () => {
    expect(joinTranscripts(said('', 2), said('Yes.', 1)).text).toBe('Yes.');
  });
});
