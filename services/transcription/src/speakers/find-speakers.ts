import type { SpokenWord, TranscriptSegment } from '../speech/speech-engine.js';
import type {
  HeardRecording,
  RecordedSegment,
  RecordingSide,
  Span,
} from '../transcripts/transcript-content.js';
import { mergeLabels, type VoicedSegment } from './merge-labels.js';
import { cutSegment } from './speaker-texts.js';
import { union } from './voice-features.js';
import type { VoiceTurn } from './voices/voice-turns.js';
import { tellVoicesApartAside } from './voices/voices-process.js';

/** Who speaks, as far as anybody could tell. */
export interface SpeakersFound {
  segments: RecordedSegment[];
  /** Two people speak in one recording, and nobody could tell who says what: its segments have no speaker. */
  areVoicesUnclear: boolean;
  /** One voice was found in a recording that two people made together. */
  isOneVoice: boolean;
}

/** Below this the starts agree too little: of the recordings tried, more than one in seven words went to the wrong person. */
export const LEAST_AGREEMENT = 0.87;
/** Seconds for which two people speak at once before their segments are marked. */
const LEAST_OVERLAP_SECONDS = 0.3;

/**
 * Says who speaks each segment: `1`, `2`, … in the order in which people first speak, recording a before b. What the
 * engine found out is kept and only joined over its parts. Else the number of voices is that of the people: one in each of
 * two recordings that the parties made apart, two in one that they made together. These are told apart by their sound, and
 * a segment in which the voice changes is cut there if the times of its words are known; where they cannot be told apart
 * nobody is guessed.
 * @param options `isApart`: each recording has one voice; by default when there are two.
 * @throws Error when a recording is not a 16 kHz mono WAV file; the signal's reason when aborted.
 */
export async function findSpeakers(
  heard: HeardRecording[],
  { signal, isApart = heard.length > 1 }: { signal: AbortSignal; isApart?: boolean },
): Promise<SpeakersFound> {
  const found: RecordedSegment[] = [];
  let areVoicesUnclear = false;
  let isOneVoice = false;
  let known = 0;
  for (const recording of heard.toSorted((a, b) => a.recording.localeCompare(b.recording))) {
    signal.throwIfAborted();
    const isLabelled = recording.parts.some((part) => part.segments.some(({ speaker }) => speaker !== null));
    const voiced = isLabelled
      ? await mergeLabels(recording, signal)
      : isApart
        ? ofOnePerson(recording)
        : await tellApart(recording, signal);
    // Words of one alone are those of one, whatever else sounds in the recording.
    const voices = new Set(voiced.map(({ voice }) => voice));
    isOneVoice ||= !isApart && voices.size === 1 && !voices.has(null);
    areVoicesUnclear ||= !isLabelled && voiced.some(({ voice }) => voice === null);
    const labels = new Map<number, string>();
    for (const { segment, voice } of voiced.toSorted((a, b) => a.segment.start - b.segment.start)) {
      if (voice !== null && !labels.has(voice)) labels.set(voice, String(known + labels.size + 1));
      found.push(
        toRecorded(segment, recording.recording, voice === null ? null : (labels.get(voice) ?? null)),
      );
    }
    known += labels.size;
  }
  return { segments: markOverlaps(found), areVoicesUnclear, isOneVoice };
}

function toRecorded(
  segment: TranscriptSegment,
  recording: RecordingSide,
  speaker: string | null,
): RecordedSegment {
  const isDoubtful = 'isDoubtful' in segment && segment.isDoubtful === true;
  return { ...segment, recording, speaker, isDoubtful, isOverlap: false };
}

/** Segments of two people at the same time, as engines give them that hear both. */
function markOverlaps(segments: readonly RecordedSegment[]): RecordedSegment[] {
  return segments.map((one) => {
    const isOverlap = segments.some(
      (other) =>
        other.recording === one.recording &&
        other.speaker !== one.speaker &&
        Math.min(one.end, other.end) - Math.max(one.start, other.start) >= LEAST_OVERLAP_SECONDS,
    );
    return isOverlap ? { ...one, isOverlap } : one;
  });
}

function ofOnePerson(heard: HeardRecording): VoicedSegment[] {
  return heard.parts.flatMap((part) => part.segments).map((segment) => ({ segment, voice: 0 }));
}

async function tellApart(heard: HeardRecording, signal: AbortSignal): Promise<VoicedSegment[]> {
  const segments = heard.parts.flatMap((part) => part.segments);
  if (segments.length === 0) return [];
  const speech = heard.speech.length > 0 ? heard.speech : union(segments);
  const labelled = heard.turns.map(
    ({ party, ...span }) => ({ ...span, voice: party === 'a' ? 0 : 1 }) as const,
  );
  const { turns, agreement, isOneVoice } = await tellVoicesApartAside(
    { wavPath: heard.wavPath, speech, labelled },
    { signal },
  );
  if (isOneVoice) return ofOnePerson(heard);
  if (turns.length === 0 || agreement < LEAST_AGREEMENT) {
    return segments.map((segment) => ({ segment, voice: null }));
  }
  return segments.flatMap((segment) => cutAtChanges(segment, turns));
}

function cutAtChanges(segment: TranscriptSegment, turns: readonly VoiceTurn[]): VoicedSegment[] {
  const { words } = segment;
  if (words === null || words.length === 0) return [{ segment, voice: mostHeard(segment, turns) }];
  const voices = words.map((word) => mostHeard(word, turns));
  const cuts = voices.flatMap((voice, index) => (index > 0 && voice !== voices[index - 1] ? [index] : []));
  const firsts: number[] = [0, ...cuts];
  return cutSegment(segment, cuts).map((piece, index) => ({
    segment: piece,
    voice: voices[firsts[index] ?? 0] ?? 0,
  }));
}

/** The voice that speaks most of the stretch, or next to it when nobody speaks in it. */
function mostHeard(span: Span | SpokenWord, turns: readonly VoiceTurn[]): number {
  const heard = new Map<number, number>();
  let closest = { voice: 0, distance: Number.POSITIVE_INFINITY };
  for (const { start, end, voice } of turns) {
    const overlap = Math.min(span.end, end) - Math.max(span.start, start);
    if (overlap > 0) heard.set(voice, (heard.get(voice) ?? 0) + overlap);
    else if (-overlap < closest.distance) closest = { voice, distance: -overlap };
  }
  const [most] = [...heard].sort((a, b) => b[1] - a[1]);
  return most?.[0] ?? closest.voice;
}
