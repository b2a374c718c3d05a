import { ApiError } from '../../../lib/api/api-error';
import { MINUTE_MS } from '../../../lib/time';
import type { Waker } from '../../../lib/waker';

const FIRST_DELAY_MS = 1000;
/** The longest pause between two tries that may do better at any time. */
const MAX_DELAY_MS = 30_000;

/** The longest pause while a limit for the day is used up: it ends at midnight, and each try costs the server work. */
const LIMIT_DELAY_MS = 5 * MINUTE_MS;

const PASSING = new Set([0, 408, 425, 429]);

/** Whether the same request may do better later: no network, a server that is away, an answer of something in between. */
export function isPassing(error: unknown): error is ApiError {
  if (!(error instanceof ApiError)) return false;
  const { status, code } = error;
  if (PASSING.has(status) || status >= 500) return true;
  // Not the server's own refusal: a form that was cut off on the way, or a page of a proxy or a hotel's network.
  return code === 'invalid_multipart' || code === 'unreadable_answer' || code.startsWith('http_');
}

/**
 * A failed call as it concerns the next try. One that nobody here gave up was ended by the browser, as its Stop button
 * and, in older ones, a timeout do: the way to the server broke off. Only after `throwIfAborted`.
 */
export function brokenOff(error: unknown): unknown {
  if (!(error instanceof DOMException && error.name === 'AbortError')) return error;
  return new ApiError(0, 'unreachable', '0: Ended by the browser');
}

/**
 * Pause before the next try in milliseconds: twice as long each time, up to 30 seconds, and never the same for two
 * devices that lost the same network.
 * @param attempt failed tries in a row, from 1
 * @param random 0 to 1
 */
export function delayMs(attempt: number, random = Math.random()): number {
  const longest = Math.min(MAX_DELAY_MS, FIRST_DELAY_MS * 2 ** (attempt - 1));
  return longest * (0.5 + random / 2);
}

/**
 * What a failed try means to the person: no way to the server, a server that does not answer, one that accepts no more of
 * what is unpaid today, or one whose storage is full.
 */
export type WaitCause = 'network' | 'server' | 'limit' | 'full';

export function causeOf({ status, code }: ApiError): WaitCause {
  if (status === 0) return 'network';
  if (code === 'daily_limit') return 'limit';
  return code === 'storage_full' ? 'full' : 'server';
}

/**
 * Pause before a call that failed is made again, in milliseconds. Where the browser says that there is no network it will
 * also say when it is back.
 * @param failures failed tries in a row, from 1
 */
export function pauseMs(cause: WaitCause, failures: number, hasNetwork: boolean): number {
  if (cause === 'limit') return LIMIT_DELAY_MS;
  return hasNetwork ? delayMs(failures) : MAX_DELAY_MS;
}

interface RepeatOptions {
  /** Whether the call may be made again after this error, besides errors that pass by themselves. */
  mayRepeat?: (error: unknown) => boolean;
  /** Null while a call is under way; else why the next one waits. */
  onWait: (cause: WaitCause | null) => void;
  /** Woken for another try at once. */
  waker: Waker;
  signal: AbortSignal;
}

/**
 * Makes a call again until the server has answered it. Only for calls whose repetition changes nothing.
 * @throws what the server answers, when repeating would not change it; DOMException AbortError
 */
export async function untilAnswered<T>(send: () => Promise<T>, options: RepeatOptions): Promise<T> {
  const { mayRepeat = () => true, onWait, waker, signal } = options;
  const stopListening = wakeWhenOnline(waker);
  try {
    for (let failures = 1; ; failures += 1) {
      onWait(null);
      try {
        return await send();
      } catch (thrown) {
        signal.throwIfAborted();
        const error = brokenOff(thrown);
        if (!isPassing(error) || !mayRepeat(error)) throw error;
        const cause = causeOf(error);
        onWait(cause);
        await waker.wait(pauseMs(cause, failures, isOnline()), signal);
      }
    }
  } finally {
    stopListening();
  }
}

/**
 * Rings when the network may be back: the browser says so, or somebody looks at the page again.
 * @returns the end of the listening
 */
export function wakeWhenOnline(waker: Waker): () => void {
  const wake = () => waker.wake();
  const onVisible = () => {
    if (document.visibilityState === 'visible') waker.wake();
  };
  window.addEventListener('online', wake);
  document.addEventListener('visibilitychange', onVisible);
  return () => {
    window.removeEventListener('online', wake);
    document.removeEventListener('visibilitychange', onVisible);
  };
}

/** Whether the browser sees a network; that one is seen does not mean that it leads anywhere. */
export const isOnline = (): boolean => navigator.onLine;
