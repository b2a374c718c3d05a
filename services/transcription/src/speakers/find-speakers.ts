import type { SpokenWord, TranscriptSegment } from '../speech/speech-engine.js';
import type {
  HeardRecording,
  RecordedSegment,
  RecordingSide,
  Span,
} from '../transcripts/transcript-content.js';
import { clusterVoices, voiceWindows } from './cluster-voices.js';
import { turnsOf, type VoiceTurn } from './follow-voices.js';
import { mergeLabels, type VoicedSegment } from './merge-labels.js';
import { cutSegment } from './speaker-texts.js';
import { listenToVoices, union } from './voice-features.js';

/**
 * Says who speaks each segment: `1`, `2`, … in the order in which people first speak, recording a before b. What the
 * engine found out is kept and only joined over its parts; else voices are told apart by their sound, and a segment in
 * which the voice changes is cut there if the times of its words are known. People in recording b count as others than
 * those in a: the parties recorded them apart.
 * @throws Error when a recording is not a 16 kHz mono WAV file; the signal's reason when aborted.
 */
export async function findSpeakers(
  heard: HeardRecording[],
  { signal }: { signal: AbortSignal },
): Promise<RecordedSegment[]> {
  const found: RecordedSegment[] = [];
  let known = 0;
  for (const recording of heard.toSorted((a, b) => a.recording.localeCompare(b.recording))) {
    signal.throwIfAborted();
    const isLabelled = recording.parts.some((part) => part.segments.some(({ speaker }) => speaker !== null));
    const voiced = isLabelled ? await mergeLabels(recording, signal) : await tellApart(recording, signal);
    const labels = new Map<number, string>();
    for (const { segment, voice } of voiced.toSorted((a, b) => a.segment.start - b.segment.start)) {
      if (voice !== null && !labels.has(voice)) labels.set(voice, String(known + labels.size + 1));
      found.push(
        toRecorded(segment, recording.recording, voice === null ? null : (labels.get(voice) ?? null)),
      );
    }
    known += labels.size;
  }
  return found;
}

function toRecorded(
  segment: TranscriptSegment,
  recording: RecordingSide,
  speaker: string | null,
): RecordedSegment {
  const isDoubtful = 'isDoubtful' in segment && segment.isDoubtful === true;
  return { ...segment, recording, speaker, isDoubtful };
}

async function tellApart(heard: HeardRecording, signal: AbortSignal): Promise<VoicedSegment[]> {
  const segments = heard.parts.flatMap((part) => part.segments);
  if (segments.length === 0) return [];
  const track = await listenToVoices(
    heard.wavPath,
    heard.speech.length > 0 ? heard.speech : union(segments),
    { signal },
  );
  const speech = track.stretches();
  const windows = voiceWindows(track, speech);
  const turns = turnsOf(speech, windows, clusterVoices(windows));
  if (turns.length === 0) return segments.map((segment) => ({ segment, voice: null }));
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
