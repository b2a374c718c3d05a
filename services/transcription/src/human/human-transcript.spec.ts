import { composeHumanTranscript } from './human-transcript.js';

const SRT = `1
00:00:00,500 --> 00:00:01,500
Do you agree?

2
00:00:04,500 --> 00:00:09,000
Yes, I agree.
`;

describe("a person's transcript", () => {
  it('has one segment over the whole recording for plain text', () => {
    expect(composeHumanTranscript('Do you agree?\r\nYes.', 'plain', { a: 4, b: null })).toEqual({
      text: 'Do you agree?\nYes.',
      durationSeconds: 4,
      language: null,
      segments: [
        {
          start: 0,
          end: 4,
          text: 'Do you agree?\nYes.',
          speaker: null,
          confidence: null,
          words: null,
          isDoubtful: false,
          isOverlap: false,
          recording: 'a',
        },
      ],
    });
  });

  it('keeps the times of subtitles within the recording', () => {
    const { segments, text } = composeHumanTranscript(SRT, 'srt', { a: 6, b: null });
    expect(text).toBe('Do you agree?\nYes, I agree.');
    expect(segments.map(({ start, end, recording }) => [start, end, recording])).toEqual([
      [0.5, 1.5, 'a'],
      [4.5, 6, 'a'],
    ]);
  });

  it('gives what comes after the first recording to the second, with its times', () => {
    const { segments, durationSeconds } = composeHumanTranscript(SRT, 'srt', { a: 4, b: 3 });
    expect(durationSeconds).toBe(7);
    expect(segments.map(({ start, end, recording }) => [start, end, recording])).toEqual([
      [0.5, 1.5, 'a'],
      [0.5, 3, 'b'],
    ]);
  });
});
