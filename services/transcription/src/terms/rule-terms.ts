import { setImmediate } from 'node:timers/promises';
import type { RecordedSegment } from '../recordings/recordings.module.js';
import { findAmounts } from './english/amounts.js';
import { findConditions, findItems, headOf } from './english/clauses.js';
import { findDates } from './english/dates.js';
import { findParties } from './parties.js';
import { type Found, type Passage, passagesOf } from './passages.js';
import { findSpanishAmounts } from './spanish/amounts.js';
import { findSpanishConditions, findSpanishItems } from './spanish/clauses.js';
import { findSpanishDates } from './spanish/dates.js';
import {
  type DealFacts,
  type Spoken,
  type Term,
  type TermsLanguage,
  type TermsReader,
  termsLanguage,
} from './term.js';

/** Terms by rules: numbers, dates, names and the phrases of everyday deals, in English and Spanish. */
export class RuleTerms implements TermsReader {
  async read(
    segments: RecordedSegment[],
    facts: DealFacts,
    signal: AbortSignal,
    spoken: Spoken = { a: null, b: null },
  ): Promise<Term[]> {
    const terms: Term[] = [];
    for (const passage of passagesOf(segments)) {
      signal.throwIfAborted();
      // A long transcript must not keep others of this process from their turn.
      await setImmediate();
      const language = termsLanguage(spoken[passage.recording]);
      if (language !== null) terms.push(...readPassage(passage, facts, language));
    }
    return firstMentions(terms);
  }
}

function readPassage(passage: Passage, facts: DealFacts, language: TermsLanguage): Term[] {
  const { text } = passage;
  const isSpanish = language === 'es';
  const { amounts, dates } = findFigures(text, facts, language);
  const found = [
    ...findParties(text, facts, language),
    ...(isSpanish ? findSpanishItems(text, [...amounts, ...dates]) : findItems(text, amounts)),
    ...amounts,
    ...dates,
    ...(isSpanish ? findSpanishConditions(text, dates) : findConditions(text, dates)),
  ];
  return found.sort((a, b) => a.from - b.from).map((one) => passage.toTerm(one));
}

/** The amounts and dates of a text; what is part of an amount is no date. */
export function findFigures(
  text: string,
  { recordedAt }: DealFacts,
  language: TermsLanguage,
): { amounts: Found[]; dates: Found[] } {
  const isSpanish = language === 'es';
  const amounts = isSpanish ? findSpanishAmounts(text) : findAmounts(text);
  const isFree = (one: Found) => !amounts.some((other) => one.from < other.to && other.from < one.to);
  const dates = isSpanish ? findSpanishDates(text, recordedAt) : findDates(text, recordedAt);
  return { amounts, dates: dates.filter(isFree) };
}

/** Each term once, where it was said first. */
export function firstMentions(terms: Term[]): Term[] {
  const seen = new Set<string>();
  return terms.filter(({ kind, text, value }) => {
    const key = `${kind} ${value ?? (kind === 'item' ? headOf(text) : text.toLowerCase())}`;
    return !seen.has(key) && seen.add(key);
  });
}
