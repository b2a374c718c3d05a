import type { RecordedSegment, RecordingSide } from '../recordings/recordings.module.js';

export const termKinds = ['party', 'item', 'amount', 'date', 'condition'] as const;
export type TermKind = (typeof termKinds)[number];

/** Something the parties settled, with the second at which it was said. */
export interface Term {
  kind: TermKind;
  /** The words as they stand in the transcript. */
  text: string;
  /** Normalised: `2000.00 USD`, `2026-11-27`, a name; null when it is only text. */
  value: string | null;
  recording: RecordingSide;
  /** Seconds from the start of that recording. */
  start: number;
  speaker: string | null;
  /**
   * True where it cannot be relied on however sure the engine is of its words: nobody seems to speak there, or somebody
   * refuses it ("I will not pay five hundred dollars"). Left out otherwise, and in what earlier versions stored.
   */
  isUnsure?: boolean;
}

/** The amount that was typed beside those that were said, in cents. */
export interface AmountCheck {
  typedCents: number;
  /** Those in dollars that are sure. */
  spokenCents: number[];
  /** False when amounts were said and none of them is the typed one. */
  agrees: boolean;
}

/** What is known of the agreement besides its recordings. */
export interface DealFacts {
  partyA: string;
  partyB: string;
  /** As typed, in cents. */
  amountCents: number | null;
  /** Party B answers from afar: only party A speaks in party A's recording. */
  isRemote: boolean;
  /** When each recording was begun, as its sender says; null or left out where nothing does. */
  startedAt?: Record<RecordingSide, Date | null>;
  /** When each recording was stored: "tomorrow" counts from a moment between the two. */
  recordedAt: Record<RecordingSide, Date>;
}

/** Those whose deals are understood by rules. */
export type TermsLanguage = 'en' | 'es';

/** What is spoken in each recording, as far as anybody says. */
export type Spoken = Record<RecordingSide, string | null>;

/** What nobody named is taken for English. Of other languages nothing is found by rules, so this is null. */
export function termsLanguage(spoken: string | null): TermsLanguage | null {
  if (spoken === null || /^en(?:glish)?(?:-|$)/i.test(spoken)) return 'en';
  return /^(?:es|spanish|español|castellano)(?:-|$)/i.test(spoken) ? 'es' : null;
}

/** Finds who, what, how much, when and on what conditions in the words of a transcript. */
export interface TermsReader {
  /**
   * Terms in the order in which they were said; each one's text stands in the transcript.
   * @param signal of an `AbortSignal.timeout` it limits how long a model is asked: then they are those that rules find
   * @throws the signal's reason when it is aborted by anything else; nothing else.
   */
  read(segments: RecordedSegment[], facts: DealFacts, signal: AbortSignal, spoken?: Spoken): Promise<Term[]>;
}

/** Injection token of a `TermsReader`. */
export const TERMS_READER = Symbol('terms reader');
