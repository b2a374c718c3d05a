import type {
  RecordedSegment,
  RecordingSide,
  Span,
  SpokenWord,
  TranscriptSegment,
} from '../recordings/recordings.module.js';
import { mergeLabels, type VoicedSegment } from './merge-labels.js';
import type { HeardRecording } from './speaker.js';
import type { VoiceTurn } from './two-speakers/audible-frames.js';
import { diarizeAside } from './two-speakers/diarize-process.js';
import { union } from './voice-features.js';

/** Who speaks, as far as anybody could tell. */
export interface SpeakersFound {
  segments: RecordedSegment[];
  /** Two people speak in one recording, and nobody could tell who says what: none of its segments has a speaker. */
  areVoicesUnclear: boolean;
  /** One voice was found in a recording that two people made together. */
  isOneVoice: boolean;
}

/** Below this the starts agree too little: of the recordings tried, more than one in seven words went to the wrong person. */
export const LEAST_AGREEMENT = 0.87;
/** Seconds for which two people speak at once before their segments are marked. */
const LEAST_OVERLAP_SECONDS = 0.3;
/** Engines are off by about this much at the ends of a segment. */
const EDGE_SECONDS = 0.3;
/** A "yes, I agree" is longer: who speaks this long within a segment has words in it. */
const LEAST_ANSWER_SECONDS = 0.6;

/**
 * Says who speaks each segment: `1`, `2`, … in the order in which people first speak, recording a before b. What an engine
 * that counts the voices found out is kept and only joined over its parts. Else the number of voices is that of the people:
 * one in each of two recordings that the parties made apart, two in one that they made together, unless that sounds like
 * one. Two are told apart by their sound, with the help of labels of an engine that was told of two. A segment without a
 * label in which the voice changes is cut there if its words have times and are found in its text, else it is nobody's;
 * where the voices cannot be told apart nobody is guessed.
 * With `isApart` each recording has one voice; by default when there are two.
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
    const isCounted = isLabelled(recording) && !recording.areVoicesTold;
    const voiced = isCounted
      ? await mergeLabels(recording, signal)
      : isApart
        ? ofOnePerson(recording)
        : await tellApart(recording, signal);
    // Words of one alone are those of one, whatever else sounds in the recording.
    const voices = new Set(voiced.map(({ voice }) => voice));
    isOneVoice ||= !isApart && voices.size === 1 && !voices.has(null);
    areVoicesUnclear ||= voiced.length > 0 && voiced.every(({ voice }) => voice === null);
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

function isLabelled({ parts }: HeardRecording): boolean {
  return parts.some(({ segments }) => segments.some(({ speaker }) => speaker !== null));
}

/**
 * An engine that was told of two finds two, also where one person speaks alone: whether they are two the sound says. So it
 * may be in each of several parts: there the sound says whose each label is, too.
 */
async function tellApart(heard: HeardRecording, signal: AbortSignal): Promise<VoicedSegment[]> {
  const segments = heard.parts.flatMap((part) => part.segments);
  if (segments.length === 0) return [];
  const speech = heard.speech.length > 0 ? heard.speech : union(segments);
  const labelled = heard.turns.map(
    ({ party, ...span }) => ({ ...span, voice: party === 'a' ? 0 : 1 }) as const,
  );
  const { turns, agreement, isOneVoice } = await diarizeAside(
    { wavPath: heard.wavPath, speech, labelled },
    { signal },
  );
  if (isOneVoice) return ofOnePerson(heard);
  const areLabelsOfOnePart = heard.parts.length === 1 && isLabelled(heard);
  if (areLabelsOfOnePart && turns.length > 0) return mergeLabels(heard, signal);
  if (turns.length === 0 || agreement < LEAST_AGREEMENT) {
    return segments.map((segment) => ({ segment, voice: null }));
  }
  return heard.parts.flatMap((part) => ofTurns(part.segments, turns));
}

/** Who says the segments of one part. What has one label there is said by one. */
function ofTurns(segments: readonly TranscriptSegment[], turns: readonly VoiceTurn[]): VoicedSegment[] {
  const labels = Map.groupBy(segments, ({ speaker }) => speaker);
  return [...labels].flatMap(([label, own]) => {
    if (label === null) return own.flatMap((segment) => cutAtChanges(segment, turns));
    const voice = mostHeard(own, turns);
    return own.map((segment) => ({ segment, voice }));
  });
}

function cutAtChanges(segment: TranscriptSegment, turns: readonly VoiceTurn[]): VoicedSegment[] {
  const voices = (segment.words ?? []).map((word) => mostHeard([word], turns));
  const cuts = voices.flatMap((voice, index) => (index > 0 && voice !== voices[index - 1] ? [index] : []));
  const pieces = voices.length === 0 ? null : cutSegment(segment, cuts);
  if (pieces === null) {
    return [{ segment, voice: areSeveralHeard(segment, turns) ? null : mostHeard([segment], turns) }];
  }
  const firsts: number[] = [0, ...cuts];
  return pieces.map((piece, index) => ({ segment: piece, voice: voices[firsts[index] ?? 0] ?? 0 }));
}

/** Whether more than one voice has words in a segment, of which nobody knows who says which. */
function areSeveralHeard(segment: Span, turns: readonly VoiceTurn[]): boolean {
  const [from, to] = [segment.start + EDGE_SECONDS, segment.end - EDGE_SECONDS];
  const heard = [0, 0];
  for (const { start, end, voice } of turns) {
    heard[voice] = (heard[voice] ?? 0) + Math.max(0, Math.min(to, end) - Math.max(from, start));
  }
  return heard.filter((seconds) => seconds >= LEAST_ANSWER_SECONDS).length > 1;
}

/** The voice that speaks most of the stretches, or next to one of them when nobody speaks in any. */
function mostHeard(spans: readonly Span[], turns: readonly VoiceTurn[]): number {
  const heard = new Map<number, number>();
  let closest = { voice: 0, distance: Number.POSITIVE_INFINITY };
  for (const span of spans) {
    for (const { start, end, voice } of turns) {
      const overlap = Math.min(span.end, end) - Math.max(span.start, start);
      if (overlap > 0) heard.set(voice, (heard.get(voice) ?? 0) + overlap);
      else if (-overlap < closest.distance) closest = { voice, distance: -overlap };
    }
  }
  const [most] = [...heard].sort((a, b) => b[1] - a[1]);
  return most?.[0] ?? closest.voice;
}

/** As in the engines: a word that nobody understood must not make a whole sentence worthless. */
const LEAST_CONFIDENCE = 0.001;

/**
 * Cuts a segment before each of the given words.
 * @param cuts indices of words, rising, from 1.
 * @returns null where the first word of a piece is not found in the text.
 */
export function cutSegment(segment: TranscriptSegment, cuts: readonly number[]): TranscriptSegment[] | null {
  const { words } = segment;
  if (words === null || cuts.length === 0) return [segment];
  const texts = cutText(segment.text, words, cuts);
  if (texts === null) return null;
  const bounds = [0, ...cuts, words.length];
  return texts.map((text, index) => {
    const own = words.slice(bounds[index], bounds[index + 1]);
    return {
      ...segment,
      text,
      words: own,
      start: index === 0 ? segment.start : (own[0]?.start ?? segment.start),
      end: index === texts.length - 1 ? segment.end : (own.at(-1)?.end ?? segment.end),
      confidence: confidenceOf(own) ?? segment.confidence,
    };
  });
}

/**
 * The text in pieces that together are all of it. Words without times are in the text alone, and stay with what is said
 * before them.
 * @returns null where the first word of a piece is not found.
 */
function cutText(text: string, words: readonly SpokenWord[], cuts: readonly number[]): string[] | null {
  const places = placesOf(text, words);
  const [first, ...begins] = [0, ...cuts].map((word) => places[word] ?? null);
  const found = begins.filter((place) => place !== null).map((place) => opening(text, place));
  if (first === null || found.length < cuts.length) return null;
  return [0, ...found].map((begin, index) => text.slice(begin, found[index]).trim());
}

/** Where each word stands in the text, one after the other; null where it does not. */
function placesOf(text: string, words: readonly SpokenWord[]): (number | null)[] {
  const lower = text.toLowerCase();
  if (lower.length !== text.length) return words.map(() => null);
  let position = 0;
  return words.map((word) => {
    const wanted = word.text.trim().toLowerCase();
    const at = findWord(lower, wanted, position);
    if (at !== null) position = at + wanted.length;
    return at;
  });
}

/** Letters of scripts that write words apart, and digits. */
const IN_WORD = /[\p{LC}\p{N}]/u;

/** A whole word: the "it" of "with" is none. */
function findWord(text: string, wanted: string, from: number): number | null {
  const isJoined = (at: number) => IN_WORD.test(text[at - 1] ?? '') && IN_WORD.test(text[at] ?? '');
  for (let at = text.indexOf(wanted, from); at >= 0; at = text.indexOf(wanted, at + 1)) {
    const isWhole = !isJoined(at + wanted.length) && (at === from || !isJoined(at));
    if (isWhole) return at;
  }
  return null;
}

/** A bracket, quotation mark, `¿` or sign of money belongs to the word it stands before. */
function opening(text: string, at: number): number {
  let begin = at;
  while (begin > 0 && /[¿¡$€£([{«‹“„‚‘"']/u.test(text[begin - 1] ?? ' ')) begin -= 1;
  return begin;
}

function confidenceOf(words: readonly SpokenWord[]): number | null {
  const known = words.flatMap(({ confidence }) => (confidence === null ? [] : [confidence]));
  if (known.length === 0) return null;
  const logs = known.map((each) => Math.log(Math.min(Math.max(each, LEAST_CONFIDENCE), 1)));
  return Math.round(Math.exp(logs.reduce((sum, log) => sum + log, 0) / logs.length) * 1000) / 1000;
}
