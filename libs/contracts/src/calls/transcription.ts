import type { TranscriptStage } from '../agreement.js';
import { defineCall, json, type PersonOrigin } from '../define-call.js';
import type { Language } from '../languages.js';

/** The finished transcript of an agreement, as it is mailed. */
export const getTranscript = defineCall({
  callee: 'transcription',
  askedBy: 'service',
  method: 'GET',
  path: '/internal/transcripts/:agreementId',
  answer: json<TranscriptFacts>(),
  errors: ['not_ready', 'recording_expired'],
});

export interface TranscriptFacts {
  text: string;
  /** What is spoken in party A's recording, and in party B's own, as BCP-47; null where nobody knows. */
  language?: string | null;
  consentLanguage?: string | null;
  durationSeconds: number;
  /** `human` when a person wrote it. */
  engine: string | null;
  /** Made by an engine that is only good enough to find one's way in the recording. */
  draft: boolean;
  /** `unclear`: its words are mostly wrong, so they are left out. */
  quality?: 'good' | 'draft' | 'unclear' | null;
  sha256: string | null;
  segments: TranscriptSegment[];
  /**
   * Who the labels of the segments stand for, and why (`order`: by the order in which people first speak). Null for a voice
   * that nobody has named, which is called by its number in English.
   */
  speakers?: { label: string; name: string; basis: string | null }[];
  /** Two people speak in one recording, and nobody could tell who says what. */
  areVoicesUnclear?: boolean;
  /** One voice was found in a recording that two people made together. */
  isOneVoice?: boolean;
  /** Whether each party is heard saying that they agree. */
  spokenConsents?: SpokenConsentFact[];
  /** Whether the two recordings sound like one person: a hint, never proof. */
  voiceMatch?: 'alike' | 'different' | 'unknown' | null;
  /** The amount that was typed and those that were said, in cents; null when none was typed or can be compared. */
  amountCheck?: SpokenAmount | null;
  /** The transcript made by a person. */
  human?: { text: string; sha256: string; deliveredAt: string } | null;
}

/** Engines number the voices; whoever writes a transcript down calls them by names of their own. */
export function isNameOfVoice(label: string): boolean {
  return !/^\w{1,2}$/.test(label);
}

interface SpokenConsentFact {
  party: 'a' | 'b';
  state: 'said' | 'not_said' | 'silent' | 'unchecked';
  /** Why it could not be checked; `taken_back`: what follows a yes may undo it. */
  reason?: 'words' | 'voices' | 'taken_back' | null;
}

export interface TranscriptSegment {
  /** Seconds from the start of the recording. */
  start: number;
  end: number;
  text: string;
  /** One of the transcript's speakers, or null when the voices are not told apart. */
  speaker: string | null;
  confidence: number | null;
  /** Whose recording it is from; party A's when it is not named. */
  recording?: 'a' | 'b';
}

interface SpokenAmount {
  typedCents: number;
  spokenCents: number[];
  /** False when amounts were said and none of them is the typed one. */
  agrees: boolean;
}

/** The transcript of one recording at whatever stage it is, for the service that owns the recording. */
export const getTranscriptProgress = defineCall({
  callee: 'transcription',
  askedBy: 'service',
  method: 'GET',
  path: '/internal/transcripts/:agreementId',
  query: json<{ recordingId: string }>(),
  answer: json<TranscriptProgress>(),
  errors: ['not_ready', 'recording_expired'],
});

export interface TranscriptProgress {
  stage: TranscriptStage;
  percent: number;
  text: string;
  /** What is spoken, as BCP-47; null where nobody knows. */
  language?: string | null;
  durationSeconds: number;
  segments: TranscriptSegment[];
  amountCheck?: SpokenAmount | null;
}

/**
 * The finished transcript as the files that an evidence packet holds. What stands beside what was said is in each of these
 * languages; in English where the asking copy is of a release that does not say them.
 */
export const getTranscriptFiles = defineCall({
  callee: 'transcription',
  askedBy: 'service',
  method: 'GET',
  path: '/internal/transcripts/:agreementId/files',
  query: json<{ languages: readonly Language[] }>(),
  answer: json<TranscriptFiles>(),
  errors: ['not_ready', 'recording_expired'],
});

export interface TranscriptFiles {
  json: string;
  txt: string;
}

/** Where the people were who ordered and delivered a transcript by a person. */
export const getHumanOrderOrigins = defineCall({
  callee: 'transcription',
  askedBy: 'service',
  method: 'GET',
  path: '/internal/human-orders/:id/origins',
  answer: json<HumanOrderOrigins>(),
  errors: ['not_found'],
});

export interface HumanOrderOrigins {
  ordered: PersonOrigin;
  delivered: PersonOrigin;
}
