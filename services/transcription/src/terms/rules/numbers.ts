/** A word, a number in digits or a currency sign, by its place in the text. */
export interface Token {
  /** In lower case. */
  word: string;
  from: number;
  to: number;
}

export interface SpokenNumber {
  value: number;
  /** The token after it. */
  next: number;
  /** Ends in "grand", which only money does. */
  isMoney: boolean;
  isDigits: boolean;
}

const SMALL: Record<string, number> = {
  ...{ one: 1, two: 2, three: 3, four: 4, five: 5, six: 6, seven: 7, eight: 8, nine: 9 },
  ...{ ten: 10, eleven: 11, twelve: 12, thirteen: 13, fourteen: 14, fifteen: 15, sixteen: 16 },
  ...{ seventeen: 17, eighteen: 18, nineteen: 19 },
  ...{ twenty: 20, thirty: 30, forty: 40, fifty: 50, sixty: 60, seventy: 70, eighty: 80, ninety: 90 },
};
const SCALES: Record<string, number> = { thousand: 1000, grand: 1000, million: 1_000_000 };
const DIGITS = /^\d[\d,]*(?:\.\d+)?k?$/;
const TOKEN = /\d[\d,]*(?<=\d)(?:\.\d+)?k?(?![\p{L}\d])|[\p{L}\d]+(?:['’]\p{L}+)?|[$€£]/giu;

export function tokensOf(text: string): Token[] {
  return [...text.matchAll(TOKEN)].map(({ 0: word, index }) => ({
    word: word.toLowerCase(),
    from: index,
    to: index + word.length,
  }));
}

/** The longest number that begins at this token, in words or digits: `a hundred and twenty`, `2.5 thousand`. */
export function readNumber(tokens: Token[], at: number): SpokenNumber | null {
  const start = readStart(tokens, at);
  let { next } = start;
  // `below` is what has room for smaller numbers: after "two thousand" and "five hundred", not after "five".
  let [total, group, room, lastScale] = [0, start.value, start.room, Number.POSITIVE_INFINITY];
  let [isMoney, hasAny] = [false, start.value > 0];
  for (;;) {
    const hasAnd = tokens[next]?.word === 'and' && hasAny;
    const index = hasAnd ? next + 1 : next;
    const word = tokens[index]?.word ?? '';
    if (hasAnd && word === 'a' && tokens[index + 1]?.word === 'half' && room < 100 && group > 0) {
      group += 0.5;
      room = 1;
      next = index + 2;
      continue;
    }
    const small = SMALL[word];
    const scale = SCALES[word];
    if (small !== undefined && small < room && (!hasAnd || room >= 100)) {
      group += small;
      room = small >= 20 ? 10 : 1;
    } else if (word === 'hundred' && !hasAnd && group >= 1 && group < 100) {
      group *= 100;
      room = 100;
    } else if (scale !== undefined && !hasAnd && group > 0 && scale < lastScale) {
      total += group * scale;
      [group, room, lastScale] = [0, 1000, scale];
      isMoney = word === 'grand';
    } else break;
    hasAny = true;
    next = index + 1;
    if (isMoney) break;
  }
  const value = Math.round((total + group) * 100) / 100;
  return hasAny && value > 0 ? { value, next, isMoney, isDigits: start.isDigits } : null;
}

/** Digits, "a" before hundred or thousand, "a couple", "half a"; else nothing yet. */
function readStart(tokens: Token[], at: number) {
  const word = (offset: number) => tokens[at + offset]?.word ?? '';
  const isLarge = (text: string) => text === 'hundred' || text in SCALES;
  const nothing = { value: 0, next: at, room: 100, isDigits: false };
  if (DIGITS.test(word(0))) {
    const value = Number(word(0).replace(/[,k]/g, '')) * (word(0).endsWith('k') ? 1000 : 1);
    return { value, next: at + 1, room: 1, isDigits: true };
  }
  if (word(0) === 'half' && word(1) === 'a' && word(2) in SCALES) {
    return { ...nothing, value: 0.5, next: at + 2, room: 1 };
  }
  if (word(0) !== 'a' && word(0) !== 'couple') return nothing;
  const couple = word(0) === 'couple' ? 0 : 1;
  if (word(couple) === 'couple') {
    const next = word(couple + 1) === 'of' ? couple + 2 : couple + 1;
    return isLarge(word(next)) ? { ...nothing, value: 2, next: at + next, room: 1 } : nothing;
  }
  return isLarge(word(1)) ? { ...nothing, value: 1, next: at + 1, room: 1 } : nothing;
}
