import { isUnsure, linesOf, piecesOf, placeWords } from './lines';
import { isOnScreen, isSeen, nextFollow } from './use-follow';
import { findAll, step } from './use-search';

const said = (start: number, speaker: string | null, text = 'words') => ({
  start,
  end: start + 1,
  text,
  speaker,
  confidence: null,
});

describe('linesOf', () => {
  it('puts gaps where they are and tells where a voice goes on', () => {
    const lines = linesOf(
      [said(0, '1'), said(2, '1'), said(9, '1'), said(12, '2'), said(14, null), said(16, null)],
      [{ start: 5, end: 8 }],
    );
    expect(lines.map((line) => (line.kind === 'gap' ? 'gap' : line.goesOn))).toEqual([
      false,
      true,
      'gap',
      false,
      false,
      false,
      true,
    ]);
  });

  it('keeps the keys of lines that were there when more arrive', () => {
    const early = linesOf([said(0, '1'), said(2, '2')], []);
    const late = linesOf([said(0, '1'), said(2, '2'), said(4, '1')], []);
    expect(late.slice(0, 2).map((line) => line.key)).toEqual(early.map((line) => line.key));
    expect(new Set(late.map((line) => line.key)).size).toBe(3);
  });
});

describe('isUnsure', () => {
  it.each([
    [{ ...said(0, null), isDoubtful: true }, true],
    [{ ...said(0, null), confidence: 0.4 }, true],
    [{ ...said(0, null), confidence: 0.9, isDoubtful: false }, false],
    [said(0, null), false],
    // Then each word has its own mark.
    [{ ...said(0, null), confidence: 0.4, words: [{ start: 0, end: 1, text: 'a', confidence: 0.4 }] }, false],
  ])('%j: %s', (segment, unsure) => {
    expect(isUnsure(segment)).toBe(unsure);
  });
});

describe('placeWords and piecesOf', () => {
  const text = 'I agree, the the price is $2,000.';
  const words = ['i', 'agree', 'the', 'the', 'um', 'price', 'is', '$2,000.'].map((word) => ({ text: word }));

  it('finds each word after the one before, whatever its case, and skips what is not there', () => {
    const placed = placeWords(text, words);
    expect(placed.map(({ word, from, to }) => [word, text.slice(from, to)])).toEqual([
      [0, 'I'],
      [1, 'agree'],
      [2, 'the'],
      [3, 'the'],
      [5, 'price'],
      [6, 'is'],
      [7, '$2,000.'],
    ]);
    expect(placed[3]?.from).toBe(13);
  });

  it('cuts the text without losing a letter, also where a match cuts through words', () => {
    const pieces = piecesOf(text, placeWords(text, words), [{ from: 4, to: 10 }]);
    expect(pieces.map((piece) => piece.text).join('')).toBe(text);
    expect(
      pieces
        .filter((piece) => piece.match === 0)
        .map((piece) => piece.text)
        .join(''),
    ).toBe('ree, t');
    expect(pieces.find((piece) => piece.text === 'ree')).toMatchObject({ word: 1, match: 0 });
    expect(piecesOf('plain', [], [])).toEqual([{ text: 'plain', from: 0, word: -1, match: -1 }]);
    expect(piecesOf('', [], [])).toEqual([]);
  });
});

describe('findAll', () => {
  it.each([
    ['agree', ['I AGREE and agree.'], ['AGREE', 'agree']],
    ['$2.00', ['$2.00 or $2x00'], ['$2.00']],
    ['.*', ['Anything. *', 'x.*y'], ['.*']],
    ['(', ['a ( b'], ['(']],
    ["don't", ['I don’t know'], ['don’t']],
    ['cafe', ['At the Café'], ['Café']],
    ['café', ['at the cafe\u0301'], ['cafe\u0301']],
    ['  two   thousand ', ['two thousand dollars'], ['two thousand']],
    ['istanbul', ['İstanbul 🚗 Istanbul'], ['İstanbul', 'Istanbul']],
    ['aa', ['aaaa'], ['aa', 'aa']],
    ['   ', ['nothing is looked for'], []],
    ['zebra', ['no such word'], []],
  ])('%s', (query, lines, expected) => {
    expect(findAll(lines, query).map(({ line, from, to }) => lines[line]?.slice(from, to))).toEqual(expected);
  });

  it('tells in which line each place is', () => {
    expect(findAll(['one two', '', 'two'], 'two').map(({ line }) => line)).toEqual([0, 2]);
  });
});

describe('step', () => {
  it.each([
    [0, 1, 3, 1],
    [2, 1, 3, 0],
    [0, -1, 3, 2],
    [0, 1, 0, 0],
  ] as const)('from %s by %s of %s is %s', (at, by, count, next) => {
    expect(step(at, by, count)).toBe(next);
  });
});

describe('following', () => {
  it('rests when the line being heard is scrolled away, and goes along again when it is back', () => {
    expect(nextFollow('following', { kind: 'scrolled', seesCurrent: false })).toBe('resting');
    expect(nextFollow('resting', { kind: 'scrolled', seesCurrent: true })).toBe('following');
    expect(nextFollow('resting', { kind: 'scrolled', seesCurrent: null })).toBe('resting');
    expect(nextFollow('following', { kind: 'scrolled', seesCurrent: null })).toBe('following');
  });

  it('goes along again when asked to, or when something is played', () => {
    expect(nextFollow('resting', { kind: 'resumed' })).toBe('following');
    expect(nextFollow('resting', { kind: 'sought' })).toBe('following');
  });

  it('knows what is wholly seen and what is on the screen at all', () => {
    const view = { top: 100, bottom: 800 };
    expect(isSeen({ top: 100, bottom: 160 }, view)).toBe(true);
    expect(isSeen({ top: 90, bottom: 150 }, view)).toBe(false);
    expect(isSeen({ top: 760, bottom: 820 }, view)).toBe(false);
    expect(isOnScreen({ top: 790, bottom: 4000 }, view)).toBe(true);
    expect(isOnScreen({ top: 801, bottom: 4000 }, view)).toBe(false);
    expect(isOnScreen({ top: -900, bottom: 90 }, view)).toBe(false);
  });
});
