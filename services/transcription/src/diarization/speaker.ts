import type { LineTurn } from '#contracts';
import type { RecordingSide, Span, TranscriptSegment } from '../recordings/recordings.module.js';
import type { VoiceTrack } from './voice-features.js';

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
  /** The labels are of as many voices as the engine was told, perhaps at a time when others were expected to speak. */
  areVoicesTold?: boolean;
  /** What is spoken, as a code of two letters; null when nobody said. */
  language: string | null;
  /** When it was begun, as its sender says. */
  startedAt?: Date | null;
  /** When it was stored, which is soon after it was made unless it had to wait on its device. */
  recordedAt: Date;
  /** Whose lines somebody present pressed as said when: by hand, so the voices have to bear them out. */
  turns: LineTurn[];
  /** The voices of its speech, if they were listened to while the engine worked. */
  voices?: Promise<VoiceTrack> | undefined;
}
