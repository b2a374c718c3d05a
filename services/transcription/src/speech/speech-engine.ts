/** What was said in one stretch of a recording. Times are seconds from its start. */
export interface TranscriptSegment {
  start: number;
  end: number;
  text: string;
  /** The engine's own label (`A`, `B`, …), or null when it does not tell speakers apart. */
  speaker: string | null;
  /** 0..1, or null when the engine does not say. */
  confidence: number | null;
}

export interface Transcript {
  /** The segments' texts, one per line. Empty when nobody speaks. */
  text: string;
  durationSeconds: number;
  /** As the engine names it (`en`, `english`), or null. */
  language: string | null;
  /** In order of their start. */
  segments: TranscriptSegment[];
}

export interface SpeechInput {
  /** 16 kHz mono WAV, even loudness. */
  wavPath: string;
  /** A smaller copy for engines that are sent the file over a network: mp3, m4a, ogg, flac or webm. */
  originalPath?: string;
  durationSeconds: number;
}

export interface SpeechOptions {
  signal: AbortSignal;
  /** 0..100, never going back; 100 comes exactly once, at the end. */
  onProgress(percent: number): void;
}

/** Turns a recording into text. */
export interface SpeechEngine {
  readonly name: string;
  /** True when the text is only good enough to find one's way in the recording. */
  readonly isDraft: boolean;
  /** @throws SpeechEngineError; the signal's reason when aborted. */
  transcribe(input: SpeechInput, options: SpeechOptions): Promise<Transcript>;
}

export type SpeechEngineErrorCode = 'quota' | 'authentication' | 'unavailable' | 'rejected' | 'timeout';

export class SpeechEngineError extends Error {
  override readonly name = 'SpeechEngineError';

  constructor(
    readonly code: SpeechEngineErrorCode,
    /** Whether the same request may succeed later. */
    readonly isRetryable: boolean,
    message: string,
    options?: { cause?: unknown },
  ) {
    super(message, options);
  }
}

/** Puts segments in order, inside the recording, without empty ones; the text follows from them. */
export function toTranscript(
  segments: TranscriptSegment[],
  durationSeconds: number,
  language: string | null,
): Transcript {
  const clamp = (seconds: number) =>
    Math.round(Math.min(Math.max(Number.isFinite(seconds) ? seconds : 0, 0), durationSeconds) * 1000) / 1000;
  const ordered = segments
    .map((segment) => {
      const start = clamp(segment.start);
      return { ...segment, start, end: Math.max(start, clamp(segment.end)), text: segment.text.trim() };
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
