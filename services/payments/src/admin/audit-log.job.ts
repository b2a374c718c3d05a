import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { type ReportedAdminAct, reportAdminAct } from '#contracts';
import { type Commit, defineJob, type JobHandler, type JobRun, Jobs } from '#jobs';
import { Clock } from '#platform';
import { AuthClient } from '../agreements/agreements.module.js';

/** Puts what an administrator did on record with auth. */
export const recordAct = defineJob<ReportedAdminAct>('record-admin-act', {
  attempts: 12,
  backoffMs: 2000,
  concurrency: 2,
});

/** Tells the one log of administrators what they did here. */
@Injectable()
export class AuditLogJobs {
  constructor(
    private readonly jobs: Jobs,
    private readonly clock: Clock,
  ) {}

  /** In the transaction of what was done; auth is told after it. Once for each `key`. */
  async record(manager: EntityManager, act: Omit<ReportedAdminAct, 'at'>): Promise<void> {
    const at = this.clock.now().toISOString();
    await this.jobs.add(manager, recordAct, act.key, { ...act, at });
  }
}

@Injectable()
export class RecordAdminAct implements JobHandler<ReportedAdminAct> {
  readonly job = recordAct;

  constructor(private readonly auth: AuthClient) {}

  /** Auth knows what it was told under the same key, so repeating it changes nothing. */
  async run({ payload }: JobRun<ReportedAdminAct>): Promise<Commit> {
    await this.auth.call(reportAdminAct, { body: payload });
    return () => Promise.resolve();
  }
}
