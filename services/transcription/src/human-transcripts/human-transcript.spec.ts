import {
  composeHumanTranscript,
  parseSrt,
  parseVtt,
  readableText,
  SubtitleError,
  UnplacedWordsError,
} from './human-transcript.js';

const SRT = `1
00:00:00,500 --> 00:00:01,500
Do you agree?

2
00:00:04,500 --> 00:00:09,000
Yes, I agree.
`;

describe("a person's transcript", () => {
  it('has one segment over the whole recording for plain text', () => {
    expect(
      composeHumanTranscript({ content: 'Do you agree?\r\nYes.', format: 'plain' }, { a: 4, b: null }),
    ).toEqual({
      text: 'Do you agree?\nYes.',
      durationSeconds: 4,
      language: null,
      speakers: [],
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
    const { segments, text } = composeHumanTranscript({ content: SRT, format: 'srt' }, { a: 6, b: null });
    expect(text).toBe('Do you agree?\nYes, I agree.');
    expect(segments.map(({ start, end, recording }) => [start, end, recording])).toEqual([
      [0.5, 1.5, 'a'],
      [4.5, 6, 'a'],
    ]);
  });

  it('refuses subtitles with the times of another recording or clock', () => {
    const late = 'A subtitle begins after the end of the recording: Yes, I agree.';
    const compose = (a: number, b: number | null) => () =>
      composeHumanTranscript({ content: SRT, format: 'srt' }, { a, b });
    expect(compose(3.9, null)).toThrow(new SubtitleError(late));
    expect(compose(2, 1.9)).toThrow(new SubtitleError(late));
    // Half a second is nothing.
    expect(compose(4.2, null)().text).toBe('Do you agree?\nYes, I agree.');
  });

  it('gives what comes after the first recording to the second, with its times', () => {
    const { segments, durationSeconds } = composeHumanTranscript(
      { content: SRT, format: 'srt' },
      { a: 4, b: 3 },
    );
    expect(durationSeconds).toBe(7);
    expect(segments.map(({ start, end, recording }) => [start, end, recording])).toEqual([
      [0.5, 1.5, 'a'],
      [0.5, 3, 'b'],
    ]);
  });
});

describe("the text of a person's transcript of one recording", () => {
  const textOf = (content: string, format: 'plain' | 'vtt') =>
    readableText(composeHumanTranscript({ content, format }, { a: 60, b: null }), null);
  const vtt = (...lines: string[]) =>
    `WEBVTT\n\n${lines.map((line, at) => `00:0${at}.000 --> 00:0${at}.900\n${line}\n`).join('\n')}`;

  it('says who speaks wherever that changes', () => {
    const lines = [
      '<v Anna Miller>I sell it.',
      '<v Anna Miller>Do you agree?',
      '<v Ben>Yes.',
      'Hm.',
      'Well.',
    ];
    expect(textOf(vtt(...lines), 'vtt')).toBe(
      'Anna Miller: I sell it.\nDo you agree?\nBen: Yes.\n— Hm.\nWell.',
    );
  });

  it('stands as it was written where no voice is named', () => {
    expect(textOf(vtt('Do you agree?', 'Yes.'), 'vtt')).toBe('Do you agree?\nYes.');
    expect(textOf('Do you agree?\r\nYes.', 'plain')).toBe('Do you agree?\nYes.');
  });
});

describe("a person's transcript of two recordings", () => {
  const names = { a: 'Anna Miller', b: 'Ben Carter' };
  const placed = (content: string, format: 'plain' | 'srt' | 'vtt', a = 4) =>
    composeHumanTranscript({ content, format }, { a, b: 3 });

  it('gives the words of each recording to its party', () => {
    const written = composeHumanTranscript({ a: 'Do you agree?\r\nSay it.', b: 'Yes.' }, { a: 4, b: 3 });
    expect(written.segments).toMatchObject([
      { start: 0, end: 4, text: 'Do you agree?\nSay it.', speaker: '1', recording: 'a' },
      { start: 0, end: 3, text: 'Yes.', speaker: '2', recording: 'b' },
    ]);
    expect(written.speakers).toEqual([
      { label: '1', party: 'a', basis: 'recording' },
      { label: '2', party: 'b', basis: 'recording' },
    ]);
    expect(readableText(written, names)).toBe('Anna Miller: Do you agree?\nSay it.\n\nBen Carter: Yes.');
    expect(written.durationSeconds).toBe(7);
  });

  it('says where nothing is said, of either party', () => {
    const onlyB = composeHumanTranscript({ a: '', b: 'Yes.' }, { a: 4, b: 3 });
    expect(onlyB.speakers).toEqual([{ label: '1', party: 'b', basis: 'recording' }]);
    expect(readableText(onlyB, names)).toBe('Anna Miller: —\n\nBen Carter: Yes.');
    const onlyA = composeHumanTranscript({ a: 'Hello.', b: '' }, { a: 4, b: 3 });
    expect(readableText(onlyA, names)).toBe('Anna Miller: Hello.\n\nBen Carter: —');
  });

  it('keeps the voices that a file names apart from the parties', () => {
    const vtt = `WEBVTT

00:01.000 --> 00:02.000
<v 1>My son says hello.</v>

00:02.000 --> 00:03.000
Do you agree?

00:05.000 --> 00:06.000
Yes.
`;
    const written = placed(vtt, 'vtt');
    expect(written.segments.map(({ speaker }) => speaker)).toEqual(['1', '2', '3']);
    expect(written.speakers.map(({ label, party }) => [label, party])).toEqual([
      ['2', 'a'],
      ['3', 'b'],
    ]);
    expect(readableText(written, names)).toBe(
      '1: My son says hello.\nAnna Miller: Do you agree?\n\nBen Carter: Yes.',
    );
  });

  it('refuses words of which nobody knows whose they are', () => {
    expect(() => placed('Do you agree?\nYes.', 'plain')).toThrow(UnplacedWordsError);
    // All before the end of the first recording, as where times begin anew; and one over that end.
    expect(() => placed(SRT, 'srt', 20)).toThrow(/all subtitles are of one of two recordings/);
    expect(() => placed(SRT, 'srt', 7)).toThrow(
      "A subtitle runs over the end of party A's recording: Yes, I agree.",
    );
    expect(() => composeHumanTranscript({ a: 'Words.', b: 'Yes.' }, { a: 4, b: null })).toThrow(
      UnplacedWordsError,
    );
  });

  it('gives a subtitle that begins a little early to the recording that it is in', () => {
    const { segments } = placed(SRT, 'srt', 4.8);
    expect(segments.map(({ start, end, recording }) => [start, end, recording])).toEqual([
      [0.5, 1.5, 'a'],
      [0, 3, 'b'],
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
    [
      '<v Anna>Do you agree?</v> <v Ben>Yes, <i>I</i> agree.',
      [
        ['Anna', 'Do you agree?'],
        ['Ben', 'Yes, I agree.'],
      ],
    ],
    [
      '<v Anna>Do you agree?\n<v Ben>Yes.\n<v Anna>Good.',
      [
        ['Anna', 'Do you agree?'],
        ['Ben', 'Yes.'],
        ['Anna', 'Good.'],
      ],
    ],
    [
      'Well. <v Anna>Do you agree?</v> Yes.',
      [
        [null, 'Well.'],
        ['Anna', 'Do you agree?'],
        [null, 'Yes.'],
      ],
    ],
    ['<v Anna>Yes</v>.', [['Anna', 'Yes.']]],
    ['<v Anna></v><v.loud Ben>Yes.', [['Ben', 'Yes.']]],
  ])('gives each voice of one WebVTT cue its words: %s', (spoken, said) => {
    const cues = parseVtt(`WEBVTT\n\n00:01.000 --> 00:02.500\n${spoken}\n`);
    expect(cues).toEqual(said.map(([speaker, text]) => ({ start: 1, end: 2.5, speaker, text })));
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

  it.each([
    ['a whole time', '00:00:03,000 --> 00:00:04,000'],
    ['a time that is not whole', '0:03-->0:04'],
  ])('refuses a subtitle without an empty line before it: %s', (_what, time) => {
    const cues = `1\n00:00:01,000 --> 00:00:02,000\nI sell it.\n2\n${time}\nYes, I agree.\n`;
    const missing = (line: number) =>
      new SubtitleError(`Line ${line}: an empty line is missing before this subtitle.`);
    expect(() => parseSrt(cues)).toThrow(missing(5));
    expect(() => parseVtt(`WEBVTT\n\n${cues}`)).toThrow(missing(7));
  });

  it.each([
    ['If it is < 500 and > 300 I take it.', 'If it is < 500 and > 300 I take it.'],
    ['I&#39;ll pay &quot;cash&quot;, <00:01.500>that&apos;s <b>it</b>.', 'I\'ll pay "cash", that\'s it.'],
    ['Smith &#x; Sons &constructor;', 'Smith &#x; Sons &constructor;'],
  ])('keeps what is said, without tags and with the signs that are meant: %s', (line, said) => {
    expect(parseSrt(`00:00:01,000 --> 00:00:02,000\n${line}\n`)).toMatchObject([{ text: said }]);
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
    // Of the processor, which a busy machine does not lengthen as it does the clock's.
    const started = process.cpuUsage();
    const repeated = (piece: string) => piece.repeat(Math.floor((1024 * 1024) / piece.length));
    for (const hostile of ['<', '<v ', '<v.', '<v.a ', '</v', '<0:', '&', '00:00:01,000 '].map(repeated)) {
      expect(() => parseSrt(hostile)).toThrow(SubtitleError);
      expect(parseSrt(`00:00:01,000 --> 00:00:02,000\n${hostile}`)).toHaveLength(1);
    }
    expect(() => parseSrt(repeated('00:00:01,000 --> '))).toThrow(SubtitleError);
    expect(process.cpuUsage(started).user / 1000).toBeLessThan(2000);
  });
});
