import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { v7 as uuidv7 } from 'uuid';
import { humanTranscriptDelivered, recordAgreementAct } from '#contracts';
import { Outbox } from '#outbox';
import {
  AppError,
  Clock,
  currentContext,
  failpoint,
  noOrigin,
  oneAtATime,
  type Principal,
  ServiceClient,
} from '#platform';
import { lockAgreement, type RecordingEntity, RecordingsService } from '../recordings/recordings.module.js';
import {
  hashTranscript,
  lockTranscript,
  recordingIds,
  TranscriptComposer,
  type TranscriptContent,
  type TranscriptEntity,
  TranscriptsService,
} from '../transcripts/transcripts.module.js';
import { type FulfilForm, refused } from './fulfil-form.js';
import { assertMove, HumanOrderEntity, isOfOthers } from './human-order.entity.js';
import {
  composeHumanTranscript,
  type HumanTranscriptContent,
  readableText,
  SubtitleError,
  UnplacedWordsError,
} from './human-transcript.js';

/** Who is named as the engine of a transcript that a person made. */
const HUMAN = { name: 'human', isDraft: false };

/** The first words of an order, or others in the place of those that were delivered. */
type Purpose = 'fulfil' | 'correct';

/** What can be delivered: the locked rows, and what was written of these recordings. */
interface Deliverable {
  order: HumanOrderEntity;
  transcript: TranscriptEntity;
  recordings: RecordingEntity[];
  human: HumanTranscriptContent;
}

/** Brings a person's transcript to where it was ordered for. */
@Injectable()
export class HumanTranscriptDelivery {
  constructor(
    private readonly dataSource: DataSource,
    private readonly outbox: Outbox,
    private readonly transcripts: TranscriptsService,
    private readonly recordings: RecordingsService,
    private readonly composer: TranscriptComposer,
    private readonly agreements: ServiceClient<'agreements'>,
    private readonly clock: Clock,
  ) {}

  /**
   * Stores the words beside the machine's, or as the transcript where the machine failed. Nothing changes unless the
   * agreement's log has the administrator's act; it is logged when everything was found in order.
   * @throws AppError `not_found`, `invalid_transition`, `recording_expired`, `invalid_input`, `unavailable`
   */
  fulfil(orderId: string, form: FulfilForm, admin: Principal): Promise<HumanOrderEntity> {
    return this.bring(orderId, form, admin, 'fulfil');
  }

  /**
   * Puts other words in the place of delivered ones, as an order of its own that costs nothing: the words of before stay
   * known by their hash. Where the machine had failed, they were the transcript, which changes with them.
   * @throws AppError `not_found`, `invalid_transition`, `recording_expired`, `invalid_input`, `unavailable`
   */
  correct(orderId: string, form: FulfilForm, admin: Principal): Promise<HumanOrderEntity> {
    return this.bring(orderId, form, admin, 'correct');
  }

  private bring(
    orderId: string,
    form: FulfilForm,
    admin: Principal,
    purpose: Purpose,
  ): Promise<HumanOrderEntity> {
    return oneAtATime(this.dataSource, `fulfil-${orderId}`, async () => {
      const check = (manager: EntityManager) => this.check(manager, orderId, form, purpose);
      const first = await this.outbox.transaction(check);
      const { content, text } = await this.complete(first);
      assertChanged(first);
      await this.record(first.order.agreementId, form.reason, admin);
      failpoint('transcription.fulfil.after-act');
      return this.outbox.transaction(async (manager) => {
        const { order: known, transcript, human } = await check(manager);
        // What was found out is about the recordings of before.
        if (recordingIds(transcript).join() !== recordingIds(first.transcript).join()) {
          throw new AppError('invalid_transition');
        }
        const order = purpose === 'correct' ? await this.replace(manager, known) : known;
        await this.deliver(manager, order, transcript, { ...human, text }, admin.id);
        if (transcript.stage === 'failed') {
          await this.transcripts.finish(manager, transcript, content, HUMAN);
        } else if (purpose === 'correct' && transcript.engine === HUMAN.name) {
          await this.transcripts.rewrite(manager, transcript, content, HUMAN);
        }
        failpoint('transcription.fulfil.before-commit');
        return order;
      });
    });
  }

  /** The order that takes the place of a delivered one. */
  private async replace(manager: EntityManager, delivered: HumanOrderEntity): Promise<HumanOrderEntity> {
    const now = this.clock.now();
    await manager.update(HumanOrderEntity, { id: delivered.id }, { replacedAt: now });
    const { agreementId, ownerId, paidAt, orderedAddress, orderedDevice } = delivered;
    return manager.create(HumanOrderEntity, {
      ...{ id: uuidv7(), agreementId, ownerId, requestedAt: now, paidAt, correctsOrderId: delivered.id },
      ...{ orderedAddress, orderedDevice },
    });
  }

  /** Locks what the delivery changes, and refuses what cannot be delivered or corrected. */
  private async check(
    manager: EntityManager,
    orderId: string,
    { written }: FulfilForm,
    purpose: Purpose,
  ): Promise<Deliverable> {
    const { agreementId } = await findOrder(manager, orderId);
    await lockAgreement(manager, agreementId);
    const order = await manager.findOneOrFail(HumanOrderEntity, {
      where: { id: orderId },
      lock: { mode: 'pessimistic_write' },
    });
    if (purpose === 'fulfil') assertMove(order.status, 'delivered');
    else if (order.status !== 'delivered') {
      throw new AppError('invalid_transition', { message: 'Only what was delivered can be corrected.' });
    }
    if (order.replacedAt !== null) {
      throw new AppError('invalid_transition', {
        message: 'Another order of this contract has taken the place of this one.',
      });
    }
    const transcript = await endedTranscript(manager, agreementId);
    if (purpose === 'correct' && isOfOthers(order, transcript)) {
      throw new AppError('invalid_transition', {
        message: 'This contract has other recordings since. The owner can order a transcript of them.',
      });
    }
    const recordings = await this.recordings.inOrder(manager, recordingIds(transcript));
    const [a, b] = recordings;
    const seconds = { a: (a?.durationMs ?? 0) / 1000, b: b ? b.durationMs / 1000 : null };
    try {
      return { order, transcript, recordings, human: composeHumanTranscript(written, seconds) };
    } catch (error) {
      const isRefused = error instanceof SubtitleError || error instanceof UnplacedWordsError;
      throw isRefused ? refused(error.message, { cause: error }) : error;
    }
  }

  /** What else is known of the words. Outside a transaction, because others are asked. @throws AppError `unavailable` */
  private async complete({
    transcript: { agreementId },
    recordings,
    human,
  }: Deliverable): Promise<{ content: TranscriptContent; text: string }> {
    const content = await this.composer.composeWritten(human, recordings, agreementId);
    return { content, text: readableText(human, recordings.length < 2 ? null : content.partyNames) };
  }

  private async record(agreementId: string, reason: string, principal: Principal): Promise<void> {
    try {
      await this.agreements.call(recordAgreementAct, {
        params: { agreementId },
        principal,
        body: { act: 'transcript-fulfilled', reason },
      });
    } catch (error) {
      throw new AppError('unavailable', { cause: error });
    }
  }

  private async deliver(
    manager: EntityManager,
    order: HumanOrderEntity,
    transcript: TranscriptEntity,
    human: HumanTranscriptContent,
    adminId: number,
  ): Promise<void> {
    const { id: orderId, agreementId, ownerId } = order;
    const { text, segments } = human;
    const sha256 = hashOf(order, human);
    const { recordingId, consentRecordingId } = transcript;
    const { address, device } = currentContext().origin ?? noOrigin;
    Object.assign(order, {
      ...{ status: 'delivered', deliveredAt: this.clock.now(), deliveredBy: adminId },
      ...{ recordingId, consentRecordingId, text, segments, sha256 },
      ...{ deliveredAddress: address, deliveredDevice: device },
    });
    await manager.save(order);
    await this.outbox.add(manager, humanTranscriptDelivered, {
      agreementId,
      ownerId,
      orderId,
      sha256,
      adminId,
      ...(order.correctsOrderId ? { correctsOrderId: order.correctsOrderId } : {}),
    });
  }
}

/** A correction that is sent twice is one. @throws AppError `invalid_input` */
function assertChanged({ order, human }: Deliverable): void {
  if (order.sha256 === hashOf(order, human)) throw refused('These are the words that were delivered.');
}

function hashOf(
  { agreementId }: HumanOrderEntity,
  { segments, durationSeconds }: HumanTranscriptContent,
): string {
  const durationMs = Math.round(durationSeconds * 1000);
  return hashTranscript({ agreementId, durationMs, engine: HUMAN.name, segments });
}

/** @throws AppError `not_found` */
async function findOrder(manager: EntityManager, id: string): Promise<HumanOrderEntity> {
  const order = await manager.findOneBy(HumanOrderEntity, { id });
  if (!order) throw new AppError('not_found');
  return order;
}

/** The machine's transcript, at its end. @throws AppError `invalid_transition`, `recording_expired` */
async function endedTranscript(manager: EntityManager, agreementId: string): Promise<TranscriptEntity> {
  const transcript = await lockTranscript(manager, { agreementId });
  if (transcript?.deletedAt) throw new AppError('recording_expired');
  if (transcript?.stage !== 'done' && transcript?.stage !== 'failed') {
    throw new AppError('invalid_transition', {
      message: 'The transcript of this contract is not made yet.',
    });
  }
  return transcript;
}
