import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { type AdminActed, adminActed } from '#contracts';
import { Outbox } from '#outbox';
import { noOrigin, type Origin } from '#platform';
import { lockAgreement } from '../agreements/agreements.module.js';
import { EventLog, type LogEntry, type LogType } from '../event-log/event-log.module.js';

/** What administrators do with an agreement, and what the log calls it. */
const logTypeOf = {
  'audio-downloaded': 'admin-downloaded-audio',
  cancelled: 'admin-cancelled',
  'retention-extended': 'retention-extended',
  'job-retried': 'admin-retried-job',
  'transcript-fulfilled': 'admin-fulfilled-transcript',
} as const satisfies Record<AdminActed['act'], LogType>;

export const auditedActs = Object.keys(logTypeOf) as AdminActed['act'][];

interface AuditEntry {
  act: AdminActed['act'];
  adminId: number;
  reason: string;
  detail?: LogEntry['detail'];
  origin?: Origin;
}

/** Writes what administrators do with an agreement into its log, and tells its owner. */
@Injectable()
export class AgreementAudit {
  constructor(
    private readonly outbox: Outbox,
    private readonly log: EventLog,
  ) {}

  /** Answers the number of the log's row. @throws AppError `agreement_not_found` */
  async record(manager: EntityManager, agreementId: string, entry: AuditEntry): Promise<number> {
    const { ownerId } = await lockAgreement(manager, agreementId);
    const seq = await this.log.append(manager, agreementId, {
      type: logTypeOf[entry.act],
      actor: `admin:${entry.adminId}`,
      origin: entry.origin ?? noOrigin,
      detail: { ...entry.detail, reason: entry.reason },
    });
    await this.outbox.add(manager, adminActed, { agreementId, ownerId, act: entry.act, seq });
    return seq;
  }
}
