import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { AppError, Clock, HOUR_MS, inTransaction } from '#platform';

const PER_HOUR = 20;
/** Marks the advisory lock as ours. */
const LOCK = 73_773;

/** A transcript costs minutes of work: twenty an hour for one account. */
@Injectable()
export class TakeThrottle {
  constructor(
    private readonly dataSource: DataSource,
    private readonly clock: Clock,
  ) {}

  /** Counts a call. @throws AppError `too_many_requests` */
  async count(ownerId: number): Promise<void> {
    await inTransaction(this.dataSource, async (manager) => {
      // Calls of one account count one after the other.
      await manager.query('select pg_advisory_xact_lock($1, $2)', [LOCK, ownerId]);
      const now = this.clock.now();
      const recent = await manager.query<{ at: Date }[]>(
        `select at from transcribe_calls where owner_id = $1 and at > $2 order by at desc limit ${PER_HOUR}`,
        [ownerId, new Date(now.getTime() - HOUR_MS)],
      );
      const first = recent[PER_HOUR - 1];
      if (first) {
        const waitMs = first.at.getTime() + HOUR_MS - now.getTime();
        throw new AppError('too_many_requests', { retryAfterSeconds: Math.ceil(waitMs / 1000) });
      }
      await manager.query('insert into transcribe_calls (owner_id, at) values ($1, $2)', [ownerId, now]);
    });
  }
}
