import { spokenLanguages } from '#contracts';
import type { Dependency } from '#platform';
import type { TranscriptSegment } from '../recordings/recordings.module.js';

export interface Transcript {
  /** The segments' texts, one per line. Empty when nobody speaks. */
  text: string;
  durationSeconds: number;
  /** As the engine names it (`en`, `english`), or null. */
  language: string | null;
  /** In order of their start. */
  segments: TranscriptSegment[];
}

/** `wav`: 16 kHz mono, even loudness. `mp3`: a quarter of the bytes, for engines that are sent the file over a network. */
type SpeechFormat = 'wav' | 'mp3';

export interface SpeechInput {
  /** In the format that the engine takes. */
  path: string;
  durationSeconds: number;
  /** What is spoken in it, as a code of two letters; null when nobody said. */
  language?: string | null;
  /** How many people speak in it; null when nobody knows. */
  voices?: number | null;
}

export interface SpeechOptions {
  signal: AbortSignal;
  /** 0..100, never going back; 100 comes exactly once, at the end. */
  onProgress(percent: number): void;
}

/** Turns a recording into text. */
export interface SpeechEngine {
  readonly name: string;
  readonly takes: SpeechFormat;
  /** How many parts of one recording it may work on at once. */
  readonly parallelParts: number;
  /**
   * Whether its segments have labels of speakers. `as_told`: of as many as it was told that there are, however many speak;
   * `itself`: it finds out how many there are.
   */
  readonly tellsSpeakers: 'as_told' | 'itself' | false;
  /** Codes of two letters; null when it understands what people usually speak. */
  readonly languages: readonly string[] | null;
  /** True when the text is only good enough to find one's way in the recording. */
  readonly isDraft: boolean;
  /** Whether it can be asked at all, as far as is known. Costs nothing and never throws. */
  isReady(): boolean;
  /** Whether it would be there for the next recording. Costs nothing and never rejects. */
  answers(): Promise<boolean>;
  /** @throws SpeechEngineError; the signal's reason when aborted. */
  transcribe(input: SpeechInput, options: SpeechOptions): Promise<Transcript>;
}

/**
 * `model_unusable`: the engine's own files cannot be loaded here, so that another engine has to do it; `no_engine`: none
 * that is here now understands the language.
 */
export type SpeechEngineErrorCode =
  | 'quota'
  | 'authentication'
  | 'unavailable'
  | 'rejected'
  | 'timeout'
  | 'model_unusable'
  | 'no_engine';

export class SpeechEngineError extends Error {
  override readonly name = 'SpeechEngineError';
  /** How long the service asks to be left alone, in milliseconds; null when it does not say. */
  readonly retryAfterMs: number | null;
  /** Which of its files, or `memory` when there is not enough of that. */
  readonly part: string | null;
  /** `speech` when the engine serves nobody now; null when it is about this recording, or stays so. */
  readonly outage: Dependency | null;

  constructor(
    readonly code: SpeechEngineErrorCode,
    /** Whether the same request may succeed later. */
    readonly isRetryable: boolean,
    message: string,
    options?: { cause?: unknown; retryAfterMs?: number | undefined; part?: string },
  ) {
    super(message, options);
    this.retryAfterMs = options?.retryAfterMs ?? null;
    this.part = options?.part ?? null;
    const isNoOutage = ['rejected', 'model_unusable', 'no_engine'].includes(code);
    this.outage = isRetryable && !isNoOutage ? 'speech' : null;
  }
}

const inEnglish = new Intl.DisplayNames(['en'], { type: 'language' });
/** `english` → `en`, as Whisper names what it heard. */
const codesByName = new Map<string, string>(
  spokenLanguages.map((code) => [inEnglish.of(code)?.toLowerCase() ?? code, code]),
);
const LANGUAGE_TAG = /^[a-z]{2,3}(-[a-z\d]{2,8})*$/i;

/** What an engine calls a language as a BCP-47 tag; null for what is none. */
export function languageTag(heard: string | null): string | null {
  if (heard === null) return null;
  const code = codesByName.get(heard.toLowerCase()) ?? heard;
  try {
    return LANGUAGE_TAG.test(code) ? (Intl.getCanonicalLocales(code)[0] ?? null) : null;
  } catch {
    return null;
  }
}

/** Shorter stretches cannot be heard, and players drop subtitles without a length. */
const LEAST_SECONDS = 0.05;

/**
 * Puts segments in order, inside the recording, without empty ones; words stay inside their segment. The text follows
 * from them.
 */
export function toTranscript(
  segments: TranscriptSegment[],
  durationSeconds: number,
  language: string | null,
): Transcript {
  const ordered = segments
    .map((segment) => {
      const span = inside(segment, { start: 0, end: durationSeconds }, LEAST_SECONDS);
      const words = segment.words?.map((word) => ({ ...word, ...inside(word, span, 0) })) ?? null;
      return { ...segment, ...span, text: segment.text.trim(), words };
    })
    .filter((segment) => segment.text !== '')
    .sort((a, b) => a.start - b.start);
  return {
    text: ordered.map((segment) => segment.text).join('\n'),
    durationSeconds,
    language,
    segments: ordered,
  };
}

interface Stretch {
  start: number;
  end: number;
}

function inside({ start, end }: Stretch, outer: Stretch, leastSeconds: number): Stretch {
  const clamp = (seconds: number) =>
    Math.round(Math.min(Math.max(Number.isFinite(seconds) ? seconds : 0, outer.start), outer.end) * 1000) /
    1000;
  const from = Math.min(clamp(start), Math.max(outer.start, clamp(outer.end - leastSeconds)));
  return { start: from, end: Math.max(clamp(from + leastSeconds), clamp(end)) };
}
