import type { LineTurn } from '#contracts';
import type { VoiceMatch } from '../speakers/compare-voices.js';
import type { VoiceTrack } from '../speakers/voice-features.js';
import type { Transcript, TranscriptSegment } from '../speech/speech-engine.js';

/** Whose recording something is from: party A's, or party B's of an agreement made apart. */
export type RecordingSide = 'a' | 'b';

/** A stretch of a recording, in seconds from its start. */
export interface Span {
  start: number;
  end: number;
}

/**
 * A segment of the whole transcript. Its times are seconds from the start of its own recording. `speaker` is `1`, `2`, …
 * in the order in which people first speak, the same in all parts and recordings; null when nobody could tell.
 */
export interface RecordedSegment extends TranscriptSegment {
  recording: RecordingSide;
  /** True when nobody seems to speak where the engine heard these words. */
  isDoubtful: boolean;
  /** True when somebody else speaks at the same time. */
  isOverlap: boolean;
}

/** Somebody speaks here, but the transcript has no words. */
export interface Gap extends Span {
  recording: RecordingSide;
}

/**
 * Why a speaker is taken for a party: said the name, spoke where this party's lines were pressed as said, is the other of
 * two of whom one is named, or has a recording of their own. `order`, who speaks first, stands in transcripts of earlier
 * versions.
 */
export const speakerBases = ['said', 'script', 'other', 'recording', 'order'] as const;
export type SpeakerBasis = (typeof speakerBases)[number];

/** Who a label of the segments stands for, as it was found out. */
export interface FoundSpeaker {
  label: string;
  party: RecordingSide | null;
  basis: SpeakerBasis | null;
}

/** What the owner calls a speaker. An annotation: the words, their labels and the hash stay as they are. */
export interface SpeakerName {
  party: RecordingSide | null;
  name: string;
}

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
}

/** The amount that was typed beside those that were said, in cents. */
export interface AmountCheck {
  typedCents: number;
  spokenCents: number[];
  /** False when amounts were said and none of them is the typed one. */
  agrees: boolean;
}

/** The transcript of an agreement: of one recording, or of both parties' in turn. */
export interface TranscriptContent extends Omit<Transcript, 'segments'> {
  segments: RecordedSegment[];
  gaps: Gap[];
  speakers: FoundSpeaker[];
  /** Two people speak in one recording, and their voices could not be told apart: the segments have no speaker. */
  areVoicesUnclear: boolean;
  /** Whether the two recordings sound like one person; null where there is one. */
  voiceMatch: VoiceMatch | null;
  /** One voice was found in a recording that two people made together. */
  isOneVoice: boolean;
  /** Null when nobody could tell. */
  partyNames: Record<RecordingSide, string> | null;
  terms: Term[];
  /** Null when no amount was typed. */
  amountCheck: AmountCheck | null;
}

/** One recording as the engine heard it, part by part. */
export interface HeardRecording {
  recording: RecordingSide;
  /** 16 kHz mono WAV. */
  wavPath: string;
  durationSeconds: number;
  /** Where somebody speaks. */
  speech: Span[];
  /** In order; times count from the start of the recording; labels hold within one part only. */
  parts: (Span & { segments: TranscriptSegment[]; language: string | null })[];
  /** What is spoken, as a code of two letters; null when nobody said. */
  language: string | null;
  /** Whose lines somebody present pressed as said when: by hand, so the voices have to bear them out. */
  turns: LineTurn[];
  /** The voices of its speech, if they were listened to while the engine worked. */
  voices?: Promise<VoiceTrack> | undefined;
}

/** What is known of the agreement besides its recordings. */
export interface DealFacts {
  partyA: string;
  partyB: string;
  /** As typed, in cents. */
  amountCents: number | null;
  /** Party B answers from afar: only party A speaks in party A's recording. */
  isRemote: boolean;
  /** When it was recorded: what "tomorrow" counts from. */
  recordedAt: Date;
}
