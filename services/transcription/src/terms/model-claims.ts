import { type Term, termKinds } from '../transcripts/transcript-content.js';

/** Where a model says that a term was said. */
export interface Claim {
  kind: Term['kind'];
  /** From 1. */
  segment: number;
  quote: string;
}

/** Reads a model's answer; what has not the shape of a claim is kept as one that nothing can verify. @throws Error */
export function claimsOf(answer: unknown): Claim[] {
  const terms = isObject(answer) ? answer.terms : null;
  if (!Array.isArray(terms)) throw new Error('the answer has no terms');
  return terms.map((term: unknown) => (isClaim(term) ? term : { kind: 'item', segment: 0, quote: '' }));
}

function isClaim(term: unknown): term is Claim {
  return (
    isObject(term) &&
    termKinds.some((kind) => kind === term.kind) &&
    Number.isInteger(term.segment) &&
    typeof term.quote === 'string'
  );
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}
