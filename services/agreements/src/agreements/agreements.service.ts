import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { DataSource } from 'typeorm';
import {
  agreementCompleted,
  agreementPaid,
  type PaymentSucceeded,
  paidDays,
  type TranscriptCompleted,
} from '#contracts';
import { Outbox } from '#outbox';
import { AppError, type Principal } from '#platform';
import { EventLog } from '../event-log/event-log.js';
import { RecordingEntity } from '../recordings/recording.entity.js';
import type { AgreementEntity } from './agreement.entity.js';
import { countByStatus, findRow, listRows, lockAgreement } from './agreement.queries.js';
import { assertMove } from './agreement.state.js';
import type { AgreementRow, AgreementStats } from './agreement.view.js';
import { isClaim } from './claims.js';

const DAY_MS = 86_400_000;

@Injectable()
export class AgreementsService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly outbox: Outbox,
    private readonly log: EventLog,
  ) {}

  /** For the owner, or for the browser that recorded it while nobody owns it. Everyone else gets 404. */
  async read(agreementId: string, caller: Principal, claim: string | null): Promise<AgreementRow> {
    const row = await findRow(this.dataSource, agreementId);
    if (!row) throw new AppError('agreement_not_found');
    const isOwner = caller.kind === 'user' && row.ownerId === caller.id;
    const isCreator = row.ownerId === null && claim !== null && isClaim(row.claimHash, claim);
    if (!isOwner && !isCreator) throw new AppError('agreement_not_found');
    return row;
  }

  async list(ownerId: number, limit: number, cursor: string | null, status: string | null) {
    const beforeId = cursor === null ? null : decodeCursor(cursor);
    const rows = await listRows(this.dataSource, ownerId, { limit: limit + 1, beforeId, status });
    const page = rows.slice(0, limit);
    const last = rows.length > limit ? page.at(-1) : undefined;
    return { page, nextCursor: last ? encodeCursor(last.id) : null };
  }

  stats(ownerId: number): Promise<AgreementStats> {
    return countByStatus(this.dataSource, ownerId);
  }

  /**
   * Gives an agreement to the account that pays for it, once. Repeating it by the same account changes nothing.
   * @throws AppError `agreement_not_found` for everyone else.
   */
  async claim(agreementId: string, userId: number, claim: string | null): Promise<AgreementEntity> {
    return this.outbox.transaction(async (manager) => {
      const agreement = await lockAgreement(manager, agreementId);
      if (agreement.ownerId === userId) return agreement;
      if (agreement.ownerId !== null || claim === null || !isClaim(agreement.claimHash, claim)) {
        throw new AppError('agreement_not_found');
      }
      agreement.ownerId = userId;
      agreement.claimedAt = new Date();
      await manager.save(agreement);
      await this.log.append(manager, agreementId, { type: 'claimed', actor: `user:${userId}`, detail: {} });
      return agreement;
    });
  }

  /** Stripe has the money: the agreement leaves `pending`. */
  async paid(manager: EntityManager, payment: PaymentSucceeded): Promise<void> {
    const agreement = await lockAgreement(manager, payment.agreementId);
    const { paymentId, receiptNumber, amountCents, currency } = payment;
    const detail = { paymentId, receiptNumber, amountCents, currency };
    if (agreement.status !== 'pending') {
      // Money for something that has moved on meanwhile: on record, for people to sort out.
      await this.log.append(manager, agreement.agreementId, { type: 'paid-late', actor: 'payments', detail });
      return;
    }
    const status = agreement.isRemote ? 'awaiting_party' : 'processing';
    assertMove(agreement.status, status);
    const paidAt = new Date(payment.paidAt);
    Object.assign(agreement, {
      status,
      paidAt,
      expiresAt: new Date(paidAt.getTime() + paidDays * DAY_MS),
      ...(status === 'processing' ? { transcriptStage: 'queued', transcriptPercent: 0 } : {}),
    });
    await manager.save(agreement);
    await this.log.append(manager, agreement.agreementId, { type: 'paid', actor: 'payments', detail });
    const recording = await manager.findOneByOrFail(RecordingEntity, {
      agreementId: agreement.agreementId,
      party: 'a',
    });
    await this.outbox.add(manager, agreementPaid, {
      agreementId: agreement.agreementId,
      recordingId: recording.id,
      ownerId: agreement.ownerId ?? payment.userId,
      status,
      paidAt: payment.paidAt,
    });
  }

  /** The transcript is final: its hash goes into the log and the agreement is complete. */
  async complete(manager: EntityManager, transcript: TranscriptCompleted): Promise<void> {
    const agreement = await lockAgreement(manager, transcript.agreementId);
    assertMove(agreement.status, 'completed');
    const recording = await manager.findOneByOrFail(RecordingEntity, {
      agreementId: agreement.agreementId,
      party: 'a',
    });
    Object.assign(agreement, {
      status: 'completed',
      statusReason: null,
      transcriptStage: 'done',
      transcriptPercent: 100,
      transcriptSha256: transcript.sha256,
      completedAt: new Date(),
    });
    await manager.save(agreement);
    await this.log.append(manager, agreement.agreementId, {
      type: 'completed',
      actor: 'transcription',
      detail: {
        audioSha256: recording.sha256,
        transcriptSha256: transcript.sha256,
        engine: transcript.engine,
        isDraft: transcript.isDraft,
      },
    });
    await this.outbox.add(manager, agreementCompleted, {
      agreementId: agreement.agreementId,
      ownerId: transcript.ownerId,
      audioSha256: recording.sha256,
      transcriptSha256: transcript.sha256,
      expiresAt: agreement.expiresAt.toISOString(),
    });
  }
}

const encodeCursor = (id: number): string => Buffer.from(String(id)).toString('base64url');

function decodeCursor(cursor: string): number {
  const id = Number(Buffer.from(cursor, 'base64url').toString());
  if (!Number.isInteger(id) || id <= 0 || id > 2_147_483_647) {
    throw new AppError('invalid_input', {
      errors: [{ field: 'cursor', message: 'This is not a page of the list.' }],
    });
  }
  return id;
}
