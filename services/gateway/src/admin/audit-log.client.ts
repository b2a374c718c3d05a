import { Injectable } from '@nestjs/common';
import { AGREEMENT_ID, recordAdminAct, recordAgreementAct } from '#contracts';
import { AppError, type Principal } from '#platform';
import { Services } from '../upstreams/upstreams.module.js';

export interface AuditEntry {
  /** What is done, such as `job-retried`. */
  act: string;
  /** What it is done to, such as `transcription.job:0193…`. */
  subject: string;
  reason: string;
  /** The number of the agreement that it touches, when it names one. */
  agreementId: string | null;
}

/** Puts on record what an administrator is about to do: with auth, and in the log of the agreement that it touches. */
@Injectable()
export class AuditLogClient {
  constructor(private readonly services: Services) {}

  /** @throws AppError `unavailable` when it could not be put on record: then it must not be done. */
  async record(admin: Principal, { act, subject, reason, agreementId }: AuditEntry): Promise<void> {
    try {
      await this.services
        .of('auth')
        .call(recordAdminAct, { principal: admin, body: { act, subject, reason } });
      if (agreementId !== null && AGREEMENT_ID.test(agreementId)) {
        await this.recordAtAgreement(admin, agreementId, reason);
      }
    } catch (error) {
      throw new AppError('unavailable', { cause: error });
    }
  }

  private async recordAtAgreement(admin: Principal, agreementId: string, reason: string): Promise<void> {
    // To the people of an agreement it is one thing: work on it is tried again.
    const body = { act: 'job-retried' as const, reason };
    try {
      await this.services
        .of('agreements')
        .call(recordAgreementAct, { params: { agreementId }, principal: admin, body });
    } catch (error) {
      // Sixteen digits that are no agreement have no log.
      if (!(error instanceof AppError) || error.status !== 404) throw error;
    }
  }
}
