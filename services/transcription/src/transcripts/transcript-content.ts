import { createHash } from 'node:crypto';
import canonicalize from 'canonicalize';
import type {
  FoundSpeaker,
  HeardRecording,
  SpeakersFound,
  VoiceMatch,
} from '../diarization/diarization.module.js';
import type { RecordedSegment, RecordingSide, Span } from '../recordings/recordings.module.js';
import type { Transcript } from '../speech/speech.module.js';
import type { AmountCheck, Term } from '../terms/terms.module.js';

/** Somebody speaks here, but the transcript has no words. */
export interface Gap extends Span {
  recording: RecordingSide;
}

/** What the owner calls a speaker. An annotation: the words, their labels and the hash stay as they are. */
export interface SpeakerName {
  party: RecordingSide | null;
  name: string;
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
  /** Null when no amount was typed, or none that was said can be compared. */
  amountCheck: AmountCheck | null;
}

/** The transcript of an agreement: of one recording, or of both parties' in turn. */
export interface JoinedTranscript extends Omit<Transcript, 'segments'> {
  segments: RecordedSegment[];
}

const PLAIN = { isDoubtful: false, isOverlap: false };

/** Party A's words, then party B's; the duration is that of both recordings together. */
export function joinTranscripts(a: Transcript, b: Transcript | null): JoinedTranscript {
  const parts = b === null ? [a] : [a, b];
  return {
    text: parts
      .map((part) => part.text)
      .filter((text) => text !== '')
      .join('\n'),
    durationSeconds: parts.reduce((sum, part) => sum + part.durationSeconds, 0),
    language: parts.map((part) => part.language).find((language) => language !== null) ?? null,
    segments: [
      ...a.segments.map((segment) => ({ ...segment, recording: 'a' as const, ...PLAIN })),
      ...(b?.segments ?? []).map((segment) => ({ ...segment, recording: 'b' as const, ...PLAIN })),
    ],
  };
}

/** A transcript of which nothing is known but its words. */
export function wordsOnly(joined: JoinedTranscript): TranscriptContent {
  return {
    ...joined,
    gaps: [],
    speakers: [],
    areVoicesUnclear: false,
    voiceMatch: null,
    isOneVoice: false,
    partyNames: null,
    terms: [],
    amountCheck: null,
  };
}

/**
 * The segments with the engine's own labels, called `1`, `2`, … in order of first speaking. Nobody can tell where the
 * engine was told how many there are, and over several parts, whose labels do not belong together.
 */
export function labelsOfEngine(heard: readonly HeardRecording[]): SpeakersFound {
  const isKnown =
    heard.flatMap(({ parts }) => parts).length === 1 && !heard.some(({ areVoicesTold }) => areVoicesTold);
  const labels = new Map<string, string>();
  const found = heard.flatMap(({ recording, parts }): RecordedSegment[] =>
    parts.flatMap(({ segments }) =>
      segments.map((segment) => {
        const { speaker } = segment;
        const label = speaker === null || !isKnown ? null : (labels.get(speaker) ?? String(labels.size + 1));
        if (speaker !== null && label !== null) labels.set(speaker, label);
        return { ...segment, recording, speaker: label, ...PLAIN };
      }),
    ),
  );
  return {
    segments: found,
    areVoicesUnclear: found.some(({ speaker }) => speaker === null),
    isOneVoice: false,
  };
}

/** SHA-256 of the canonical JSON of what a transcript says, of which agreement, and who heard it. */
export function hashTranscript(content: {
  agreementId: string;
  durationMs: number;
  engine: string;
  segments: RecordedSegment[];
}): string {
  return createHash('sha256')
    .update(canonicalize(content) ?? '')
    .digest('hex');
}
