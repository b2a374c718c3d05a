import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import {
  agreementPaid,
  type ContractCovered,
  type PaymentSucceeded,
  paidDays,
  subscriberDays,
} from '#contracts';
import { Outbox } from '#outbox';
import { Clock, DAY_MS } from '#platform';
import { lockAgreement } from '../agreements/agreement.queries.js';
import { assertMove } from '../agreements/agreement.state.js';
import { scheduleAccessEnd } from '../deadlines/deadlines.js';
import { EventLog, type LogEntry } from '../event-log/event-log.js';
import { InvitationsService } from '../invitations/invitations.service.js';
import { currentRecording } from '../recordings/recording.entity.js';

interface Unlock {
  agreementId: string;
  userId: number;
  at: string;
  keptDays: number;
  entry: LogEntry;
}

/** Takes agreements out of `pending`: paid, or covered by what was paid before. */
@Injectable()
export class Unlocking {
  constructor(
    private readonly outbox: Outbox,
    private readonly log: EventLog,
    private readonly clock: Clock,
    private readonly invitations: InvitationsService,
  ) {}

  /** Stripe has the money. */
  paid(manager: EntityManager, payment: PaymentSucceeded): Promise<void> {
    const { agreementId, userId, paymentId, receiptNumber, amountCents, currency, paidAt: at } = payment;
    const detail = { paymentId, receiptNumber, amountCents, currency };
    const entry = { type: 'paid', actor: 'payments', detail };
    return this.unlock(manager, { agreementId, userId, at, keptDays: paidDays, entry });
  }

  /** The owner subscribes, or uses a credit. What is made under a subscription is kept for a year. */
  covered(
    manager: EntityManager,
    { agreementId, userId, by, coverageId, coveredAt }: ContractCovered,
  ): Promise<void> {
    const entry = { type: 'covered', actor: 'payments', detail: { coverageId, by } };
    const keptDays = by === 'subscription' ? subscriberDays : paidDays;
    return this.unlock(manager, { agreementId, userId, at: coveredAt, keptDays, entry });
  }

  /** The agreement leaves `pending`, and party B of a remote one is invited. */
  private async unlock(
    manager: EntityManager,
    { agreementId, userId, at, keptDays, entry }: Unlock,
  ): Promise<void> {
    const agreement = await lockAgreement(manager, agreementId);
    if (agreement.status !== 'pending') {
      // It has moved on meanwhile: on record. The payments pay back what was paid for nothing.
      await this.log.append(manager, agreementId, { ...entry, type: `${entry.type}-late` });
      return;
    }
    const status = agreement.isRemote ? 'awaiting_party' : 'processing';
    assertMove(agreement.status, status);
    const paidAt = new Date(at);
    Object.assign(agreement, {
      status,
      // Whoever paid has claimed it before; should that be missing, it is theirs all the same.
      ownerId: agreement.ownerId ?? userId,
      paidAt,
      expiresAt: new Date(paidAt.getTime() + keptDays * DAY_MS),
      ...(status === 'processing' ? { transcriptStage: 'queued', transcriptPercent: 0 } : {}),
    });
    await manager.save(agreement);
    await this.log.append(manager, agreementId, entry);
    const now = this.clock.now();
    await manager.query(
      `update deadlines set done_at = $2 where agreement_id = $1 and kind like 'unpaid-%' and done_at is null`,
      [agreementId, now],
    );
    await scheduleAccessEnd(manager, agreementId, agreement.expiresAt, now);
    const recording = await currentRecording(manager, agreementId, 'a');
    await this.outbox.add(manager, agreementPaid, {
      agreementId,
      recordingId: recording.id,
      ownerId: agreement.ownerId ?? userId,
      status,
      paidAt: at,
    });
    if (status === 'awaiting_party') await this.invitations.issue(manager, agreement, 'invitation');
  }
}
