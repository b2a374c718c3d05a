import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { ScheduleHandler } from '#jobs';
import { Clock, HOUR_MS } from '#platform';
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
