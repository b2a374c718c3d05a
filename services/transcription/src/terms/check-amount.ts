import { centsOf, findAmounts } from './english/amounts.js';
import { readNumber, tokensOf } from './english/numbers.js';
import type { AmountCheck, Term } from './term.js';

/**
 * Compares the amount that was typed, in cents, with those in dollars that were said. They agree when none was said, when
 * one of them is the typed one, or when payments make it up: different amounts said one after the other ("five hundred
 * now and fifteen hundred on Friday"), or a condition that says how often ("in four payments of five hundred dollars").
 * The same amount said by both parties counts once: two times one thousand is not two thousand.
 * @returns null when none was typed
 */
export function checkAmount(terms: Term[], typedCents: number | null): AmountCheck | null {
  if (typedCents === null) return null;
  const said = terms.filter(({ kind }) => kind === 'amount').flatMap(({ value }) => centsOf(value) ?? []);
  const spokenCents = [...new Set(said)];
  const agrees =
    spokenCents.length === 0 ||
    spokenCents.includes(typedCents) ||
    isRunOf(spokenCents, typedCents) ||
    terms.some((term) => isPaidInParts(term, spokenCents, typedCents));
  return { typedCents, spokenCents, agrees };
}

/** Whether amounts that follow each other add up to the whole. */
function isRunOf(cents: number[], whole: number): boolean {
  const sums = cents.map((_, at) => cents.slice(0, at).reduce((sum, one) => sum + one, 0));
  const total = cents.reduce((sum, one) => sum + one, 0);
  return sums.some((from) => [...sums, total].some((to) => to - from === whole));
}

function isPaidInParts({ kind, text }: Term, spokenCents: number[], whole: number): boolean {
  if (kind !== 'condition') return false;
  const named = findAmounts(text).flatMap(({ value }) => centsOf(value) ?? []);
  const times = timesIn(text);
  return times !== null && (named.length > 0 ? named : spokenCents).some((one) => one * times === whole);
}

/** How many payments a condition names. */
function timesIn(text: string): number | null {
  if (/\bhalf\b.*\bhalf\b/i.test(text)) return 2;
  const tokens = tokensOf(text);
  for (const [at] of tokens.entries()) {
    const number = readNumber(tokens, at);
    const after = tokens.slice(number?.next ?? 0, (number?.next ?? 0) + 2).map(({ word }) => word);
    if (number && after.some((word) => /^(?:instal+ments?|payments?|parts|rates)$/.test(word)))
      return number.value;
  }
  return null;
}
