import { setImmediate } from 'node:timers/promises';
import type { DealFacts, RecordedSegment, Term } from '../../transcripts/transcript-content.js';
import { type Found, type Passage, passagesOf } from '../passages.js';
import type { TermsReader } from '../terms-reader.js';
import { findAmounts } from './amounts.js';
import { findConditions } from './conditions.js';
import { findDates } from './dates.js';
import { findItems, headOf } from './items.js';
import { findParties } from './parties.js';

/** Terms by rules: numbers, dates, names and the phrases of everyday deals, in English. */
export class RuleTerms implements TermsReader {
  async read(segments: RecordedSegment[], facts: DealFacts, signal: AbortSignal): Promise<Term[]> {
    const terms: Term[] = [];
    for (const passage of passagesOf(segments)) {
      signal.throwIfAborted();
      // A long transcript must not keep others of this process from their turn.
      await setImmediate();
      terms.push(...readPassage(passage, facts));
    }
    return firstMentions(terms);
  }
}

function readPassage(passage: Passage, facts: DealFacts): Term[] {
  const { text } = passage;
  const amounts = findAmounts(text);
  const isFree = (one: Found) => !amounts.some((other) => one.from < other.to && other.from < one.to);
  const dates = findDates(text, facts.recordedAt).filter(isFree);
  const found = [
    ...findParties(text, facts),
    ...findItems(text, amounts),
    ...amounts,
    ...dates,
    ...findConditions(text, dates),
  ];
  return found.sort((a, b) => a.from - b.from).map((one) => passage.toTerm(one));
}

/** Each term once, where it was said first. */
export function firstMentions(terms: Term[]): Term[] {
  const seen = new Set<string>();
  return terms.filter(({ kind, text, value }) => {
    const key = `${kind} ${value ?? (kind === 'item' ? headOf(text) : text.toLowerCase())}`;
    return !seen.has(key) && seen.add(key);
  });
}
