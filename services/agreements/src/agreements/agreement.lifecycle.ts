import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import {
  type AgreementCovered,
  agreementCancelled,
  agreementCompleted,
  agreementPaid,
  type CancelReason,
  type EventEnvelope,
  type PaymentSucceeded,
  paidDays,
  subscriberDays,
  type TranscriptCompleted,
  type TranscriptFailed,
} from '#contracts';
import { Outbox } from '#outbox';
import { Clock, DAY_MS, failpoint, happenedAt, noOrigin, type Origin } from '#platform';
import { EventLog } from '../event-log/event-log.module.js';
import { currentRecording } from '../recordings/recordings.module.js';
import { SealOrders } from '../seals/seals.module.js';
import type { AgreementEntity } from './agreement.entity.js';
import { assertMove } from './agreement.state.js';
import { lockAgreement } from './agreements.repository.js';
import type { DeviceMatch } from './consents.js';
import { closeDeadlines, scheduleAccessEnd, scheduleContentDeletion } from './deadlines.js';
import { isBeingDeleted } from './delete-content.job.js';
import { InvitationsService } from './invitations.service.js';

/** How long a proof, or a transcript by a person, can be had at least, however late it has come. */
const PROOF_ACCESS_MS = 7 * DAY_MS;

/** Deadlines of what was paid for that nothing is left to do at once it has become no contract. */
const OVER_WITHOUT_CONTRACT = ['remind-%', 'link-end', 'access-end', 'content-end'];

interface Unlock {
  agreementId: string;
  userId: number;
  at: string;
  keptDays: number;
  type: 'paid' | 'covered';
  detail: Record<string, string | number>;
}

interface Cancellation {
  reason: CancelReason;
  /** As in the log: `user:17`, `party-b`, `admin:3`, `agreements`. */
  actor: string;
  /** What the person wrote. */
  note?: string | null;
  origin?: Origin;
  /** Where party B's key was used on party A's device, or on one that looks like it. */
  deviceMatch?: DeviceMatch | null;
}

/**
 * Every step of an agreement from one status to another, as the table in `agreement.state.ts` allows it. Nothing else
 * writes `status`. Each method works in the transaction of whoever calls it:
 *
 * - `pay`, `cover`: the events of payments (`agreements.consumer.ts`)
 * - `consent`: party B's answer (`parties/consent.service.ts`)
 * - `complete`, `fail`: the events of transcription (`agreements.consumer.ts`), which tells the end of a paid transcript:
 *   when its job ends, when the payment comes later, when it is asked for again, or when a person delivers it
 * - `cancel`: the owner (`agreements.service.ts`), party B (`parties/party-b.service.ts`), an administrator
 *   (`admin/admin.service.ts`), or a deadline that has passed (`run-deadlines.schedule.ts`)
 */
@Injectable()
export class AgreementLifecycle {
  constructor(
    private readonly outbox: Outbox,
    private readonly log: EventLog,
    private readonly clock: Clock,
    private readonly invitations: InvitationsService,
    private readonly sealOrders: SealOrders,
  ) {}

  /** Stripe has the money. */
  pay(manager: EntityManager, payment: PaymentSucceeded): Promise<void> {
    const { agreementId, userId, paymentId, receiptNumber, amountCents, currency, paidAt: at } = payment;
    const detail = { paymentId, receiptNumber, amountCents, currency };
    return this.unlock(manager, { agreementId, userId, at, keptDays: paidDays, type: 'paid', detail });
  }

  /** The owner subscribes, or uses a credit. What is made under a subscription is kept for a year. */
  cover(
    manager: EntityManager,
    { agreementId, userId, by, coverageId, coveredAt: at }: AgreementCovered,
  ): Promise<void> {
    const keptDays = by === 'subscription' ? subscriberDays : paidDays;
    const detail = { coverageId, by };
    return this.unlock(manager, { agreementId, userId, at, keptDays, type: 'covered', detail });
  }

  /** The agreement leaves `pending`, and party B of a remote one is invited. */
  private async unlock(manager: EntityManager, unlock: Unlock): Promise<void> {
    const { agreementId, userId, at, keptDays, type, detail } = unlock;
    const agreement = await lockAgreement(manager, agreementId);
    if (agreement.status !== 'pending') {
      // It has moved on meanwhile: on record. The payments pay back what was paid for nothing.
      await this.log.append(manager, agreementId, { type: `${type}-late`, actor: 'payments', detail });
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
    await this.log.append(manager, agreementId, { type, actor: 'payments', detail });
    const now = this.clock.now();
    await closeDeadlines(manager, agreementId, now, ['unpaid-%']);
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

  /** Party B has answered; the recording and the consent are written beside it. The caller has locked the agreement. */
  async consent(manager: EntityManager, agreement: AgreementEntity, at: Date): Promise<void> {
    assertMove(agreement.status, 'processing');
    Object.assign(agreement, { status: 'processing', transcriptStage: 'queued', transcriptPercent: 0 });
    await manager.save(agreement);
    await closeDeadlines(manager, agreement.agreementId, at, ['link-end', 'remind-%']);
  }

  /**
   * The transcript is final: its hash goes into the log and the agreement is complete. Of one that is complete already
   * only a newer transcript counts, whatever order the events come in.
   */
  async complete(manager: EntityManager, event: EventEnvelope<TranscriptCompleted>): Promise<void> {
    const { data: transcript } = event;
    const transcriptAt = happenedAt(event.occurredAt, this.clock.now());
    const agreement = await lockAgreement(manager, transcript.agreementId);
    // The same event again, from a service that could not know whether it had arrived.
    if (agreement.status === 'completed' && agreement.transcriptSha256 === transcript.sha256) return;
    if (agreement.status === 'completed') {
      const isOlder = agreement.transcriptAt !== null && transcriptAt < agreement.transcriptAt;
      if (!isOlder) await this.replaceTranscript(manager, agreement, transcript, transcriptAt);
      return;
    }
    assertMove(agreement.status, 'completed');
    const recording = await currentRecording(manager, agreement.agreementId, 'a');
    const consent = agreement.isRemote ? await currentRecording(manager, agreement.agreementId, 'b') : null;
    const now = this.clock.now();
    const endsAt = await this.giveTimeForProof(manager, agreement);
    Object.assign(agreement, {
      status: 'completed',
      statusReason: null,
      transcriptStage: 'done',
      transcriptPercent: 100,
      transcriptAt,
      transcriptSha256: transcript.sha256,
      completedAt: now,
    });
    await manager.save(agreement);
    await this.log.append(manager, agreement.agreementId, {
      type: 'completed',
      actor: 'transcription',
      detail: {
        audioSha256: recording.sha256,
        ...(consent ? { consentSha256: consent.sha256 } : {}),
        transcriptSha256: transcript.sha256,
        engine: transcript.engine,
        isDraft: transcript.isDraft,
        ...(transcript.warnings?.includes('amount_differs') ? { amountDiffers: true } : {}),
        ...(endsAt ? { endsAt: endsAt.toISOString() } : {}),
      },
    });
    await this.sealOrders.order(manager, agreement.agreementId);
    await this.outbox.add(manager, agreementCompleted, {
      agreementId: agreement.agreementId,
      ownerId: transcript.ownerId,
      audioSha256: recording.sha256,
      transcriptSha256: transcript.sha256,
      expiresAt: agreement.expiresAt.toISOString(),
    });
  }

  /** A better engine has made it anew: the log keeps both hashes, and the agreement is sealed once more. */
  private async replaceTranscript(
    manager: EntityManager,
    agreement: AgreementEntity,
    { agreementId, sha256, engine, isDraft }: TranscriptCompleted,
    transcriptAt: Date,
  ): Promise<void> {
    const replacesSha256 = agreement.transcriptSha256;
    await manager.save(Object.assign(agreement, { transcriptSha256: sha256, transcriptAt }));
    await this.log.append(manager, agreementId, {
      type: 'transcribed-again',
      actor: 'transcription',
      detail: { transcriptSha256: sha256, replacesSha256, engine, isDraft },
    });
    await this.sealOrders.order(manager, agreementId);
  }

  /**
   * Who gets the proof of a contract late, or a transcript by a person, has a week to fetch it: access lasts until then,
   * unless the content is going already. The caller has locked the agreement. Answers the new end, null when the end stays.
   */
  async giveTimeForProof(manager: EntityManager, agreement: AgreementEntity): Promise<Date | null> {
    const { agreementId, status, expiresAt, contentDeletedAt, contentDeletionBegunAt } = agreement;
    const now = this.clock.now();
    const endsAt = new Date(now.getTime() + PROOF_ACCESS_MS);
    if (status !== 'processing' && status !== 'completed') return null;
    if (expiresAt >= endsAt || (contentDeletedAt ?? contentDeletionBegunAt) !== null) return null;
    if (await isBeingDeleted(manager, agreementId, now)) return null;
    agreement.expiresAt = endsAt;
    await manager.save(agreement);
    await scheduleAccessEnd(manager, agreementId, endsAt, now);
    // A deletion that was put off is counted anew, too.
    await closeDeadlines(manager, agreementId, now, ['content-end']);
    return endsAt;
  }

  /**
   * The engine gave up. The recording is safe; people can choose another way. One that is tried again and again is logged
   * once for each reason in a row.
   */
  async fail(manager: EntityManager, event: EventEnvelope<TranscriptFailed>): Promise<void> {
    const agreement = await lockAgreement(manager, event.data.agreementId);
    if (agreement.status !== 'processing') return;
    agreement.statusReason = 'needs_fallback';
    agreement.transcriptStage = 'failed';
    agreement.transcriptAt = happenedAt(event.occurredAt, this.clock.now());
    await manager.save(agreement);
    const { agreementId } = agreement;
    const { reason } = event.data;
    const logged = await this.log.details(manager, agreementId, 'transcription-failed');
    if (logged.at(-1)?.reason === reason) return;
    await this.log.append(manager, agreementId, {
      type: 'transcription-failed',
      actor: 'transcription',
      detail: { reason },
    });
  }

  /**
   * The end of an agreement that became no contract, whoever ended it. The caller has locked its row. What was paid for
   * stays until the access period ends, of which its owner is warned as of any other; what was not is deleted at once.
   * Answers the number of the log's row.
   * @throws AppError `invalid_transition`
   */
  async cancel(manager: EntityManager, agreement: AgreementEntity, order: Cancellation): Promise<number> {
    const { reason, actor, note = null, origin = noOrigin, deviceMatch = null } = order;
    const { agreementId, ownerId, paidAt, status: from } = agreement;
    assertMove(from, 'cancelled', reason);
    const now = this.clock.now();
    Object.assign(agreement, {
      status: 'cancelled',
      statusReason: reason,
      cancelledAt: now,
      cancelNote: note || null,
    });
    await manager.save(agreement);
    await closeDeadlines(manager, agreementId, now, paidAt === null ? ['%'] : OVER_WITHOUT_CONTRACT);
    // Where a deadline ended it, the same deadline deletes.
    if (reason !== 'unpaid_expired' && reason !== 'no_answer') {
      const deleteAt = paidAt === null ? now : agreement.expiresAt;
      await scheduleContentDeletion(manager, agreementId, deleteAt);
    }
    const seq = await this.log.append(manager, agreementId, {
      type: reason === 'declined' ? 'declined' : 'cancelled',
      actor,
      origin,
      detail: { from, reason, note: note || null, ...(deviceMatch ? { deviceMatch } : {}) },
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
