import { Injectable } from '@nestjs/common';
import { type EntityManager, In, Like } from 'typeorm';
import { defineJob, JobEntity, Jobs } from '#jobs';
import { Clock } from '#platform';

export interface SealAgreementPayload {
  agreementId: string;
  version: number;
}

/** Makes the signed manifest of a completed agreement. */
export const sealAgreement = defineJob<SealAgreementPayload>('seal-agreement', {
  attempts: 6,
  backoffMs: 2000,
});

/** Whether a seal of the agreement is being made, or is about to be. */
export function hasOpenSealJob(manager: EntityManager, agreementId: string): Promise<boolean> {
  return manager.existsBy(JobEntity, {
    name: sealAgreement.name,
    key: Like(`${agreementId}:%`),
    status: In(['queued', 'running']),
  });
}

/** Asks for seals. The row comes first, in the transaction that makes the seal necessary. */
@Injectable()
export class SealOrders {
  constructor(
    private readonly jobs: Jobs,
    private readonly clock: Clock,
  ) {}

  /**
   * A seal of the agreement as it is now: the first, or one version more. The caller holds the lock on its row and has
   * written what happened into the log. SQL: numbered and cut off at the end of the log in one statement.
   */
  async order(manager: EntityManager, agreementId: string): Promise<void> {
    const [row] = await manager.query<{ version: number }[]>(
      `insert into seals (agreement_id, version, log_seq, ordered_at)
       select agreement_id, coalesce((select max(version) from seals s where s.agreement_id = a.agreement_id), 0) + 1,
         log_seq, $2
       from agreements a where agreement_id = $1
       returning version`,
      [agreementId, this.clock.now()],
    );
    if (row) await this.start(manager, { agreementId, version: row.version, failures: 0 });
  }

  /** Its job; another one after each that has failed for good. */
  async start(
    manager: EntityManager,
    { agreementId, version, failures }: { agreementId: string; version: number; failures: number },
  ): Promise<void> {
    const key = `${agreementId}:${version}:${failures}`;
    await this.jobs.add(manager, sealAgreement, key, { agreementId, version });
  }
}
