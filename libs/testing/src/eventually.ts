import { setTimeout as sleep } from 'node:timers/promises';

export const LOOK_EVERY_MS = 25;
/** A limit here keeps a test from waiting for ever and measures nothing: a slow machine gets four times as long. */
export const PATIENCE = 4;

/**
 * Asks again until the answer is there, as a person who looks again would.
 * @param usualMs within which it is there on a machine with nothing else to do; four times as long is waited
 * @throws Error with the last reason after that
 */
export async function eventually<T>(look: () => Promise<T>, usualMs: number, what: string): Promise<T> {
  const timeoutMs = PATIENCE * usualMs;
  const until = Date.now() + timeoutMs;
  for (;;) {
    try {
      return await look();
    } catch (error) {
      if (Date.now() > until)
        throw new Error(`${what} did not happen within ${timeoutMs} ms`, { cause: error });
    }
    await sleep(LOOK_EVERY_MS);
  }
}

/**
 * Lets real time pass: the only fixed wait in tests, for what is about time itself, such as the proof that nothing
 * happens in it, or speech of so many seconds. All else waits for what it needs.
 * @param _reason what the time is for, so that a search for this function lists every exception with its reason
 */
export function letTimePass(ms: number, _reason: string): Promise<void> {
  return sleep(ms);
}
