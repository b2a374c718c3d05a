import { Inject, Injectable } from '@nestjs/common';
import type { Logger } from 'pino';
import { DataSource } from 'typeorm';
import type { ScheduleHandler } from '#jobs';
import { Outbox } from '#outbox';
import { Clock, HOUR_MS, LOGGER } from '#platform';
import { lockAgreement } from '../agreements/agreements.module.js';
import { RecordingCopies, SealOrders } from '../seals/seals.module.js';
import { EvidenceCheck } from './evidence-check.js';
import { LogHeads } from './log-heads.js';

/** Signs where all logs end, once a day, and gives the seals of before their head. */
@Injectable()
export class SignLogHeads implements ScheduleHandler {
  readonly schedule = { name: 'sign-log-heads', everyMs: HOUR_MS };

  constructor(private readonly heads: LogHeads) {}

  async round(signal: AbortSignal): Promise<void> {
    await this.heads.signToday();
    await this.heads.cover(signal);
  }
}

/** Checks all evidence once a day, in one process; a check that was cut short begins anew after some hours. */
@Injectable()
export class CheckEvidence implements ScheduleHandler {
  readonly schedule = { name: 'check-evidence', everyMs: HOUR_MS };

  constructor(
    private readonly dataSource: DataSource,
    private readonly clock: Clock,
    private readonly check: EvidenceCheck,
  ) {}

  async round(signal: AbortSignal): Promise<void> {
    const now = this.clock.now();
    const day = now.toISOString().slice(0, 10);
    const begun = await this.dataSource.query<unknown[]>(
      `insert into evidence_checks as c (day, started_at) values ($1, $2)
       on conflict (day) do update set started_at = excluded.started_at
         where c.finished_at is null and c.started_at <= excluded.started_at - interval '3 hours'
       returning 1`,
      [day, now],
    );
    if (begun.length === 0) return;
    const { agreements, problems } = await this.check.run(signal);
    if (signal.aborted) return;
    await this.dataSource.query(
      'update evidence_checks set finished_at = $2, agreements = $3, problems = $4 where day = $1',
      [day, this.clock.now(), agreements, problems.length],
    );
  }
}

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
        // Another copy of the service may have come first.
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
