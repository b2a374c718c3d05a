import { ApiError } from '../../lib/api/api-error';
import type { PendingTake, TranscribedTake, TranscriptStage } from '../../lib/api/api-types';
import type { Bell } from '../../lib/bell';
import { isTranscribed, type TakeAnswer } from './api';

const POLL_MS = 3000;
/** A failure from before may still be told for a moment after the transcript was asked for again. */
const OLD_FAILURE_MS = 4000;

const ORDER: TranscriptStage[] = ['queued', 'preparing', 'transcribing', 'sealing', 'done'];

/** Whichever of two pieces of news is further: they come by two ways and overtake each other. */
export function further(known: PendingTake, news: PendingTake): PendingTake {
  const [a, b] = [ORDER.indexOf(known.status), ORDER.indexOf(news.status)];
  if (a !== b) return a > b ? known : news;
  return news.percent >= known.percent ? news : known;
}

interface FollowOptions {
  read: (signal: AbortSignal) => Promise<TakeAnswer>;
  bell: Bell;
  signal: AbortSignal;
  onProgress: (progress: PendingTake) => void;
  pollMs?: number;
  oldFailureMs?: number;
}

/** Whether an answer says nothing yet: not heard of, the way there is interrupted, or asked too often. */
function isPassing(error: unknown): boolean {
  return (
    error instanceof ApiError && (error.code === 'not_ready' || error.status === 0 || error.status === 429)
  );
}

/**
 * Asks for the transcript until it is there; news from the server makes it ask at once.
 * @throws ApiError `transcription_failed` when the engine gave up; DOMException when it is given up here
 */
export async function followTake(options: FollowOptions): Promise<TranscribedTake> {
  const { read, bell, signal, onProgress, pollMs = POLL_MS, oldFailureMs = OLD_FAILURE_MS } = options;
  const failsFrom = Date.now() + oldFailureMs;
  for (;;) {
    await bell.wait(pollMs, signal);
    try {
      const answer = await read(signal);
      if (isTranscribed(answer)) return answer;
      onProgress(answer);
    } catch (error) {
      const isFailure = error instanceof ApiError && error.code === 'transcription_failed';
      const isServerAway = error instanceof ApiError && error.status >= 500 && !isFailure;
      const isOld = isFailure && Date.now() < failsFrom;
      if (!isPassing(error) && !isServerAway && !isOld) throw error;
    }
  }
}
