import type { Found } from '../../passages.js';
import type { Token } from '../numbers.js';
import { readSpanishNumber, spanishTokens, withoutAccents } from './numbers.js';

const SIGNS: Record<string, string> = { $: 'USD', '€': 'EUR', '£': 'GBP', usd: 'USD' };
/** Pesos are of many countries, so they have no value that could be compared. */
const UNITS: Record<string, string | null> = {
  ...{ dolar: 'USD', dolares: 'USD', usd: 'USD', euro: 'EUR', euros: 'EUR', peso: null, pesos: null },
};
const RATE =
  /^\s*(?:(?:por|al|cada|a la|la)\s+(?:hora|dia|semana|mes|ano|noche|visita|clase|leccion|sesion|persona|pieza|vez)\b|cada un[oa]\b|semanales\b|mensuales\b)/;
/** Before and after a number that names no currency and can only be money. */
const PAYS =
  /\b(?:por|precio(?:\s+(?:es|de|es de))?|cuesta|cuestan|vale|valen|cobro|pago|paga|pagas|pagare|pagara|pagaria|pagar|doy|dare|total(?:\s+(?:es|de|es de))?|deposito(?:\s+(?:es|de|es de))?|renta(?:\s+(?:es|de|es de))?|debe|debo)\s+$/;
const PAID = /^\s*(?:$|[.,;!?]|(?:en efectivo|en total|hoy|manana|ahora|al contado|cuando|si|el|y)\b)/;
const SMALLEST_BARE = 20;

/** Sums of money in Spanish; those in dollars and euros have values such as `2000.00 USD`. */
export function findSpanishAmounts(text: string): Found[] {
  const tokens = spanishTokens(text);
  const plain = sameLength(text);
  const found: Found[] = [];
  for (let at = 0; at < tokens.length; ) {
    const amount = readAmount(plain, tokens, at);
    if (amount?.found) found.push(amount.found);
    at = amount?.next ?? at + 1;
  }
  return found;
}

/** Without accents, each character in its place. */
export function sameLength(text: string): string {
  const plain = [...text].map((letter) => withoutAccents(letter)).join('');
  return plain.length === text.length ? plain : text.toLowerCase();
}

function readAmount(
  plain: string,
  tokens: readonly Token[],
  at: number,
): { found: Found | null; next: number } | null {
  const sign = SIGNS[tokens[at]?.word ?? ''];
  const first = sign === undefined ? at : at + 1;
  const number = readSpanishNumber(tokens, first);
  if (!number) return null;
  const after = tokens[number.next]?.word === 'de' ? number.next + 1 : number.next;
  const unit = UNITS[tokens[after]?.word ?? ''];
  const isCents = /^(?:centavos?|centimos?)$/.test(tokens[number.next]?.word ?? '');
  const hasUnit = unit !== undefined;
  let next = hasUnit ? after + 1 : isCents ? number.next + 1 : number.next;
  let { value } = number;
  if (isCents && sign === undefined) value /= 100;
  if (hasUnit || sign !== undefined) {
    const cents = readCents(tokens, next);
    if (cents) [value, next] = [value + cents.value, cents.next];
  }
  const from = tokens[at]?.from ?? 0;
  const end = tokens[next - 1]?.to ?? from;
  if (sign === undefined && !hasUnit && !isCents && !isBare(plain, from, end, value, number.isDigits)) {
    return { found: null, next: number.next };
  }
  const currency = sign ?? (hasUnit ? unit : 'USD');
  const rate = RATE.exec(plain.slice(end))?.[0].length ?? 0;
  const amount = currency === null ? null : `${value.toFixed(2)} ${currency}`;
  return { found: { kind: 'amount', from, to: end + rate, value: amount }, next };
}

/** `con cincuenta centavos` */
function readCents(tokens: readonly Token[], at: number): { value: number; next: number } | null {
  const first = /^(?:con|y)$/.test(tokens[at]?.word ?? '') ? at + 1 : at;
  const number = readSpanishNumber(tokens, first);
  if (!number || number.value >= 100) return null;
  const isCents = /^(?:centavos?|centimos?)$/.test(tokens[number.next]?.word ?? '');
  return isCents ? { value: number.value / 100, next: number.next + 1 } : null;
}

function isBare(plain: string, from: number, to: number, value: number, isDigits: boolean): boolean {
  const isYear = isDigits && value >= 1950 && value < 2050 && value % 100 !== 0;
  if (value < SMALLEST_BARE || isYear) return false;
  const after = plain.slice(to);
  return PAYS.test(plain.slice(0, from)) && (PAID.test(after) || RATE.test(after));
}
