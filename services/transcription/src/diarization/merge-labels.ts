import { agnes } from 'ml-hclust';
import type { TranscriptSegment } from '../recordings/recordings.module.js';
import type { HeardRecording } from './speaker.js';
import {
  listenToVoices,
  meanVoice,
  union,
  type VoiceFeatures,
  type VoiceTrack,
  voiceDistance,
} from './voice-features.js';

/** A segment and who speaks it: the same number for the same person, or null. */
export interface VoicedSegment {
  segment: TranscriptSegment;
  voice: number | null;
}

interface Group {
  part: number;
  label: string;
  segments: TranscriptSegment[];
}

/** A mean over many seconds hardly changes when every second frame is left out. */
export const SAMPLED_EVERY = 2;
/** Means of one person's voice are closer than this … */
const SAME_PERSON = 1.6;
/** … and where that finds more people than any part has, only a clear difference counts. */
const SURELY_DIFFERENT = 2.2;
const UNKNOWN_DISTANCE = 1;
/** Of a longer segment without words, which nobody labelled, it is not known whether one person alone says it. */
const LONGEST_UNLABELLED_SECONDS = 15;
/** Two labels of one part are two people, however alike they sound. */
const FORBIDDEN = 1000;

/** Joins the engine's labels, which hold within one part, over the parts of a recording by how the voices sound. */
export async function mergeLabels(heard: HeardRecording, signal: AbortSignal): Promise<VoicedSegment[]> {
  const groups = groupsOf(heard);
  const isUnlabelled = heard.parts.some((part) => part.segments.some(({ speaker }) => speaker === null));
  const needsVoices = isUnlabelled || new Set(groups.map(({ part }) => part)).size > 1;
  const track = needsVoices ? await (heard.voices ?? listen(heard, signal)) : null;
  const voices = groups.map(({ segments }) => (track ? voiceOf(segments, track) : null));
  const people = samePeople(groups, voices);

  const personOf = new Map(
    groups.map(({ part, label }, index) => [`${part} ${label}`, people[index] ?? null]),
  );
  const means = voices.flatMap((voice, index) =>
    voice === null ? [] : [{ voice, person: people[index] ?? null }],
  );
  const found: VoicedSegment[] = [];
  for (const [part, { segments }] of heard.parts.entries()) {
    for (const segment of segments) {
      const voice =
        segment.speaker === null
          ? track && isOneTurn(segment)
            ? nearest(voiceOf([segment], track), means)
            : null
          : (personOf.get(`${part} ${segment.speaker}`) ?? null);
      found.push({ segment, voice });
    }
  }
  return found;
}

const isOneTurn = ({ start, end, words }: TranscriptSegment): boolean =>
  (words?.length ?? 0) > 0 || end - start <= LONGEST_UNLABELLED_SECONDS;

function groupsOf(heard: HeardRecording): Group[] {
  return heard.parts.flatMap(({ segments }, part) => {
    const labelled = segments.flatMap((segment) =>
      segment.speaker === null ? [] : [{ segment, label: segment.speaker }],
    );
    return [...Map.groupBy(labelled, ({ label }) => label)].map(([label, own]) => ({
      part,
      label,
      segments: own.map(({ segment }) => segment),
    }));
  });
}

/** Speech that the engine heard where nobody has looked for any is listened to as well. */
function listen({ wavPath, speech, parts }: HeardRecording, signal: AbortSignal): Promise<VoiceTrack> {
  const spans = speech.length > 0 ? speech : union(parts.flatMap(({ segments }) => segments));
  return listenToVoices(wavPath, spans, { signal, every: SAMPLED_EVERY });
}

function voiceOf(segments: readonly TranscriptSegment[], track: VoiceTrack): VoiceFeatures | null {
  const stretches = segments.map((segment) => track.over(segment)).filter((voice) => voice !== null);
  return stretches.length === 0 ? null : meanVoice(stretches);
}

function samePeople(groups: readonly Group[], voices: readonly (VoiceFeatures | null)[]): number[] {
  if (groups.length < 2) return groups.map(() => 0);
  const distances = groups.map((a, i) =>
    groups.map((b, j) => {
      if (i === j) return 0;
      if (a.part === b.part) return FORBIDDEN;
      const [one, other] = [voices[i] ?? null, voices[j] ?? null];
      return one && other ? voiceDistance(one, other) : UNKNOWN_DISTANCE;
    }),
  );
  // Complete linkage: a cluster with one forbidden pair is as far apart as that pair, and is never made below it.
  const tree = agnes(distances, { method: 'complete', isDistanceMatrix: true });
  const labels = Map.groupBy(groups, ({ part }) => part);
  const expected = Math.max(2, ...[...labels.values()].map((own) => own.length));
  const strict = tree.cut(SAME_PERSON);
  const clusters = strict.length > expected ? tree.cut(SURELY_DIFFERENT) : strict;
  const people = groups.map(() => 0);
  for (const [person, cluster] of clusters.entries()) {
    for (const index of cluster.indices()) people[index] = person;
  }
  return people;
}

function nearest(
  features: VoiceFeatures | null,
  means: readonly { voice: VoiceFeatures; person: number | null }[],
): number | null {
  if (features === null) return null;
  const byDistance = means
    .map(({ voice, person }) => ({ person, distance: voiceDistance(features, voice) }))
    .sort((a, b) => a.distance - b.distance);
  return byDistance[0]?.person ?? null;
}
