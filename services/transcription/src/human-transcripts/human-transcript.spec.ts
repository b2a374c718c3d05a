import { composeHumanTranscript, parseSrt, parseVtt, SubtitleError } from './human-transcript.js';

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

describe('subtitles', () => {
  it('reads SubRip, also with Windows line ends and several lines', () => {
    const srt =
      '\uFEFF1\r\n00:00:01,000 --> 00:00:02,500\r\nDo you\r\n<i>agree?</i>\r\n\r\n\r\n2\r\n01:00:03,040 --> 01:00:04,000\r\nYes, I agree.\r\n';
    expect(parseSrt(srt)).toEqual([
      { start: 1, end: 2.5, text: 'Do you agree?', speaker: null },
      { start: 3603.04, end: 3604, text: 'Yes, I agree.', speaker: null },
    ]);
  });

  it('reads WebVTT with voices, names, settings and notes', () => {
    const vtt = `WEBVTT - a sale

NOTE
written by hand

STYLE
::cue { color: red }

first
00:01.000 --> 00:02.500 align:start line:0%
<v Anna Miller>Five &lt; six &amp; you <b>agree</b>?

00:00:03.000 --> 00:00:04.000
<v.loud Ben>Yes.</v>
`;
    expect(parseVtt(vtt)).toEqual([
      { start: 1, end: 2.5, text: 'Five < six & you agree?', speaker: 'Anna Miller' },
      { start: 3, end: 4, text: 'Yes.', speaker: 'Ben' },
    ]);
  });

  it.each([
    ['nothing', ''],
    ['no times', 'Do you agree?\nYes, I agree.'],
    ['half a time', '1\n00:00:01 --> 00:00:02\nYes.'],
    ['an end before its beginning', '1\n00:00:02,000 --> 00:00:01,000\nYes.'],
    ['times without words', '1\n00:00:01,000 --> 00:00:02,000\n'],
    ['one good and one bad', '1\n00:00:01,000 --> 00:00:02,000\nYes.\n\nNo time here.'],
  ])('refuses SubRip with %s', (_what, content) => {
    expect(() => parseSrt(content)).toThrow(SubtitleError);
  });

  it('names the line that is wrong', () => {
    const srt = '1\n00:00:01,000 --> 00:00:02,000\nYes.\n\n2\n00:00:04,000 --> 00:00:03,000\nNo.';
    expect(() => parseSrt(srt)).toThrow('Line 6: it ends before it begins.');
  });

  it('refuses WebVTT without its first line', () => {
    expect(() => parseVtt('00:01.000 --> 00:02.000\nYes.')).toThrow(/WEBVTT/);
    expect(() => parseVtt('WEBVTTX\n\n00:01.000 --> 00:02.000\nYes.')).toThrow(/WEBVTT/);
  });

  it('is not slow with hostile lines', () => {
    const started = performance.now();
    for (const piece of ['<', '<v ', '<v.', '<v.a ', '&', '00:00:01,000 --> ']) {
      const hostile = piece.repeat(Math.floor((1024 * 1024) / piece.length));
      expect(() => parseSrt(hostile)).toThrow(SubtitleError);
      expect(parseSrt(`00:00:01,000 --> 00:00:02,000\n${hostile}`)).toHaveLength(1);
    }
    expect(performance.now() - started).toBeLessThan(2000);
  });
});
