import { Inject, Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { unpaidDays } from '#contracts';
import type { ScheduleHandler } from '#jobs';
import { Clock, DAY_MS, unlessBackup } from '#platform';
import { OBJECT_STORE, type ObjectStore } from '#storage';
import { DailyBudgets } from './daily-budgets.js';

const BATCH = 100;
/** As long as its unpaid agreement may live: a device that comes back by then gets that one, not a second. */
const FINISHED_DAYS = unpaidDays + 1;

/**
 * A long upload is kept for a day, time enough to go on; what became an agreement is remembered longer, so that who lost
 * the answer can ask again. Its parts are gone by then.
 */
@Injectable()
export class RemoveOldUploads implements ScheduleHandler {
  readonly schedule = { name: 'remove-old-uploads', everyMs: 15 * 60_000 };

  constructor(
    private readonly dataSource: DataSource,
    private readonly clock: Clock,
    private readonly budgets: DailyBudgets,
    @Inject(OBJECT_STORE) private readonly store: ObjectStore,
  ) {}

  /** Objects first, then the row: a round that is cut short leaves something to find for the next. */
  async round(signal: AbortSignal): Promise<void> {
    const now = this.clock.now().getTime();
    const before = new Date(now - DAY_MS);
    const old = await this.dataSource.query<{ id: string }[]>(
      `(select id from uploads where agreement_id is null and created_at <= $1 order by created_at limit ${BATCH})
       union
       (select id from uploads where created_at <= $2 order by created_at limit ${BATCH})`,
      [before, new Date(now - FINISHED_DAYS * DAY_MS)],
    );
    for (const { id } of old) {
      if (signal.aborted) return;
      await unlessBackup(this.dataSource, async () => {
        for await (const key of this.store.list(`uploads/${id}/`)) await this.store.delete(key);
      });
      await this.dataSource.query('delete from uploads where id = $1', [id]);
    }
    await this.dataSource.query('delete from transcribe_calls where at <= $1', [before]);
    await this.budgets.prune();
  }
}
