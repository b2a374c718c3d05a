import { setImmediate } from 'node:timers/promises';
import { HOUR_MS } from '#platform';
import type { RecordedSegment, RecordingSide } from '../recordings/recordings.module.js';
import { findAmounts, findOffers } from './english/amounts.js';
import { findConditions, findItems, headOf } from './english/clauses.js';
import { findDates } from './english/dates.js';
import { findParties } from './parties.js';
import { type Found, type Passage, passagesOf } from './passages.js';
import { isRefused } from './refusals.js';
import { findSpanishAmounts, findSpanishOffers } from './spanish/amounts.js';
import { findSpanishConditions, findSpanishItems } from './spanish/clauses.js';
import { findSpanishDates } from './spanish/dates.js';
import {
  type DealFacts,
  type Spoken,
  type Term,
  type TermKind,
  type TermsLanguage,
  type TermsReader,
  termsLanguage,
} from './term.js';

/** Hours from UTC: the Americas to western Europe, where most contracts in these languages are made. */
const [WESTERNMOST, EASTERNMOST] = [-10, 3];

/** Terms by rules: numbers, dates, names and the phrases of everyday deals, in English and Spanish. */
export class RuleTerms implements TermsReader {
  async read(
    segments: RecordedSegment[],
    facts: DealFacts,
    signal: AbortSignal,
    spoken: Spoken = { a: null, b: null },
  ): Promise<Term[]> {
    const read: Term[][] = [];
    for (const passage of passagesOf(segments)) {
      signal.throwIfAborted();
      // A long transcript must not keep others of this process from their turn.
      await setImmediate();
      const language = termsLanguage(spoken[passage.recording]);
      if (language === null) continue;
      const terms = readPassage(passage, facts, language);
      const earlier = read.slice(-OFFER_PASSAGES).flat();
      read.push(withOffers(terms, offersIn(passage, language), [...earlier, ...terms], read.flat()));
    }
    return firstMentions(read.flat());
  }
}

/** How many passages after an amount a number without a currency may take its place. */
const OFFER_PASSAGES = 2;

function offersIn(passage: Passage, language: TermsLanguage): Term[] {
  const found = language === 'es' ? findSpanishOffers(passage.text) : findOffers(passage.text);
  return found.map((one) => passage.toTerm(one));
}

/**
 * A number that takes the place of an amount said shortly before it has no value, since nobody names its currency; but what
 * was said before it is no longer sure.
 * @param near What was said shortly before, and in this passage.
 * @param all What was said before this passage.
 */
function withOffers(terms: Term[], offers: Term[], near: readonly Term[], all: readonly Term[]): Term[] {
  const result = [...terms];
  for (const offer of offers) {
    const isBefore = (one: Term) => one.recording === offer.recording && one.start <= offer.start;
    const isRead = terms.some(
      ({ kind, start, text }) => kind === 'amount' && start === offer.start && text.includes(offer.text),
    );
    const last = near.findLast((one) => one.kind === 'amount' && one.value !== null && isBefore(one));
    if (isRead || !last) continue;
    for (const one of [...all, ...terms]) {
      if (one.kind === 'amount' && one.value === last.value && isBefore(one)) one.isUnsure = true;
    }
    result.push(offer);
  }
  return result.sort((a, b) => a.start - b.start);
}

function readPassage(passage: Passage, facts: DealFacts, language: TermsLanguage): Term[] {
  const { text } = passage;
  const isSpanish = language === 'es';
  const { amounts, dates } = findFigures(text, saidWithin(facts, passage.recording), language);
  const found = [
    ...findParties(text, facts, language),
    ...(isSpanish ? findSpanishItems(text, [...amounts, ...dates]) : findItems(text, amounts)),
    ...amounts,
    ...dates,
    ...(isSpanish ? findSpanishConditions(text, dates) : findConditions(text, dates)),
  ];
  return found.sort((a, b) => a.from - b.from).map((one) => passage.toTerm(one));
}

/** From when to when something can have been said. */
interface Moments {
  from: Date;
  to: Date;
}

/** A recording may have waited on its device; a clock that is ahead says that it was begun after it came. */
export function saidWithin({ startedAt, recordedAt }: DealFacts, side: RecordingSide): Moments {
  const [from, to] = [startedAt?.[side], recordedAt[side]];
  return { from: from && from < to ? from : to, to };
}

/** The amounts and dates of a text, and which amounts are refused; what is part of an amount is no date. */
export function findFigures(
  text: string,
  said: Moments,
  language: TermsLanguage,
): { amounts: Found[]; dates: Found[] } {
  const isSpanish = language === 'es';
  const found: Found[] = isSpanish ? findSpanishAmounts(text) : findAmounts(text);
  const amounts = found.map((one) =>
    isRefused(text, one.from, language) ? { ...one, isRefused: true } : one,
  );
  const isFree = (one: Found) => !amounts.some((other) => one.from < other.to && other.from < one.to);
  const find = isSpanish ? findSpanishDates : findDates;
  return { amounts, dates: findSureDates((today) => find(text, today), said).filter(isFree) };
}

/** Where the speakers are, nobody says: what would be another day in one of their zones, or later, has no value. */
function findSureDates(find: (today: Date) => Found[], { from, to }: Moments): Found[] {
  const others = daysBetween(hoursAfter(from, WESTERNMOST), hoursAfter(to, EASTERNMOST));
  const last = others.pop();
  if (last === undefined || others.length === 0) return find(to);
  const readings = others.map(find);
  return find(last).map((one) => {
    const isSame = readings.every(
      (reading) => reading.find((other) => isSamePlace(one, other))?.value === one.value,
    );
    return isSame ? one : { ...one, value: null };
  });
}

const isSamePlace = (one: Found, other: Found) => one.from === other.from && one.to === other.to;

const hoursAfter = (moment: Date, hours: number) => new Date(moment.getTime() + hours * HOUR_MS);

/** A moment of each day from the one to the other, in UTC. */
function daysBetween(from: Date, to: Date): Date[] {
  const dayOf = (moment: Date) => moment.toISOString().slice(0, 10);
  const days: Date[] = [];
  for (let day = from; dayOf(day) < dayOf(to); day = hoursAfter(day, 24)) days.push(day);
  return [...days, to];
}

/**
 * Each term once, where it was said first. An amount or a date that is said again after another one also stands where that
 * was last: what the parties end with after a haggle comes last. So does an amount that is said again in the other
 * recording: each party's statement is compared with the typed amount by itself.
 */
export function firstMentions(terms: Term[]): Term[] {
  const kept = new Set<Term>();
  const first = new Map<string, Term>();
  const last = new Map<string, Term>();
  const latest = new Map<TermKind, string>();
  for (const term of terms) {
    const key = keyOf(term);
    if (!first.has(key)) first.set(key, term);
    // The same again with nothing of its kind in between is one mention.
    const mention = term.kind === 'amount' ? `${term.recording} ${key}` : key;
    if (latest.get(term.kind) !== mention) last.set(key, term);
    latest.set(term.kind, mention);
  }
  for (const term of first.values()) kept.add(term);
  for (const term of last.values()) if (term.kind === 'amount' || term.kind === 'date') kept.add(term);
  return terms.filter((term) => kept.has(term));
}

function keyOf({ kind, text, value, isUnsure = false }: Term): string {
  const isFigure = kind === 'amount' || kind === 'date';
  const said = value ?? (kind === 'item' ? headOf(text) : text.toLowerCase());
  return `${kind} ${isFigure && isUnsure ? 'unsure ' : ''}${said}`;
}
