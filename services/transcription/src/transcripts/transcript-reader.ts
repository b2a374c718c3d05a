import { setTimeout as sleep } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { AGREEMENT_ID, type AgreementStatus } from '#contracts';
import { AppError, type Principal, ServiceClient } from '#platform';
import type { TranscriptEntity } from './transcript.entity.js';
import {
  emptyTranscript,
  type GeneratedTranscript,
  type TranscriptPending,
  type TranscriptView,
  viewTranscript,
} from './transcript.view.js';
import { TranscriptsService } from './transcripts.service.js';

/** How long a caller who did not ask for an early answer is kept waiting. */
const WAIT_MS = 60_000;
const LOOK_EVERY_MS = 500;

/** Transcripts for those who may read them. */
@Injectable()
export class TranscriptReader {
  constructor(
    private readonly transcripts: TranscriptsService,
    private readonly agreements: ServiceClient,
  ) {}

  /** @throws AppError `agreement_not_found`, `payment_required` */
  async read(agreementId: string, caller: Principal): Promise<TranscriptView> {
    const found = await this.find(agreementId, caller);
    return found ? viewTranscript(found.transcript, found.peaks) : emptyTranscript(agreementId);
  }

  /**
   * The finished transcript; one that failed is made anew.
   * @throws AppError `agreement_not_found`, `payment_required`, `not_ready`, `transcription_failed`
   */
  async generate(
    agreementId: string,
    caller: Principal,
    isAsync: boolean,
  ): Promise<GeneratedTranscript | TranscriptPending> {
    const found = await this.find(agreementId, caller);
    if (!found) throw new AppError('not_ready');
    let { transcript } = found;
    if (transcript.stage === 'done') return { transcript: transcript.text ?? '', cached: true };
    if (transcript.stage === 'failed') {
      await this.transcripts.restart(transcript);
      transcript = (await this.transcripts.find(agreementId))?.transcript ?? transcript;
    }
    const until = Date.now() + (isAsync ? 0 : WAIT_MS);
    while (transcript.stage !== 'done' && transcript.stage !== 'failed' && Date.now() < until) {
      await sleep(LOOK_EVERY_MS);
      transcript = (await this.transcripts.find(agreementId))?.transcript ?? transcript;
    }
    return answer(transcript);
  }

  private async find(agreementId: string, caller: Principal) {
    if (!AGREEMENT_ID.test(agreementId)) throw new AppError('agreement_not_found');
    const found = await this.transcripts.find(agreementId);
    if (found) {
      if (found.transcript.ownerId !== caller.id) throw new AppError('agreement_not_found');
      return found;
    }
    // No transcript yet: whose agreement it is, and whether it is paid, is known to the agreements service.
    const { status } = await this.agreements.call<{ status: AgreementStatus }>(
      `/api/agreements/${agreementId}`,
      {
        principal: caller,
      },
    );
    if (status === 'pending' || status === 'cancelled') throw new AppError('payment_required');
    return null;
  }
}

function answer(transcript: TranscriptEntity): GeneratedTranscript | TranscriptPending {
  if (transcript.stage === 'done') return { transcript: transcript.text ?? '', cached: false };
  if (transcript.stage !== 'failed') return { status: transcript.stage, percent: transcript.percent };
  throw new AppError('transcription_failed', {
    extra: {
      error: 'transcription_failed',
      fallbackOptions: {
        manualService: { available: false, description: 'Professional transcription is not offered yet.' },
        customerService: { available: false, description: 'Support requests are not offered yet.' },
      },
    },
  });
}
