import type { AssistantCategory } from '../assistant.view.js';

/** An entry in one language: how people ask for it, and what they are told. */
export interface KnowledgeWords {
  readonly questions: readonly string[];
  readonly answer: string;
  readonly suggestions: readonly string[];
}

/**
 * One answer that was written beforehand. `{partyA}`, `{partyB}`, `{parties}` and `{deal}` stand for what is known
 * about the agreement, `{limit}`, `{longest}`, `{basicLongest}` and `{advised}` for how long a recording may be here.
 */
export interface KnowledgeEntry {
  readonly id: string;
  readonly category: AssistantCategory;
  /** Ways in which people ask for it. */
  readonly questions: readonly string[];
  /** Two to five plain sentences. Legal answers get their closing sentence when they are given. */
  readonly answer: string;
  /** Short tips for what to do or say next. */
  readonly suggestions: readonly string[];
}
