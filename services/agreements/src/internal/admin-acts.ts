import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { type AdminActed, adminActed } from '#contracts';
import { Outbox } from '#outbox';
import { noOrigin, type Origin } from '#platform';
import { lockAgreement } from '../agreements/agreement.queries.js';
import { EventLog, type LogEntry } from '../event-log/event-log.js';

export const adminActs = [
  'audio-downloaded',
  'cancelled',
  'retention-extended',
  'job-retried',
  'transcript-fulfilled',
] as const satisfies readonly AdminActed['act'][];

const logTypes: Record<AdminActed['act'], string> = {
  'audio-downloaded': 'admin-downloaded-audio',
  cancelled: 'admin-cancelled',
  'retention-extended': 'retention-extended',
  'job-retried': 'admin-retried-job',
  'transcript-fulfilled': 'admin-fulfilled-transcript',
};

export interface AdminAct {
  act: AdminActed['act'];
  adminId: number;
  reason: string;
  detail?: LogEntry['detail'];
  origin?: Origin;
}

/** What administrators do with an agreement: on record, and its owner is told. */
@Injectable()
export class AdminActs {
  constructor(
    private readonly outbox: Outbox,
    private readonly log: EventLog,
  ) {}

  /** Answers the number of the log's row. @throws AppError `agreement_not_found` */
  async record(manager: EntityManager, agreementId: string, act: AdminAct): Promise<number> {
    const { ownerId } = await lockAgreement(manager, agreementId);
    const seq = await this.log.append(manager, agreementId, {
      type: logTypes[act.act],
      actor: `admin:${act.adminId}`,
      origin: act.origin ?? noOrigin,
      detail: { ...act.detail, reason: act.reason },
    });
    await this.outbox.add(manager, adminActed, { agreementId, ownerId, act: act.act, seq });
    return seq;
  }
}
