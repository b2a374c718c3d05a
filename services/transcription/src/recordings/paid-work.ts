import { EventEmitter, once } from 'node:events';
import { Injectable } from '@nestjs/common';

/** What nobody has paid for waits no longer than this for what is paid, in milliseconds. */
const LONGEST_WAIT_MS = 30_000;
const IDLE = 'idle';

/**
 * Whether this process works on what is paid. A low priority alone does not keep what is unpaid out of its way: two
 * processors of a rented machine are often one core, and what keeps one busy halves the speed of the other.
 */
@Injectable()
export class PaidWork {
  private open = 0;
  private readonly events = new EventEmitter();

  async during<T>(work: () => Promise<T>): Promise<T> {
    this.open += 1;
    try {
      return await work();
    } finally {
      this.open -= 1;
      if (this.open === 0) this.events.emit(IDLE);
    }
  }

  /** Until none is open, or it has been long enough. @throws the signal's reason when aborted */
  async idle(signal: AbortSignal): Promise<void> {
    if (this.open === 0) return;
    const isLong = AbortSignal.timeout(LONGEST_WAIT_MS);
    try {
      await once(this.events, IDLE, { signal: AbortSignal.any([signal, isLong]) });
    } catch (error) {
      signal.throwIfAborted();
      if (!isLong.aborted) throw error;
    }
  }
}
