/** A word, a number in digits or a currency sign, by its place in the text. */
export interface Token {
  /** In lower case. */
  word: string;
  from: number;
  to: number;
  /** What parts it from the token before: nothing but spaces and hyphens, a comma, or any other sign. */
  mark: '' | ',' | '.';
  /** A filler ("uh"), a dash or dots part it from the token before: whether a number goes on here, nobody can say. */
  isHalting: boolean;
}

export interface SpokenNumber {
  /** 0 for digits that can be read in two ways. */
  value: number;
  /** The token after it. */
  next: number;
  /** Ends in "grand", which only money does. */
  isMoney: boolean;
  isDigits: boolean;
  /** False where it is no certain number: "a few hundred", "1.500,00". */
  isPlain: boolean;
}

const SMALL: Record<string, number> = {
  ...{ one: 1, two: 2, three: 3, four: 4, five: 5, six: 6, seven: 7, eight: 8, nine: 9 },
  ...{ ten: 10, eleven: 11, twelve: 12, thirteen: 13, fourteen: 14, fifteen: 15, sixteen: 16 },
  ...{ seventeen: 17, eighteen: 18, nineteen: 19 },
  ...{ twenty: 20, thirty: 30, forty: 40, fifty: 50, sixty: 60, seventy: 70, eighty: 80, ninety: 90 },
};
const SCALES: Record<string, number> = {
  ...{ thousand: 1000, grand: 1000, million: 1_000_000, billion: 1_000_000_000 },
};
const LARGE = /^(?:hundred|thousand|million|billion)$/;
/** Before a bare "hundred": how many there are, nobody knows, or it was said apart. */
const VAGUE =
  /^(?:few|several|many|some|couple|dozen|half|quarter|third|tens|hundreds|thousands|point|every|each|per|grand)$/;
/** Of these a bare scale is a part: "three quarters of a million". */
const FRACTION = /^(?:half|quarters?|thirds?|fourths?|fifths?|tenths?|fraction|part|\d+\/\d+)$/;
/** With the letters of a scale that stand right behind the digits: "1.2M". Fractions ("1/2", "12½") stand as they are. */
const TOKEN =
  /\d+(?:\/\d+)+|\d*[¼-¾⅐-⅞]|(?<![\p{L}\d.])\.\d+|\d+(?:[.,]\d+)*(?:k|mm?|bn?)?(?![\p{L}\d]|[.,]\d)|[\p{L}\d]+(?:['’]\p{L}+)?|[$€£]/giu;
const DIGITS = /^(?:\.?\d[\d.,]*(?:k|mm?|bn?)?|\d+(?:\/\d+)+|\d*[¼-¾⅐-⅞])$/;
const PLAIN_DIGITS = /^(?:\d{1,3}(?:,\d{3})+|\d*)(?:\.\d{1,2})?(?:k|m)?$/;
/** "Five metres" are written "5 m", and five million "$5 m": only after a sign is it a scale, and of others nobody knows. */
const LETTERS = /(?:mm?|bn?)$/;
const SIGN = /^(?:[$€£]|usd)$/;
const FILLER = /^(?:uh+|u[hm]+|er+m*|ah+|hm+)$/i;
const FILLERS = /\b(?:you know|i mean|let['’]s say)\b/giu;

export function tokensOf(text: string): Token[] {
  return tokensIn(blanked(text, FILLERS), TOKEN, FILLER);
}

/** The same length with blanks in place of what is found. */
export function blanked(text: string, fillers: RegExp): string {
  return text.replace(fillers, (said) => '\u2026'.padEnd(said.length));
}

/** The words of a text that are no fillers. */
export function tokensIn(text: string, pattern: RegExp, filler: RegExp): Token[] {
  const tokens: Token[] = [];
  let [end, hasFiller] = [0, false];
  for (const { 0: word, index } of text.matchAll(pattern)) {
    if (filler.test(word)) {
      hasFiller = true;
      continue;
    }
    const between = text.slice(end, index);
    const spoken = hasFiller ? between.replace(/[\p{L}\u2026]+/gu, ' , ') : between;
    end = index + word.length;
    tokens.push({
      ...{ word: word.toLowerCase(), from: index, to: end, mark: index === 0 ? '' : markOf(spoken) },
      isHalting: tokens.length > 0 && (hasFiller || HALT.test(between)),
    });
    hasFiller = false;
  }
  return tokens;
}

/** A dash or dots where a sentence goes on. */
const HALT = /[\u2013\u2014\u2026]|\s-+\s|--|\.{2,}/;

/** What stands between two words: hyphens and spaces part nothing, and whoever halts parts them as a comma does. */
export function markOf(between: string): Token['mark'] {
  if (/^[\s-]*$/.test(between) && !HALT.test(between)) return '';
  return /^(?:[\s,-]|\.{2,}|[\u2013\u2014\u2026])*$/.test(between) ? ',' : '.';
}

/**
 * The longest number that begins at this token, in words or digits: `a hundred and twenty`, `2.5 thousand`, `one point
 * five million`. Across a comma only a larger scale goes on, with hundreds at least: `five thousand, two hundred`.
 */
export function readNumber(tokens: readonly Token[], at: number): SpokenNumber | null {
  const start = readStart(tokens, at);
  let { next, isPlain } = start;
  // "Five, uh, hundred" and "six hundred … fifty" may be one number or two.
  isPlain &&= !goesOnHalting(tokens, at);
  // `room` is what has room for smaller numbers: after "two thousand" and "five hundred", not after "five".
  let [total, group, room, lastScale] = [0, start.value, start.room, Number.POSITIVE_INFINITY];
  let [isMoney, hasAny, hasDecimals] = [false, start.value > 0 || start.isDigits, false];
  while (!isMoney) {
    const mark = next === at ? '' : (tokens[next]?.mark ?? '');
    const hasAnd = tokens[next]?.word === 'and' && hasAny;
    const index = hasAnd ? next + 1 : next;
    const word = tokens[index]?.word ?? '';
    if (mark === '.' || (hasAnd && (mark === ',' || tokens[index]?.mark !== ''))) break;
    if (mark === ',' && !(total > 0 && group === 0 && isRest(tokens, index, lastScale))) break;
    if (hasAnd && word === 'a' && tokens[index + 1]?.word === 'half' && room < 100 && group > 0) {
      // Of "1,500 and a half" nobody says what is halved: a dollar, a hundred or a thousand.
      isPlain &&= !start.isDigits || group % 100 > 0;
      group += 0.5;
      room = 1;
      next = index + 2;
      continue;
    }
    const decimals = word === 'point' && !hasAnd && group >= 1 ? readDecimals(tokens, index) : null;
    if (decimals && !hasDecimals) {
      group += decimals.value;
      [room, next, hasDecimals] = [1, decimals.next, true];
      // "One point five hundred" is no number that anybody says.
      isPlain &&= decimals.digits <= 2 || scaleOf(tokens[next]?.word ?? '') > 1;
      isPlain &&= tokens[next]?.word !== 'hundred';
      continue;
    }
    const small = SMALL[word];
    const scale = SCALES[word];
    const isFirst = total === 0 && group === 0;
    if (
      small !== undefined &&
      small < room &&
      (isFirst || isJoined(tokens, index, { at, room, lastScale, hasAnd }))
    ) {
      // "Two thousand five" is 2,005, or 2,500 said in short.
      isPlain &&=
        hasAnd || group > 0 || total === 0 || small > 9 || scaleOf(tokens[index + 1]?.word ?? '') > 1;
      group += small;
      room = small >= 20 ? 10 : 1;
    } else if (word === 'hundred' && !hasAnd && group >= 0.5 && group < 100) {
      group *= 100;
      room = 100;
    } else if (scale !== undefined && !hasAnd && group > 0 && scale < lastScale) {
      total += group * scale;
      [group, room, lastScale] = [0, hasDecimals ? 1 : 1000, scale];
      isMoney = word === 'grand';
    } else break;
    hasAny = true;
    next = index + 1;
  }
  const value = Math.round((total + group) * 100) / 100;
  const isNumber = hasAny && (value > 0 || !isPlain);
  return isNumber ? { value, next, isMoney, isDigits: start.isDigits, isPlain } : null;
}

/** Whether a number, perhaps with its "and", stands before this token, and a filler, a dash or dots in between. */
function goesOnHalting(tokens: readonly Token[], at: number): boolean {
  const hasAnd = tokens[at - 1]?.word === 'and';
  const last = hasAnd ? at - 2 : at - 1;
  const isHalting = tokens[at]?.isHalting === true || (hasAnd && tokens[at - 1]?.isHalting === true);
  return isHalting && isNumeral(tokens[last]?.word ?? '');
}

/** Whether a number of hundreds or thousands that is smaller than the scale before it begins here. */
function isRest(tokens: readonly Token[], index: number, lastScale: number): boolean {
  const rest = readNumber(tokens, index);
  if (!rest?.isPlain || rest.isDigits) return false;
  return rest.value >= 100 && rest.value < lastScale;
}

/** The digits after "point": `five`, `two five`, `oh five`. */
function readDecimals(
  tokens: readonly Token[],
  point: number,
): { value: number; digits: number; next: number } | null {
  let [value, digits, next] = [0, 0, point + 1];
  for (;;) {
    const { word = '', mark = '.' } = tokens[next] ?? {};
    const digit = /^(?:oh|zero)$/.test(word) ? 0 : SMALL[word];
    if (digit === undefined || digit > 9 || mark !== '') break;
    digits += 1;
    value += digit / 10 ** digits;
    next += 1;
  }
  return digits === 0 ? null : { value, digits, next };
}

/** Whether "between" or "from" stands before this token. */
export function isAfterRangeWord(tokens: readonly Token[], at: number): boolean {
  const isVague = /^(?:about|around|roughly|maybe|say)$/.test(tokens[at - 1]?.word ?? '');
  return /^(?:between|from)$/.test(tokens[isVague ? at - 2 : at - 1]?.word ?? '');
}

/** Whether a currency sign belongs to the number before it: "700 $", "500$ 3 times". */
export function isBehind(tokens: readonly Token[], sign: number): boolean {
  const [before, own, after] = [tokens[sign - 1], tokens[sign], tokens[sign + 1]];
  if (!before || !own || own.mark !== '' || !isAmountEnd(before.word)) return false;
  return before.to === own.from || !after || after.mark !== '' || !/^\.?\d/.test(after.word);
}

/** Whether a sign may belong to either of two numbers: "3 $ 20". */
export function isBetweenNumbers(tokens: readonly Token[], sign: number): boolean {
  const [before, own, after] = [tokens[sign - 1], tokens[sign], tokens[sign + 1]];
  const isApart = before && own && after && before.to < own.from && own.to < after.from;
  return isApart === true && own.mark === '' && /^\d/.test(before.word);
}

/** A number that a sign can follow. */
const isAmountEnd = (word: string): boolean =>
  /^\d/.test(word) || /^(?:mil|k)$/.test(word) || isNumeral(word);

export function scaleOf(word: string): number {
  if (/^\d.*k$/.test(word)) return 1000;
  if (word === 'hundred') return 100;
  return Object.hasOwn(SCALES, word) ? (SCALES[word] ?? 1) : 1;
}

/**
 * Whether a number before another one may be said in short, without the scale of that one: "two or three hundred", "one to
 * two hundred and fifty", not "five to two hundred".
 */
export function isSaidInShort(
  tokens: readonly Token[],
  value: number,
  from: number,
  upper: SpokenNumber,
): boolean {
  const place = tokens.findIndex(
    ({ word }, index) => index >= from && index < upper.next && scaleOf(word) > 1,
  );
  const head = place < 0 ? 0 : (readNumber(tokens.slice(0, place), from)?.value ?? 1);
  const scale = scaleOf(tokens[upper.next - 1]?.word ?? '');
  return value < head || (scale > 1 && value < upper.value / scale);
}

/**
 * Whether a number belongs to the one before: "two hundred and fifty", "two thousand five hundred" and "one hundred and
 * one thousand", not "two hundred and three hundred" or "two thousand fifteen hundred". A range has its second end there.
 */
function isJoined(
  tokens: readonly Token[],
  index: number,
  { at, room, lastScale, hasAnd }: { at: number; room: number; lastScale: number; hasAnd: boolean },
): boolean {
  const word = (place: number) => tokens[place]?.word ?? '';
  const isSmall = (place: number) => Object.hasOwn(SMALL, word(place));
  const [tens, unit] = [SMALL[word(index)] ?? 0, SMALL[word(index + 1)] ?? 10];
  const isPair = tens >= 20 && unit < 10;
  const next = index + (isPair ? 2 : 1);
  const scale = scaleOf(word(next));
  if (room < 100) return !hasAnd;
  if (hasAnd && isAfterRangeWord(tokens, at)) return scale === 1 && !isSmall(next);
  if (scale === 1) return true;
  if (word(next) !== 'hundred') return scale < lastScale;
  // Five hundred fits below a thousand, not below a hundred; fifteen hundred does not.
  const hundreds = (tens + (isPair ? unit : 0)) * 100;
  return room > 100 && hundreds * scaleOf(word(next + 1)) < lastScale;
}

/** Digits, "a" before hundred or thousand or nothing at all, "a couple", "half a"; else nothing yet. */
function readStart(tokens: readonly Token[], at: number) {
  const word = (offset: number) => tokens[at + offset]?.word ?? '';
  const isLarge = (text: string) => text === 'hundred' || text in SCALES;
  const isPart = word(-1) === 'of' && FRACTION.test(word(-2));
  const isScaleAlone = /^(?:a|one)$/.test(word(0)) && isLarge(word(1));
  const nothing = { value: 0, next: at, room: 100, isDigits: false, isPlain: !(isPart && isScaleAlone) };
  if (DIGITS.test(word(0))) {
    const isAfterSign = SIGN.test(word(-1));
    const isApart =
      tokens[at + 1]?.mark === '' && (word(1) === 'k' || (isAfterSign && LETTERS.test(word(1))));
    const letters = isApart ? word(1) : (/[a-z]+$/.exec(word(0))?.[0] ?? '');
    const isRead = letters === '' || letters === 'k' || (letters === 'm' && isAfterSign);
    const isPlain = PLAIN_DIGITS.test(word(0)) && isRead;
    const scale = letters === 'k' ? 1000 : letters === 'm' ? 1_000_000 : 1;
    const value = isPlain ? Number(word(0).replace(/[,a-z]/g, '')) * scale : 0;
    return { value, next: isApart ? at + 2 : at + 1, room: 1, isDigits: true, isPlain };
  }
  if (word(0) === 'half' && word(1) === 'a' && isLarge(word(2))) {
    return { ...nothing, value: 0.5, next: at + 2, room: 1 };
  }
  if (LARGE.test(word(0))) {
    const isApart = isPart || VAGUE.test(word(-1)) || isNumeral(word(-1));
    return { ...nothing, value: 1, room: 1, isPlain: !isApart };
  }
  if (word(0) !== 'a' && word(0) !== 'couple') return nothing;
  const couple = word(0) === 'couple' ? 0 : 1;
  if (word(couple) === 'couple') {
    const next = word(couple + 1) === 'of' ? couple + 2 : couple + 1;
    return isLarge(word(next)) ? { ...nothing, value: 2, next: at + next, room: 1 } : nothing;
  }
  return isLarge(word(1)) ? { ...nothing, value: 1, next: at + 1, room: 1 } : nothing;
}

function isNumeral(word: string): boolean {
  return /^\d/.test(word) || LARGE.test(word) || Object.hasOwn(SMALL, word);
}
