import { Inject, Injectable } from '@nestjs/common';
import type { Logger } from 'pino';
import { DataSource } from 'typeorm';
import type { ScheduleHandler } from '#jobs';
import { Outbox } from '#outbox';
import { Clock, LOGGER } from '#platform';
import { lockAgreement } from '../agreements/agreement.queries.js';
import { RecordingCopies } from './recording-copies.js';
import { SealOrders } from './seal-orders.js';

const BATCH = 100;

/** Completed, still with its content, and no seal was asked for: as all are that were completed before there were seals. */
const NEVER_ORDERED = `
  select a.agreement_id as "agreementId" from agreements a
  where a.status = 'completed' and a.content_deleted_at is null and a.owner_id is not null
    and not exists (select from seals s where s.agreement_id = a.agreement_id)`;

/** Asked for, and no job will make it. */
const WITHOUT_JOB = `
  select s.agreement_id as "agreementId", s.version, s.failures from seals s
  join agreements a on a.agreement_id = s.agreement_id and a.content_deleted_at is null
  where s.sealed_at is null and s.ordered_at <= $1::timestamptz - interval '15 minutes'
    and not exists (select from jobs j where j.name = 'seal-agreement' and j.status in ('queued', 'running')
      and j.key = s.agreement_id || ':' || s.version || ':' || s.failures)`;

interface Open {
  agreementId: string;
  version: number;
  failures: number;
}

/** What should be sealed and is not: asked for (again). Copies of recordings that are not noted yet: noted. */
@Injectable()
export class FindUnsealed implements ScheduleHandler {
  readonly schedule = { name: 'find-unsealed', everyMs: 15 * 60_000 };

  constructor(
    private readonly dataSource: DataSource,
    private readonly outbox: Outbox,
    private readonly clock: Clock,
    private readonly orders: SealOrders,
    private readonly copies: RecordingCopies,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  async round(signal: AbortSignal): Promise<void> {
    const missing = await this.dataSource.query<{ agreementId: string }[]>(
      `${NEVER_ORDERED} order by a.id limit ${BATCH}`,
    );
    for (const { agreementId } of missing) {
      if (signal.aborted) return;
      await this.outbox.transaction(async (manager) => {
        await lockAgreement(manager, agreementId);
        // Another round may have come first.
        const still = await manager.query<unknown[]>(`${NEVER_ORDERED} and a.agreement_id = $1`, [
          agreementId,
        ]);
        if (still.length > 0) await this.orders.order(manager, agreementId);
      });
    }
    const open = await this.dataSource.query<Open[]>(`${WITHOUT_JOB} order by s.ordered_at limit ${BATCH}`, [
      this.clock.now(),
    ]);
    for (const seal of open) {
      if (signal.aborted) return;
      this.logger.error({ agreementId: seal.agreementId, version: seal.version }, 'seal is asked for again');
      await this.outbox.transaction((manager) => this.orders.start(manager, seal));
    }
    await this.copies.noteOlder(signal);
  }
}
