import { toTranscript } from '../speech-engine.js';
import { cleanText, isGarbled, readAnswer } from './openai-answer.js';

const verbose = (answer: object, durationSeconds = 10) =>
  readAnswer({ text: '', ...answer }, 'verbose_json', durationSeconds).segments;
const sentence = { text: 'yes', speaker: null, confidence: null, words: null };

describe('readAnswer', () => {
  it.each([null, undefined, 'text', 7, [], {}, { text: 5 }, { segments: [] }])(
    'does not take %j for a transcription',
    (answer) => {
      expect(() => readAnswer(answer, 'verbose_json', 10)).toThrow(
        expect.objectContaining({ code: 'unavailable', isRetryable: true }),
      );
    },
  );

  it.each([undefined, null, 'none', [], [null, 'a']])(
    'uses the text for the whole recording when the segments are %j',
    (segments) => {
      expect(readAnswer({ text: 'yes', language: 'en', segments }, 'verbose_json', 10)).toEqual({
        language: 'en',
        segments: [{ ...sentence, start: 0, end: 10 }],
      });
    },
  );

  it('passes over segments that are not objects', () => {
    expect(verbose({ text: 'yes', segments: [null, 'a', { start: 1, end: 2, text: 'yes' }] })).toEqual([
      { ...sentence, start: 1, end: 2 },
    ]);
  });

  it('takes times that are none from the neighbours', () => {
    const segments = [
      { text: 'a', end: 2 },
      { text: 'b', start: Number.NaN, end: null },
      { text: 'c', start: '5.5', end: Number.POSITIVE_INFINITY },
      { text: 'd', start: 9, end: 4 },
      { text: 'e', start: -4, end: -2 },
    ];
    expect(verbose({ segments }).map(({ text, start, end }) => [text, start, end])).toEqual([
      ['a', 0, 2],
      ['b', 2, 5.5],
      ['c', 5.5, 9],
      ['d', 9, 9],
      ['e', 0, 0],
    ]);
  });

  it('drops what would begin after the end', () => {
    const segments = [
      { text: 'a', start: 8, end: 10.4 },
      { text: 'b', start: 10.4, end: 10.9 },
      { text: 'c', start: 40, end: 70 },
    ];
    expect(verbose({ segments }).map(({ text }) => text)).toEqual(['a', 'b']);
  });

  it('gives only finite times and confidences, whatever the server writes', () => {
    const numbers = [
      '1e999',
      '-1e999',
      '-5',
      '1e-320',
      '3',
      '99',
      '"7"',
      '"x"',
      '""',
      'null',
      '{}',
      '[]',
      'true',
    ];
    const segments = numbers.flatMap((start) =>
      numbers.map(
        (end) =>
          `{"start":${start},"end":${end},"text":"yes","avg_logprob":${start},"words":[{"word":"yes","start":${start},"end":${end},"probability":${end}}]}`,
      ),
    );
    const answer: unknown = JSON.parse(`{"text":"yes","segments":[${segments.join()}]}`);
    const transcript = toTranscript(readAnswer(answer, 'verbose_json', 10).segments, 10, null);
    expect(transcript.segments.length).toBeGreaterThan(100);
    for (const { start, end, confidence, words } of transcript.segments) {
      expect(start >= 0 && end > start && end <= 10).toBe(true);
      expect(confidence === null || (confidence >= 0 && confidence <= 1)).toBe(true);
      for (const word of words ?? []) {
        expect(word.start >= start && word.end >= word.start && word.end <= end).toBe(true);
        expect(word.confidence === null || (word.confidence >= 0 && word.confidence <= 1)).toBe(true);
      }
    }
  });

  it('gives every word to its segment', () => {
    const segments = [
      { start: 0, end: 2, text: 'Do you agree?' },
      { start: 3, end: 5, text: 'Yes.' },
    ];
    const words = [
      { word: 'agree', start: 1.2, end: 2.1 },
      { word: 'Do', start: 0.1, end: 0.4 },
      { word: ' you', start: 0.5, end: 0.9 },
      { word: 'Yes', start: 2.8, end: 3.1 },
      { word: 'lost', start: null, end: 3 },
      { word: 7, start: 1, end: 2 },
    ];
    const shared = verbose({ segments, words });
    expect(shared.map((segment) => segment.words?.map(({ text }) => text))).toEqual([
      ['Do', 'you', 'agree'],
      ['Yes'],
    ]);
    const own = verbose({
      segments: [{ ...segments[0], words: [{ word: ' Do', start: 0, end: 1, probability: 0.9 }] }],
    });
    expect(own[0]?.words).toEqual([{ text: 'Do', start: 0, end: 1, confidence: 0.9 }]);
  });

  it('keeps the words of a made-up segment out of its neighbours', () => {
    const segments = [
      { start: 0, end: 2, text: 'Yes.' },
      { start: 2, end: 4, text: 'Thanks for watching!', no_speech_prob: 0.9, avg_logprob: -1.4 },
    ];
    const words = [
      { word: 'Yes', start: 0, end: 1 },
      { word: 'Thanks', start: 2, end: 3 },
    ];
    const [yes, ...others] = verbose({ segments, words });
    expect(yes?.words).toHaveLength(1);
    expect(others).toEqual([]);
  });

  it('takes the times of the words when there are no segments', () => {
    const words = [
      { word: 'Yes', start: 4, end: 4.5 },
      { word: 'indeed', start: 5, end: 6 },
    ];
    expect(verbose({ text: 'Yes, indeed.', words })).toMatchObject([
      { start: 4, end: 6, text: 'Yes, indeed.' },
    ]);
  });

  it.each([
    ['a compression ratio above 2.4', { text: 'Yes, I agree.', compression_ratio: 2.5 }],
    ['one word over and over', { text: 'you '.repeat(300) }],
    ['a phrase over and over', { text: 'Thank you for watching. '.repeat(40) }],
    ['control characters', { text: '\u0000\u001b[2J\ufffd\ud800'.replace('[2J', '') }],
    ['notes', { text: '♪♪ … ♪♪' }],
    ['no text', { text: 7 }],
  ])('drops a segment with %s', (_name, fields) => {
    const kept = { start: 0, end: 2, text: 'Yes.', compression_ratio: 2.4 };
    expect(verbose({ segments: [kept, { start: 2, end: 8, ...fields }] })).toMatchObject([{ text: 'Yes.' }]);
  });

  it('keeps what people repeat, and long speech', () => {
    const speech =
      'I sell you my car for two thousand dollars, and you pay me on Friday. The car is as you saw it yesterday. ';
    const kept = ['No, no, no, no, no, no.', 'Yes, yes, I agree, I agree, I agree.', speech.repeat(2)];
    const segments = kept.map((text, index) => ({ start: index, end: index + 1, text }));
    expect(verbose({ segments })).toHaveLength(kept.length);
  });

  it('cleans texts, labels and language', () => {
    const answer = {
      text: '',
      language: 'en\u0000',
      segments: [{ start: 0, end: 1, text: ' I\u0000 agree\ud800.\n', speaker: ` A\u0007${'b'.repeat(99)}` }],
    };
    const { segments, language } = readAnswer(answer, 'diarized_json', 10);
    expect(language).toBe('en');
    expect(segments[0]).toMatchObject({ text: 'I agree .', speaker: `A ${'b'.repeat(38)}` });
  });
});

const SPEECH = `I, Anna Becker, agree to sell my car to Ben Ford for two thousand dollars. Ben pays half of it today and
the rest on Friday the twenty-seventh. The car goes over as it is, with its winter tyres, and I hand over both keys
when the second half has arrived. If the money is not there by Sunday, I may sell to somebody else and give the first
half back. We both know about the scratch on the left door, and that the next inspection is due in March. `;

describe('isGarbled', () => {
  it.each(['you '.repeat(20), 'ha'.repeat(200), 'Thank you. '.repeat(500), '...', '♪', ''])(
    'says yes to %j',
    (text) => {
      expect(isGarbled(text)).toBe(true);
    },
  );

  it.each(['Yes.', '2000', 'No, no, no, no!', '同意します', 'Ja, natürlich.', SPEECH])(
    'says no to %j',
    (text) => {
      expect(isGarbled(text)).toBe(false);
    },
  );

  it('judges long text piece by piece', () => {
    const numbers = Array.from({ length: 60 }, (_, index) => `Item ${index} costs ${index * 37} dollars.`);
    const long = `${SPEECH}${numbers.slice(0, 12).join(' ')}${SPEECH}${'you '.repeat(40)}${SPEECH}`;
    expect(isGarbled(long)).toBe(false);
    expect(isGarbled(`${SPEECH}${'you '.repeat(800)}`)).toBe(true);
  });
});

describe('cleanText', () => {
  it('leaves letters of all kinds alone', () => {
    expect(cleanText('  Æther, 同意, café – “so”… 🙂 ')).toBe('Æther, 同意, café – “so”… 🙂');
  });

  it('takes out what cannot be stored', () => {
    expect(cleanText('a\u0000b\tc\u001bd\ufffd\ud800e\r\n')).toBe('a b c d e');
  });
});
