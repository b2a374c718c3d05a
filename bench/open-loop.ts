import { setTimeout as sleep } from 'node:timers/promises';
import { percentile } from './statistics.js';

const ARRIVE_MS = 10_000;

/** Sends at a fixed rate whatever happens meanwhile, and times each arrival from the moment it should have been sent. */
export class OpenLoop {
  private readonly due = new Map<number, number>();
  private readonly latencies: number[] = [];
  private next = 0;

  /** To be called where the message arrives, with the number that it was sent under. */
  arrived(number: number): void {
    const scheduled = this.due.get(number);
    // Delivered twice counts once.
    if (scheduled === undefined) return;
    this.due.delete(number);
    this.latencies.push(performance.now() - scheduled);
  }

  /**
   * Latencies in milliseconds of `seconds` at `rate` messages per second.
   * @throws Error when a send fails or a message does not arrive
   */
  async run(rate: number, seconds: number, send: (number: number) => Promise<unknown>): Promise<number[]> {
    const failures: unknown[] = [];
    const began = performance.now();
    const count = Math.round(rate * seconds);
    for (let index = 0; index < count; index += 1) {
      const scheduled = began + (index * 1000) / rate;
      while (performance.now() < scheduled) await sleep(Math.max(0, scheduled - performance.now()));
      const number = this.next;
      this.next += 1;
      this.due.set(number, scheduled);
      send(number).catch((error: unknown) => failures.push(error));
    }
    const until = performance.now() + ARRIVE_MS;
    while (this.due.size > 0 && failures.length === 0 && performance.now() < until) await sleep(5);
    if (failures.length > 0) throw new Error('a message could not be sent', { cause: failures[0] });
    if (this.due.size > 0) throw new Error(`${this.due.size} of ${count} messages did not arrive`);
    return this.latencies.splice(0);
  }
}

/** One percentile per slice. */
export const perSlice = (slices: readonly number[][], share: number): number[] =>
  slices.map((slice) => percentile(slice, share));
