import { setTimeout as sleep } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { DataSource, In, IsNull, Not } from 'typeorm';
import { AGREEMENT_ID, fallbackOptions, getAgreementFacts, getOwnAgreement } from '#contracts';
import { AppError, type Principal, ServiceClient } from '#platform';
import { currentOrder, HumanOrderEntity } from '../human-transcripts/human-transcripts.module.js';
import { type RecordedSegment, RecordingEntity } from '../recordings/recordings.module.js';
import { AudioPartsRepository, type SpeechEngine, SpeechEngines } from '../speech/speech.module.js';
import {
  recordingIds,
  type TranscriptEntity,
  TranscriptsRepository,
  TranscriptsService,
} from '../transcripts/transcripts.module.js';
import type { ExportedDeal } from './export-transcript.js';
import type {
  GeneratedTranscript,
  HumanOrderState,
  HumanTranscript,
  TranscriptPending,
  TranscriptView,
} from './transcript.view.js';
import { emptyTranscript, viewTranscript } from './view-transcript.js';

/** How long a caller who did not ask for an early answer is kept waiting. */
const WAIT_MS = 60_000;
const LOOK_EVERY_MS = 500;

/** Transcripts for those who may read them. */
@Injectable()
export class TranscriptReader {
  constructor(
    private readonly dataSource: DataSource,
    private readonly transcripts: TranscriptsService,
    private readonly rows: TranscriptsRepository,
    private readonly parts: AudioPartsRepository,
    private readonly agreements: ServiceClient<'agreements'>,
    private readonly engines: SpeechEngines,
  ) {}

  /** @throws AppError `agreement_not_found`, `payment_required`, `recording_expired` */
  async read(agreementId: string, caller: Principal): Promise<TranscriptView> {
    const transcript = await this.find(agreementId, caller);
    const humanOrder = await this.humanOrder(agreementId);
    if (!transcript) return emptyTranscript(agreementId, humanOrder);
    const recordings = await this.recordings(transcript);
    return viewTranscript(transcript, {
      recordings,
      isRenewable: this.betterEngine(transcript, recordings) !== null,
      human: await this.human(transcript),
      humanOfPartyA: await this.humanOfPartyA(transcript),
      humanOrder,
      heard: await this.heardSoFar(transcript),
    });
  }

  /**
   * Has a draft made anew by a better engine; answers the transcript as it is until then.
   * @throws AppError `agreement_not_found`, `payment_required`, `recording_expired`; `not_ready` before there is a draft;
   * `nothing_to_retry` when no better engine is here.
   */
  async renew(agreementId: string, caller: Principal): Promise<TranscriptView> {
    const transcript = await this.find(agreementId, caller);
    if (transcript?.stage !== 'done') throw new AppError('not_ready');
    const isBetter = this.betterEngine(transcript, await this.recordings(transcript)) !== null;
    if (!transcript.isRenewing && !(isBetter && (await this.transcripts.renew(transcript)))) {
      throw new AppError('nothing_to_retry');
    }
    return this.read(agreementId, caller);
  }

  /** One that could make a better transcript now of a finished draft; null when there is none. */
  private betterEngine(
    { stage, isDraft }: TranscriptEntity,
    recordings: readonly (RecordingEntity | undefined)[],
  ): SpeechEngine | null {
    if (stage !== 'done' || !isDraft) return null;
    const engine = this.engines.choose(recordings.map((recording) => recording?.language ?? null));
    return engine?.isDraft === false ? engine : null;
  }

  /** In order. */
  async recordings(transcript: TranscriptEntity): Promise<(RecordingEntity | undefined)[]> {
    const ids = recordingIds(transcript);
    const found = await this.dataSource.manager.findBy(RecordingEntity, { id: In(ids) });
    return ids.map((id) => found.find((recording) => recording.id === id));
  }

  /** What the agreement of a transcript is about; null while that cannot be asked: the words do not wait for it. */
  async deal(agreementId: string): Promise<ExportedDeal | null> {
    try {
      return await this.agreements.call(getAgreementFacts, { params: { agreementId } });
    } catch {
      return null;
    }
  }

  /** What can be read already of a transcript that is being made. Nobody has told its speakers apart yet. */
  async heardSoFar(transcript: TranscriptEntity): Promise<RecordedSegment[]> {
    if (transcript.stage !== 'transcribing') return [];
    const ids = recordingIds(transcript);
    const heard = await this.parts.heard(ids);
    return ids.flatMap((id, index) =>
      (heard.get(id) ?? []).map((segment) => ({
        ...segment,
        recording: index === 0 ? ('a' as const) : ('b' as const),
        speaker: null,
        isDoubtful: false,
        isOverlap: false,
      })),
    );
  }

  /** What a person wrote of the same recordings, beside the machine. */
  human(transcript: TranscriptEntity): Promise<HumanTranscript | null> {
    return this.delivered(transcript, transcript.consentRecordingId);
  }

  /** What a person wrote before party B's recording was there. It is no transcript of the agreement, so only shown. */
  private humanOfPartyA(transcript: TranscriptEntity): Promise<HumanTranscript | null> {
    return transcript.consentRecordingId === null ? Promise.resolve(null) : this.delivered(transcript, null);
  }

  /** The order that counts, whatever became of it. */
  private async humanOrder(agreementId: string): Promise<HumanOrderState | null> {
    const order = await currentOrder(this.dataSource.manager, agreementId);
    return order && { status: order.status, dueAt: order.dueAt?.toISOString() ?? null };
  }

  private async delivered(
    { agreementId, recordingId }: TranscriptEntity,
    consentRecordingId: string | null,
  ): Promise<HumanTranscript | null> {
    const order = await this.dataSource.manager.findOne(HumanOrderEntity, {
      where: {
        ...{ agreementId, status: 'delivered', recordingId },
        consentRecordingId: consentRecordingId ?? IsNull(),
      },
      order: { id: 'desc' },
    });
    return order && humanTranscript(order);
  }

  /**
   * The finished transcript; one that failed is made anew.
   * @throws AppError `agreement_not_found`, `payment_required`, `recording_expired`, `not_ready`, `transcription_failed`
   */
  async generate(
    agreementId: string,
    caller: Principal,
    isAsync: boolean,
  ): Promise<GeneratedTranscript | TranscriptPending> {
    const finished = await this.finished(agreementId, caller);
    if (finished !== null) return { transcript: finished, cached: true };
    let transcript = await this.find(agreementId, caller);
    if (!transcript) throw new AppError('not_ready');
    if (transcript.stage === 'done') return { transcript: transcript.text ?? '', cached: true };
    if (transcript.stage === 'failed') {
      await this.transcripts.restart(transcript);
      transcript = (await this.transcripts.find(agreementId)) ?? transcript;
    }
    const until = performance.now() + (isAsync ? 0 : WAIT_MS);
    while (transcript.stage !== 'done' && transcript.stage !== 'failed' && performance.now() < until) {
      await sleep(LOOK_EVERY_MS);
      transcript = (await this.transcripts.find(agreementId)) ?? transcript;
    }
    return answer(transcript);
  }

  /**
   * The caller's transcript; null when it is paid for and does not exist yet.
   * @throws AppError `agreement_not_found`, `payment_required`, `recording_expired`
   */
  async find(agreementId: string, caller: Principal): Promise<TranscriptEntity | null> {
    if (!AGREEMENT_ID.test(agreementId)) throw new AppError('agreement_not_found');
    const transcript = await this.transcripts.find(agreementId);
    if (transcript) {
      if (transcript.ownerId !== caller.id) throw new AppError('agreement_not_found');
      if (transcript.deletedAt) throw new AppError('recording_expired');
      if (transcript.isPaid) return transcript;
    }
    // Whose agreement it is, and whether it is paid, is known to the agreements service.
    const { status } = await this.agreements.call(getOwnAgreement, {
      params: { agreementId },
      principal: caller,
    });
    if (await this.dataSource.manager.existsBy(RecordingEntity, { agreementId, deletedAt: Not(IsNull()) })) {
      throw new AppError('recording_expired');
    }
    if (status === 'pending' || status === 'cancelled') throw new AppError('payment_required');
    return null;
  }

  /** The words of the caller's transcript if it is done, without everything else that is known of it. */
  private finished(agreementId: string, caller: Principal): Promise<string | null> {
    if (!AGREEMENT_ID.test(agreementId)) return Promise.resolve(null);
    return this.rows.findFinishedText(agreementId, caller.id);
  }
}

/** Null once its words are deleted. */
function humanTranscript({ text, sha256, deliveredAt }: HumanOrderEntity): HumanTranscript | null {
  if (text === null || sha256 === null || deliveredAt === null) return null;
  return { text, sha256, deliveredAt: deliveredAt.toISOString() };
}

function answer(transcript: TranscriptEntity): GeneratedTranscript | TranscriptPending {
  if (transcript.stage === 'done') return { transcript: transcript.text ?? '', cached: false };
  if (transcript.stage !== 'failed') return { status: transcript.stage, percent: transcript.percent };
  throw new AppError('transcription_failed', { extra: { error: 'transcription_failed', fallbackOptions } });
}
