import type { Logger } from 'pino';
import type { LanguageModel } from '../model/model.client.js';
import type { DealFacts, RecordedSegment, Term } from '../transcripts/transcript-content.js';
import { ModelTerms } from './model-terms.js';
import { RuleTerms } from './rules/rule-terms.js';
import type { Spoken } from './terms-language.js';

/** Finds who, what, how much, when and on what conditions in the words of a transcript. */
export interface TermsReader {
  /**
   * Terms in the order in which they were said; each one's text stands in the transcript.
   * @throws the signal's reason when aborted; nothing else.
   */
  read(segments: RecordedSegment[], facts: DealFacts, signal: AbortSignal, spoken?: Spoken): Promise<Term[]>;
}

/** Injection token of a `TermsReader`. */
export const TERMS_READER = Symbol('terms reader');

/** With a model, by the model as far as its answers can be verified; without one, or when it fails, by rules. */
export function selectTermsReader(model: LanguageModel | null, logger: Pick<Logger, 'warn'>): TermsReader {
  const rules = new RuleTerms();
  return model === null ? rules : new ModelTerms(model, rules, logger);
}
