import { Inject, Injectable } from '@nestjs/common';
import type { Logger } from 'pino';
import { DataSource, type FindOptionsWhere, IsNull, LessThanOrEqual } from 'typeorm';
import { unpaidDays } from '#contracts';
import type { ScheduleHandler } from '#jobs';
import { Clock, DAY_MS, LOGGER, outageOf, unlessBackup } from '#platform';
import { OBJECT_STORE, type ObjectStore } from '#storage';
import { UploadEntity } from './chunks.service.js';
import { UsageRepository } from './usage.repository.js';

const BATCH = 100;
/** As long as its unpaid agreement may live: a device that comes back by then gets that one, not a second. */
const FINISHED_DAYS = unpaidDays + 1;

/**
 * A long upload is kept for a day, time enough to go on; what became an agreement is remembered longer, so that who lost
 * the answer can ask again. Its chunks are gone by then.
 */
@Injectable()
export class RemoveOldUploads implements ScheduleHandler {
  readonly schedule = { name: 'remove-old-uploads', everyMs: 15 * 60_000 };

  constructor(
    private readonly dataSource: DataSource,
    private readonly clock: Clock,
    private readonly usage: UsageRepository,
    @Inject(OBJECT_STORE) private readonly store: ObjectStore,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** Until none is left: whoever began very many must not keep other people's voices here for longer. */
  async round(signal: AbortSignal): Promise<void> {
    const now = this.clock.now().getTime();
    const before = (ms: number) => LessThanOrEqual(new Date(now - ms));
    await this.removeAll({ agreementId: IsNull(), createdAt: before(DAY_MS) }, signal);
    await this.removeAll({ createdAt: before(FINISHED_DAYS * DAY_MS) }, signal);
    await this.usage.prune();
  }

  private async removeAll(where: FindOptionsWhere<UploadEntity>, signal: AbortSignal): Promise<void> {
    let kept = 0;
    for (;;) {
      const uploads = await this.dataSource.manager.find(UploadEntity, {
        ...{ where, select: { id: true }, order: { createdAt: 'ASC', id: 'ASC' } },
        ...{ skip: kept, take: BATCH },
      });
      for (const { id } of uploads) {
        if (signal.aborted) return;
        if (!(await this.remove({ ...where, id }))) kept += 1;
      }
      if (uploads.length < BATCH) return;
    }
  }

  /**
   * Objects first, then the row: a round that is cut short leaves something to find for the next. One that was finalized
   * meanwhile is no longer what was looked for, and stays.
   */
  private async remove(where: FindOptionsWhere<UploadEntity> & { id: string }): Promise<boolean> {
    const isGone = await attempt(this.logger, () =>
      unlessBackup(this.dataSource, async () => {
        for await (const key of this.store.list(`uploads/${where.id}/`)) await this.store.delete(key);
      }),
    );
    if (isGone) await this.dataSource.manager.delete(UploadEntity, where);
    return isGone;
  }
}

/**
 * One object that cannot be deleted keeps no other from going. What concerns all ends the round.
 * @throws an outage, a backup that runs among them
 */
export async function attempt(logger: Logger, removal: () => Promise<void>): Promise<boolean> {
  try {
    await removal();
    return true;
  } catch (error) {
    if (outageOf(error)) throw error;
    logger.error({ err: error }, 'object not deleted');
    return false;
  }
}
