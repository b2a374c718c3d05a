import { setTimeout as sleep } from 'node:timers/promises';

const LOOK_EVERY_MS = 25;

/**
 * Asks again until the answer is there, as a person who looks again would.
 * @throws Error with the last reason after `timeoutMs`.
 */
export async function eventually<T>(look: () => Promise<T>, timeoutMs: number, what: string): Promise<T> {
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
