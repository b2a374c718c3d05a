import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { Clock, HOUR_MS, type PruneRule, pruneRows } from '#platform';
import type { ScheduleHandler } from './schedules.js';

const JOB_RULES: readonly PruneRule[] = [
  // The key recognises an event that comes again, which the inbox does for 30 days.
  { table: 'jobs', isOver: `status = 'done'`, since: 'finished_at', days: 35 },
  // People look into these.
  { table: 'jobs', isOver: `status = 'failed'`, since: 'finished_at', days: 180 },
];

/** Deletes old jobs, and what else a service's own rules name. */
@Injectable()
export class PruneJobs implements ScheduleHandler {
  readonly schedule = { name: 'prune-rows', everyMs: HOUR_MS };
  protected readonly rules: readonly PruneRule[] = [];

  constructor(
    private readonly dataSource: DataSource,
    private readonly clock: Clock,
  ) {}

  async round(signal: AbortSignal): Promise<void> {
    for (const rule of [...JOB_RULES, ...this.rules]) {
      await pruneRows(this.dataSource, rule, this.clock.now(), signal);
    }
  }
}
