import { Inject, Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { ScheduleHandler } from '#jobs';
import { Clock, DAY_MS } from '#platform';
import { OBJECT_STORE, type ObjectStore } from '#storage';

const BATCH = 100;

/** A long upload is kept for a day: time enough to go on, and to ask again for the answer of its end. */
@Injectable()
export class RemoveOldUploads implements ScheduleHandler {
  readonly schedule = { name: 'remove-old-uploads', everyMs: 15 * 60_000 };

  constructor(
    private readonly dataSource: DataSource,
    private readonly clock: Clock,
    @Inject(OBJECT_STORE) private readonly store: ObjectStore,
  ) {}

  /** Objects first, then the row: a round that is cut short leaves something to find for the next. */
  async round(signal: AbortSignal): Promise<void> {
    const before = new Date(this.clock.now().getTime() - DAY_MS);
    const old = await this.dataSource.query<{ id: string }[]>(
      `select id from uploads where created_at <= $1 order by created_at limit ${BATCH}`,
      [before],
    );
    for (const { id } of old) {
      if (signal.aborted) return;
      for await (const key of this.store.list(`uploads/${id}/`)) await this.store.delete(key);
      await this.dataSource.query('delete from uploads where id = $1', [id]);
    }
    await this.dataSource.query('delete from transcribe_calls where at <= $1', [before]);
  }
}
