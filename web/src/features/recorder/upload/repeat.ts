import type { Bell } from '../../../lib/bell';
import { isOnline, ringWithNetwork } from './network-bell';
import { causeOf, delayMs, isPassing, MAX_DELAY_MS, type WaitCause } from './transfer/retry';

interface RepeatOptions {
  /** Whether the call may be made again after this error, besides errors that pass by themselves. */
  mayRepeat?: (error: unknown) => boolean;
  /** Null while a call is under way; else why the next one waits. */
  onWait: (cause: WaitCause | null) => void;
  /** Rung for another try at once. */
  bell: Bell;
  signal: AbortSignal;
}

/**
 * Makes a call again until the server has answered it. Only for calls whose repetition changes nothing.
 * @throws what the server answers, when repeating would not change it; DOMException AbortError
 */
export async function untilAnswered<T>(send: () => Promise<T>, options: RepeatOptions): Promise<T> {
  const { mayRepeat = () => true, onWait, bell, signal } = options;
  const stopListening = ringWithNetwork(bell);
  try {
    for (let failures = 1; ; failures += 1) {
      onWait(null);
      try {
        return await send();
      } catch (error) {
        signal.throwIfAborted();
        if (!isPassing(error) || !mayRepeat(error)) throw error;
        onWait(causeOf(error));
        await bell.wait(isOnline() ? delayMs(failures) : MAX_DELAY_MS, signal);
      }
    }
  } finally {
    stopListening();
  }
}
