import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { DataSource } from 'typeorm';
import { agreementCompleted, type TranscriptCompleted } from '#contracts';
import { Outbox } from '#outbox';
import { AppError, Clock, failpoint, type Origin, type Principal } from '#platform';
import { EventLog } from '../event-log/event-log.js';
import { currentRecording } from '../recordings/recording.entity.js';
import { SealOrders } from '../seals/seal-orders.js';
import type { AgreementEntity } from './agreement.entity.js';
import { countByStatus, findRow, listRows, lockAgreement } from './agreement.queries.js';
import { assertMove } from './agreement.state.js';
import type { AgreementRow, AgreementStats } from './agreement.view.js';
import { Cancellations } from './cancellations.js';
import { isClaim } from './claims.js';

/** Who wants to end it, from where, and what they write. */
export interface CancelRequest {
  claim: string | null;
  note: string | null;
  origin: Origin;
}

@Injectable()
export class AgreementsService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly outbox: Outbox,
    private readonly log: EventLog,
    private readonly clock: Clock,
    private readonly cancellations: Cancellations,
    private readonly sealOrders: SealOrders,
  ) {}

  /** For the owner, or for the browser that recorded it while nobody owns it. Everyone else gets 404. */
  async read(agreementId: string, caller: Principal, claim: string | null): Promise<AgreementRow> {
    const row = await findRow(this.dataSource, agreementId);
    if (!row || !isTheirs(row, caller, claim)) throw new AppError('agreement_not_found');
    return row;
  }

  /** What is known about it, for those who may read it and for administrators; recordings are not part of it. */
  async look(agreementId: string, caller: Principal, claim: string | null): Promise<AgreementRow> {
    if (caller.kind !== 'admin') return this.read(agreementId, caller, claim);
    const row = await findRow(this.dataSource, agreementId);
    if (!row) throw new AppError('agreement_not_found');
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
  async claim(
    agreementId: string,
    userId: number,
    claim: string | null,
    origin: Origin,
  ): Promise<AgreementEntity> {
    return this.outbox.transaction(async (manager) => {
      const agreement = await lockAgreement(manager, agreementId);
      if (agreement.ownerId === userId) return agreement;
      if (agreement.ownerId !== null || claim === null || !isClaim(agreement.claimHash, claim)) {
        throw new AppError('agreement_not_found');
      }
      agreement.ownerId = userId;
      agreement.claimedAt = this.clock.now();
      await manager.save(agreement);
      const entry = { type: 'claimed', actor: `user:${userId}`, origin, detail: {} };
      await this.log.append(manager, agreementId, entry);
      failpoint('agreements.claim.before-commit');
      return agreement;
    });
  }

  /**
   * Ends the agreement for its owner, or for the browser that recorded it while nobody owns it.
   * @throws AppError `agreement_not_found`, `invalid_transition`
   */
  async cancel(agreementId: string, caller: Principal, order: CancelRequest): Promise<void> {
    await this.outbox.transaction(async (manager) => {
      const agreement = await lockAgreement(manager, agreementId);
      if (!isTheirs(agreement, caller, order.claim)) throw new AppError('agreement_not_found');
      const { note, origin } = order;
      const actor = agreement.ownerId === null ? 'visitor' : `user:${agreement.ownerId}`;
      await this.cancellations.cancel(manager, agreement, { reason: 'by_creator', actor, note, origin });
    });
    failpoint('agreements.cancel.after-commit');
  }

  /** The transcript is final: its hash goes into the log and the agreement is complete. */
  async complete(manager: EntityManager, transcript: TranscriptCompleted): Promise<void> {
    const agreement = await lockAgreement(manager, transcript.agreementId);
    // The same news again, from a service that could not know whether it had arrived.
    if (agreement.status === 'completed' && agreement.transcriptSha256 === transcript.sha256) return;
    if (agreement.status === 'completed') return this.replaceTranscript(manager, agreement, transcript);
    assertMove(agreement.status, 'completed');
    const recording = await currentRecording(manager, agreement.agreementId, 'a');
    const consent = agreement.isRemote ? await currentRecording(manager, agreement.agreementId, 'b') : null;
    Object.assign(agreement, {
      status: 'completed',
      statusReason: null,
      transcriptStage: 'done',
      transcriptPercent: 100,
      transcriptSha256: transcript.sha256,
      completedAt: this.clock.now(),
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
  ): Promise<void> {
    const replacesSha256 = agreement.transcriptSha256;
    await manager.save(Object.assign(agreement, { transcriptSha256: sha256 }));
    await this.log.append(manager, agreementId, {
      type: 'transcribed-again',
      actor: 'transcription',
      detail: { transcriptSha256: sha256, replacesSha256, engine, isDraft },
    });
    await this.sealOrders.order(manager, agreementId);
  }
}

function isTheirs(
  agreement: Pick<AgreementEntity, 'ownerId' | 'claimHash'>,
  caller: Principal,
  claim: string | null,
): boolean {
  if (agreement.ownerId !== null) return caller.kind === 'user' && agreement.ownerId === caller.id;
  return claim !== null && isClaim(agreement.claimHash, claim);
}

/** Where a page of the list begins, as callers pass it back. */
export const encodeCursor = (id: number): string => Buffer.from(String(id)).toString('base64url');

export function decodeCursor(cursor: string): number {
  const id = Number(Buffer.from(cursor, 'base64url').toString());
  if (!Number.isInteger(id) || id <= 0 || id > 2_147_483_647) {
    throw new AppError('invalid_input', {
      errors: [{ field: 'cursor', message: 'This is not a page of the list.' }],
    });
  }
  return id;
}
