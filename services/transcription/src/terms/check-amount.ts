import type { RecordedSegment, RecordingSide } from '../recordings/recordings.module.js';
import { centsOf, findAmounts, isRate } from './english/amounts.js';
import { readNumber, type Token, tokensOf } from './english/numbers.js';
import { type Passage, passagesOf } from './passages.js';
import { countsUnitOf } from './rate-units.js';
import { findSpanishAmounts, SPANISH_RATE } from './spanish/amounts.js';
import { readSpanishNumber, sameLength, spanishTokens } from './spanish/numbers.js';
import { type AmountCheck, type Spoken, type Term, termsLanguage } from './term.js';

const sides: readonly RecordingSide[] = ['a', 'b'];

/**
 * Compares the amount that was typed, in cents, with those in dollars that were said; what is unsure counts for nothing.
 * Where amounts are sure in both recordings, each is a statement of its own and has to agree by itself: what one party
 * reads aloud from the screen says nothing of what the other one recorded. Within a recording they agree when none was
 * said, when one of them is the typed one, or when payments make it up: amounts that are said to be parts ("five hundred
 * now and fifteen hundred on Friday"), a condition that says how often and how much each time ("in four payments of five
 * hundred dollars", "en cuatro pagos de quinientos dólares"), a number of payments of an amount ("five weekly payments
 * of forty dollars"), or a rate and for how long ("fifteen hundred a month for six months"). The same amount said twice
 * counts once: two times one thousand is not two thousand, and "one thousand, half now and half later" is one thousand.
 * @param segments The words around the amounts; without them none are known to be parts.
 * @param spoken In which languages: of some nobody knows whether an amount was said.
 * @returns null when none was typed, and when those that were said cannot be compared: another currency, unsure words, a
 *   language in which amounts are not found, a rate of which the typed one is a multiple while nobody says how many, or a number of payments said apart from an
 *   amount of which the typed one is that multiple
 */
export function checkAmount(
  terms: readonly Term[],
  typedCents: number | null,
  segments: readonly RecordedSegment[] = [],
  spoken: Spoken = { a: null, b: null },
): AmountCheck | null {
  if (typedCents === null) return null;
  const isOf = (side: RecordingSide) => (one: { recording: RecordingSide }) => one.recording === side;
  const sure = sureAmounts(terms);
  if (!sides.every((side) => sure.some(isOf(side))))
    return checkStatement(terms, typedCents, segments, spoken);
  const checks = sides.map((side) =>
    checkStatement(terms.filter(isOf(side)), typedCents, segments.filter(isOf(side)), spoken),
  );
  const agrees = checks.every((check) => check?.agrees !== false);
  if (agrees && checks.includes(null)) return null;
  return { typedCents, spokenCents: centsIn(sure), agrees };
}

const sureAmounts = (terms: readonly Term[]) =>
  terms.filter(({ kind, value, isUnsure }) => kind === 'amount' && !isUnsure && centsOf(value) !== null);

const centsIn = (amounts: readonly Term[]) => [
  ...new Set(amounts.flatMap(({ value }) => centsOf(value) ?? [])),
];

/** What is said together: in one recording, or in two of which only one names amounts. */
function checkStatement(
  terms: readonly Term[],
  typedCents: number,
  segments: readonly RecordedSegment[],
  spoken: Spoken,
): AmountCheck | null {
  const amounts = terms.filter(({ kind }) => kind === 'amount');
  const sure = sureAmounts(terms);
  const spokenCents = centsIn(sure);
  const isAllRead = [spoken.a, spoken.b].every((language) => termsLanguage(language) !== null);
  if (spokenCents.length === 0 && (amounts.length > 0 || !isAllRead)) return null;
  const rates = ratesIn(sure, segments);
  const agrees =
    spokenCents.length === 0 ||
    spokenCents.includes(typedCents) ||
    areParts(sure, typedCents, segments) ||
    terms.some((term) => isPaidInParts(term, typedCents)) ||
    rates.some(({ wholeCents }) => wholeCents === typedCents);
  const isOpen = rates.some(({ cents, wholeCents }) => wholeCents === null && typedCents % cents === 0);
  if (!agrees && (isOpen || terms.some((term) => mayBePaidInParts(term, spokenCents, typedCents))))
    return null;
  return { typedCents, spokenCents, agrees };
}

/** An amount with its place in what was said. */
interface Placed {
  cents: number;
  term: Term;
  /** Index in the passages. */
  passage: number;
  from: number;
  to: number;
}

/** Says that an amount is one of several payments; the words of the second line also where another voice says them. */
const PART =
  /\b(?:down|now|today|tonight|tomorrow|up ?front|in advance|deposit|first|half|another|when|upon|delivery|next (?:week|month)|\w+day|january|february|march|april|june|july|august|september|october|november|december|ahora|hoy|manana|adelanto|anticipo|deposito|enganche|primero|mitad|otr[oa]s|cuando|al (?:recibir|entregar|final)|lunes|martes|miercoles|jueves|viernes|sabado|domingo|enero|febrero|marzo|abril|mayo|junio|julio|agosto|septiembre|octubre|noviembre|diciembre)\b/;
const REST =
  /\b(?:rest|remaining|remainder|balance|later|afterwards?|other half|second half|resto|restante|saldo|luego|despues|otra mitad)\b/;
const AND = /\b(?:and|plus|then|y|mas)\b(?:\s+[^\s.?!]+){0,3}\s*$/;
/** Somebody takes an amount back, asks for another or names it beside the other. */
const INSTEAD =
  /\?|\b(?:no|not|nope|wait|sorry|actually|rather|instead|mean|meant|make it|how about|what about|or|said|offer(?:ed)?|asked|wrong|oops|better|too (?:much|little)|espera|perdon|mejor|digo|quise decir|en realidad|sino|dije|que tal|ofrezco|bien|corrijo|equivoque|demasiado)\b|\bo\b(?!['’])/;
const RANGE = /\b(?:between|from|entre|desde)\s+(?:about\s+|around\s+)?$/;

/** Whether amounts that follow each other are said to be parts and add up to the whole. */
function areParts(amounts: readonly Term[], whole: number, segments: readonly RecordedSegment[]): boolean {
  const passages = passagesOf([...segments]);
  const placed = amounts.flatMap((term) => placeOf(term, passages));
  return placed.some((first, at) => {
    let sum = first.cents;
    const seen = new Set([sum]);
    for (let next = at + 1; next < placed.length; next += 1) {
      const [one, other] = [placed[next - 1], placed[next]];
      if (!one || !other || seen.has(other.cents) || !isJoint(one, other, passages)) return false;
      sum += other.cents;
      seen.add(other.cents);
      if (sum === whole) return true;
    }
    return false;
  });
}

function placeOf(term: Term, passages: readonly Passage[]): Placed[] {
  const cents = centsOf(term.value);
  if (cents === null) return [];
  for (const [index, { text, recording }] of passages.entries()) {
    if (recording !== term.recording) continue;
    for (let from = text.indexOf(term.text); from !== -1; from = text.indexOf(term.text, from + 1)) {
      if (passages[index]?.secondAt(from) !== term.start) continue;
      return [{ cents, term, passage: index, from, to: from + term.text.length }];
    }
  }
  return [];
}

/** Whether the words between two amounts and after the second say that both are parts of one sum. */
function isJoint(one: Placed, other: Placed, passages: readonly Passage[]): boolean {
  if (one.term.recording !== other.term.recording) return false;
  const textOf = (index: number) => sameLength(passages[index]?.text ?? '');
  const [first, second] = [textOf(one.passage), textOf(other.passage)];
  const isSame = one.passage === other.passage;
  const skipped = passages.slice(one.passage + 1, other.passage).map((_, at) => textOf(one.passage + 1 + at));
  const between = isSame
    ? first.slice(one.to, other.from)
    : [first.slice(one.to), ...skipped, second.slice(0, other.from)].join('. ');
  if (INSTEAD.test(between) || RANGE.test(first.slice(0, one.from))) return false;
  const after = second.slice(other.to);
  const hasRest = REST.test(between) || REST.test(after);
  const isAnswer = one.term.speaker !== null && one.term.speaker !== other.term.speaker;
  if (isAnswer || hasRest) return hasRest;
  return PART.test(between) || PART.test(after) || (isSame && AND.test(between));
}

/** "Al mes", "cada una", as the text of an amount ends. What it is paid for may follow: "for six months". */
const ENDS_IN_SPANISH_RATE = new RegExp(`\\b${SPANISH_RATE}$`);
const FOR_HOW_LONG = /^[\s,]*(?:for|during|por|durante)\s+((?:[a-z\d-]+\s+){1,5}[a-z\d-]+)/i;

/** "Five weekly payments of", before the amount of each. */
const PAYMENTS_OF =
  /(?:\S+\s+){1,3}(?:(?:payments?|instal+ments?)|(?:pagos|cuotas|plazos|mensualidades|quincenas|abonos|letras)(?:\s+\p{L}+)?)\s+(?:of|de)\s+$/u;

/** Amounts that are paid more than once, and what they come to; null where nobody says how often. */
function ratesIn(
  amounts: readonly Term[],
  segments: readonly RecordedSegment[],
): { cents: number; wholeCents: number | null }[] {
  const passages = passagesOf([...segments]);
  return amounts.flatMap((term) => {
    const isEach = isRate(term.text) || ENDS_IN_SPANISH_RATE.test(sameLength(term.text));
    const places = placeOf(term, passages);
    if (places.length === 0) return isEach ? [{ cents: centsOf(term.value) ?? 0, wholeCents: null }] : [];
    return places.flatMap(({ cents, passage, from, to }) => {
      const text = sameLength(passages[passage]?.text ?? '');
      const before = PAYMENTS_OF.exec(text.slice(0, from))?.[0] ?? '';
      const times = timesIn(before) ?? (isEach ? howLong(text.slice(from, to), text.slice(to)) : null);
      return isEach || times !== null ? [{ cents, wholeCents: times === null ? null : cents * times }] : [];
    });
  });
}

/** How many times, of what follows a rate; null where it counts something else than what the rate is for. */
function howLong(rate: string, after: string): number | null {
  const words = FOR_HOW_LONG.exec(after)?.[1] ?? '';
  const timesOf = (tokens: readonly Token[], times: { value: number; next: number } | null) => {
    // A word may stand between: "for six more months".
    const counted = tokens.slice(times?.next, (times?.next ?? 0) + 2).map(({ word }) => word);
    return times && countsUnitOf(rate, counted) ? times.value : null;
  };
  const [english, spanish] = [tokensOf(words), spanishTokens(words)];
  return timesOf(english, readNumber(english, 0)) ?? timesOf(spanish, readSpanishNumber(spanish, 0));
}

/** A condition names both, how often and how much each time: "in four payments of five hundred dollars". */
function isPaidInParts({ kind, text, isUnsure }: Term, whole: number): boolean {
  if (kind !== 'condition' || isUnsure) return false;
  const times = timesIn(text);
  if (times === null) return false;
  return [...findAmounts(text), ...findSpanishAmounts(text)].some(({ from, to, value }) => {
    const isEach =
      /\b(?:of|de|a)\s+$/i.test(text.slice(0, from)) || EACH.test(text.slice(from, to + EACH_LENGTH));
    return isEach && (centsOf(value) ?? 0) * times === whole;
  });
}

const EACH = /\b(?:each|apiece|every|per|cada)\b/i;
/** In characters after an amount. */
const EACH_LENGTH = 12;

/** How often is said apart from the amount: "five hundred dollars, in four payments" may be the whole or one of them. */
function mayBePaidInParts({ kind, text, isUnsure }: Term, spokenCents: number[], whole: number): boolean {
  if (kind !== 'condition' || isUnsure) return false;
  const times = timesIn(text);
  return times !== null && spokenCents.some((one) => one * times === whole);
}

const PAYMENTS =
  /^(?:instal+ments?|payments?|parts|rates|pagos|cuotas|plazos|partes|mensualidades|quincenas|abonos|letras)$/;

/** How many payments a condition names, in English or Spanish. */
function timesIn(text: string): number | null {
  return timesAmong(tokensOf(text), readNumber) ?? timesAmong(spanishTokens(text), readSpanishNumber);
}

function timesAmong(
  tokens: readonly Token[],
  read: (tokens: readonly Token[], at: number) => { value: number; next: number; isPlain?: boolean } | null,
): number | null {
  for (const [at] of tokens.entries()) {
    const number = read(tokens, at);
    if (!number || number.isPlain === false) continue;
    const after = tokens.slice(number.next, number.next + 2);
    if (after.some(({ word }) => PAYMENTS.test(word))) return number.value;
  }
  return null;
}
