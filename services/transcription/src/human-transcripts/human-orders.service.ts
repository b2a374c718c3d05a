import { Injectable } from '@nestjs/common';
import { DataSource, In, IsNull, Not } from 'typeorm';
import { getAgreementOwner, type HumanOrderOrigins, humanTranscriptOrdered } from '#contracts';
import { Outbox } from '#outbox';
import {
  AppError,
  Clock,
  currentContext,
  cutPage,
  failpoint,
  noOrigin,
  numberPrefix,
  type Page,
  type Principal,
  ServiceClient,
} from '#platform';
import { lockAgreement, RecordingEntity } from '../recordings/recordings.module.js';
import { recordingIds, TranscriptEntity, TranscriptsService } from '../transcripts/transcripts.module.js';
import { ensureOrder, HumanOrderEntity, isOfOthers } from './human-order.entity.js';
import type { HumanOrdersQuery } from './human-order.view.js';

/** Orders of transcripts that a person makes. */
@Injectable()
export class HumanOrdersService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly outbox: Outbox,
    private readonly transcripts: TranscriptsService,
    private readonly agreements: ServiceClient<'agreements'>,
    private readonly clock: Clock,
  ) {}

  /**
   * The order that counts for an agreement. A new one where there is none, where its money went back, and where what was
   * delivered is of other recordings than the agreement has now.
   * @throws AppError `agreement_not_found`, `recording_expired`, `invalid_transition`, `unavailable`
   */
  async request(
    agreementId: string,
    caller: Principal,
  ): Promise<{ order: HumanOrderEntity; isNew: boolean }> {
    await this.assertMayOrder(agreementId, caller.id);
    const requested = await this.outbox.transaction(async (manager) => {
      await lockAgreement(manager, agreementId);
      const ownerId = caller.id;
      const now = this.clock.now();
      const { address, device } = currentContext().origin ?? noOrigin;
      const transcript = await manager.findOne(TranscriptEntity, {
        select: { id: true, recordingId: true, consentRecordingId: true },
        where: { agreementId },
      });
      const made = await ensureOrder(
        manager,
        {
          ...{ agreementId, ownerId, requestedAt: now },
          ...{ orderedAddress: address, orderedDevice: device },
        },
        { now, isOver: (order) => order.status === 'refunded' || isOfOthers(order, transcript) },
      );
      if (made.isNew) {
        const orderId = made.order.id;
        const replacesDeliveredAt = made.replaced?.deliveredAt?.toISOString();
        await this.outbox.add(manager, humanTranscriptOrdered, {
          ...{ agreementId, ownerId, orderId },
          ...(replacesDeliveredAt !== undefined && { replacesDeliveredAt }),
        });
      }
      return made;
    });
    failpoint('transcription.human-order.after-commit');
    return requested;
  }

  /** Where the people were who ordered and delivered it. @throws AppError `not_found` */
  async origins(id: string): Promise<HumanOrderOrigins> {
    const order = await this.dataSource.manager.findOneBy(HumanOrderEntity, { id });
    if (!order) throw new AppError('not_found');
    return {
      ordered: { address: order.orderedAddress, device: order.orderedDevice },
      delivered: { address: order.deliveredAddress, device: order.deliveredDevice },
    };
  }

  /** Newest first; the cursor is the id of the last one of the page before. */
  async list({ status, limit = 50, cursor, q }: HumanOrdersQuery): Promise<Page<HumanOrderEntity>> {
    const query = this.dataSource.manager
      .createQueryBuilder(HumanOrderEntity, 'o')
      .orderBy('o.id', 'DESC')
      .take(limit + 1);
    if (status !== undefined) query.andWhere('o.status = :status', { status });
    if (cursor !== undefined) query.andWhere('o.id < :cursor', { cursor });
    if (q) query.andWhere('o.agreementId like :number', { number: numberPrefix(q) });
    return cutPage(await query.getMany(), limit, ({ id }) => id);
  }

  /** Each with what is to be listened to: the recordings of its transcript, else the newest of each party. */
  async withRecordings(
    orders: readonly HumanOrderEntity[],
  ): Promise<{ order: HumanOrderEntity; recordings: RecordingEntity[] }[]> {
    const agreementId = In(orders.map((order) => order.agreementId));
    const { manager } = this.dataSource;
    const transcripts = await manager.find(TranscriptEntity, {
      select: { agreementId: true, recordingId: true, consentRecordingId: true },
      where: { agreementId },
    });
    const kept = await manager.find(RecordingEntity, {
      select: { id: true, agreementId: true, party: true, durationMs: true },
      where: { agreementId, deletedAt: IsNull() },
      order: { createdAt: 'DESC', id: 'DESC' },
    });
    return orders.map((order) => {
      const own = kept.filter((recording) => recording.agreementId === order.agreementId);
      const transcript = transcripts.find((one) => one.agreementId === order.agreementId);
      const wanted = transcript
        ? recordingIds(transcript).map((id) => own.find((recording) => recording.id === id))
        : (['a', 'b'] as const).map((side) => own.find(({ party }) => party === side));
      return { order, recordings: wanted.filter((recording) => recording !== undefined) };
    });
  }

  private async assertMayOrder(agreementId: string, userId: number): Promise<void> {
    const transcript = await this.transcripts.find(agreementId);
    if (transcript) {
      if (transcript.ownerId !== userId) throw new AppError('agreement_not_found');
    } else {
      const { ownerId, status } = await this.agreements.call(getAgreementOwner, { params: { agreementId } });
      if (ownerId !== userId) throw new AppError('agreement_not_found');
      if (status === 'cancelled') throw new AppError('invalid_transition');
    }
    if (await this.isDeleted(agreementId)) throw new AppError('recording_expired');
  }

  private isDeleted(agreementId: string): Promise<boolean> {
    return this.dataSource.manager.existsBy(RecordingEntity, { agreementId, deletedAt: Not(IsNull()) });
  }
}
