import { setTimeout as sleep } from 'node:timers/promises';

/**
 * Answers only at whole multiples of `stepMs` after the call, so that how long the work took cannot be read from the
 * answer.
 */
export async function inEvenTime<T>(stepMs: number, work: () => Promise<T>): Promise<T> {
  const began = performance.now();
  try {
    return await work();
  } finally {
    await sleep(stepMs - ((performance.now() - began) % stepMs));
  }
}
