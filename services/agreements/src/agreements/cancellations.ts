import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { agreementCancelled, type CancelReason } from '#contracts';
import { Outbox } from '#outbox';
import { Clock, failpoint, noOrigin, type Origin } from '#platform';
import { scheduleContentDeletion } from '../deadlines/deadlines.js';
import { EventLog } from '../event-log/event-log.js';
import type { AgreementEntity } from './agreement.entity.js';
import { assertMove } from './agreement.state.js';

export interface CancelOrder {
  reason: CancelReason;
  /** As in the log: `user:17`, `party-b`, `admin:3`, `agreements`. */
  actor: string;
  /** What the person wrote. */
  note?: string | null;
  origin?: Origin;
}

/** The end of an agreement that became no contract, whoever ended it. */
@Injectable()
export class Cancellations {
  constructor(
    private readonly outbox: Outbox,
    private readonly log: EventLog,
    private readonly clock: Clock,
  ) {}

  /**
   * Ends the agreement, whose row the caller has locked. What was paid for stays until the access period ends; what was
   * not is deleted at once. Answers the number of the log's row.
   * @throws AppError `invalid_transition`
   */
  async cancel(manager: EntityManager, agreement: AgreementEntity, order: CancelOrder): Promise<number> {
    const { reason, actor, note = null, origin = noOrigin } = order;
    const { agreementId, ownerId, status: from } = agreement;
    assertMove(from, 'cancelled', reason);
    const now = this.clock.now();
    Object.assign(agreement, {
      status: 'cancelled',
      statusReason: reason,
      cancelledAt: now,
      cancelNote: note || null,
    });
    await manager.save(agreement);
    await manager.query('update deadlines set done_at = $2 where agreement_id = $1 and done_at is null', [
      agreementId,
      now,
    ]);
    // Where a clock ended it, the same clock deletes.
    if (reason !== 'unpaid_expired' && reason !== 'no_answer') {
      const deleteAt = agreement.paidAt === null ? now : agreement.expiresAt;
      await scheduleContentDeletion(manager, agreementId, deleteAt);
    }
    const seq = await this.log.append(manager, agreementId, {
      type: reason === 'declined' ? 'declined' : 'cancelled',
      actor,
      origin,
      detail: { from, reason, note: note || null },
    });
    await this.outbox.add(manager, agreementCancelled, {
      agreementId,
      ownerId,
      from: from === 'pending' ? 'pending' : 'awaiting_party',
      reason,
    });
    failpoint('agreements.cancel.before-commit');
    return seq;
  }
}
