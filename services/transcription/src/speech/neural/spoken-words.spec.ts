import type { HeardChunk } from './run-recogniser.js';
import { assignVoices, segmentsOf, wordsOf } from './spoken-words.js';

const chunk = (change: Partial<HeardChunk>): HeardChunk => ({
  ...{ start: 10, end: 14, speech: [{ start: 10.2, end: 13.8 }] },
  ...{ tokens: [], timestamps: [], durations: [], logProbabilities: [] },
  ...change,
});

describe('words of tokens', () => {
  it('are joined where a token begins no word, with punctuation beside them', () => {
    const words = wordsOf(
      chunk({
        tokens: ['▁I', '▁ag', 'ree', '.', ' Yes', ' ,'],
        timestamps: [10.2, 10.6, 10.9, 11.2, 12, 12.4],
      }),
    );
    expect(words.map(({ text, start, end }) => [text, start, end])).toEqual([
      ['I', 10.2, 10.6],
      ['agree.', 10.6, 12],
      ['Yes,', 12, 13.8],
    ]);
  });

  it.each([
    ['▁Hola|,|▁¿|qué|▁tal|?|▁¡|Bien|!', 'Hola, / ¿qué / tal? / ¡Bien!'],
    ['▁I|▁pay|▁$|5|00|.', 'I / pay / $500.'],
    ['▁I|▁pay|▁$|▁500', 'I / pay / $500'],
    ['▁He|▁said|▁"|yes|"|▁twice', 'He / said / "yes" / twice'],
    ['▁said|▁“|▁Yes|,|▁I|▁do|”|.', 'said / “Yes, / I / do”.'],
    ['▁the|▁car|▁(|my|▁Honda|)|▁runs', 'the / car / (my / Honda) / runs'],
    ['▁(|▁$|20|)|▁more', '($20) / more'],
    ['▁¿|▁Sí|?', '¿Sí?'],
    ["▁it|▁is|▁Ann|'|s|▁car|,|▁'|cause", "it / is / Ann's / car, / 'cause"],
    ['▁ten|▁%|▁off|▁(', 'ten% / off('],
  ])('have what opens beside the word after it: %s', (tokens, words) => {
    const own = tokens.split('|');
    const found = wordsOf(chunk({ tokens: own, timestamps: own.map((_, at) => 10.2 + at * 0.2) }));
    expect(found.map(({ text }) => text).join(' / ')).toBe(words);
  });

  it('begin with their first sound, not with what opens', () => {
    const [hello, what] = wordsOf(chunk({ tokens: ['▁Hola', '▁¿', 'qué'], timestamps: [10.2, 10.6, 12] }));
    expect([hello?.end, what?.start]).toEqual([12, 12]);
  });

  it('last as long as the model says, and are as sure', () => {
    const words = wordsOf(
      chunk({
        ...{ tokens: ['▁ag', 'ree', '▁now'], timestamps: [10.4, 10.72, 12], durations: [0.32, 0.24, 0.4] },
        logProbabilities: [Math.log(0.9), Math.log(0.4), 0],
      }),
    );
    expect(words).toEqual([
      { text: 'agree', start: 10.4, end: 10.96, confidence: 0.6 },
      { text: 'now', start: 12, end: 12.4, confidence: 1 },
    ]);
  });

  it('belong to the voice that speaks most of them, else to the next one', () => {
    const words = wordsOf(chunk({ tokens: ['▁a', '▁b', '▁c'], timestamps: [10.2, 11, 13.5] }));
    const turns = [
      { start: 10, end: 11.2, speaker: 0 },
      { start: 11.1, end: 13, speaker: 1 },
    ];
    expect(assignVoices(words, turns).map(({ speaker }) => speaker)).toEqual([0, 1, 1]);
    expect(assignVoices(words, []).map(({ speaker }) => speaker)).toEqual([null, null, null]);
  });
});

describe('segments of words', () => {
  const said = (text: string, start: number, speaker: number | null = null) => ({
    ...{ text, start, end: start + 0.3, confidence: 0.5, speaker },
  });

  it('end with a sentence, with a pause and with the voice', () => {
    const segments = segmentsOf([
      said('Mr.', 0),
      said('Miller', 0.4),
      said('agrees.', 0.8),
      said('Friday', 1.2),
      said('then', 3),
      said('yes', 3.4, 1),
    ]);
    expect(segments.map(({ text, speaker }) => [text, speaker])).toEqual([
      ['Mr. Miller agrees.', null],
      ['Friday', null],
      ['then', null],
      ['yes', 'B'],
    ]);
    expect(segments[0]).toMatchObject({ start: 0, end: 1.1, confidence: 0.5 });
  });
});
