import pLimit, { type LimitFunction } from 'p-limit';
import { AppError } from '#platform';

/** Work takes a few seconds; by then others have ended. */
const RETRY_SECONDS = 10;

/** Lets work that keeps a processor busy run a few at once, and only so much of it wait. */
export class Turns {
  private readonly limit: LimitFunction;
  /** What runs or waits. */
  private open = 0;

  constructor(
    private readonly atOnce: number,
    private readonly waiting: number,
  ) {
    this.limit = pLimit(atOnce);
  }

  /** @throws AppError `unavailable` when too much waits already */
  async take<T>(work: () => Promise<T>): Promise<T> {
    if (this.open >= this.atOnce + this.waiting)
      throw new AppError('unavailable', { retryAfterSeconds: RETRY_SECONDS });
    this.open += 1;
    try {
      return await this.limit(work);
    } finally {
      this.open -= 1;
    }
  }
}
