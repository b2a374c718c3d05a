import { setTimeout as sleep } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { ApiProperty } from '@nestjs/swagger';
import {
  fallbackOptions,
  getTranscriptProgress,
  type TranscriptProgress,
  type TranscriptStage,
  transcriptStages,
} from '#contracts';
import { AppError } from '#platform';
import { AgreementView } from '../agreements/agreements.module.js';
import { TranscriptionClient } from '../service-clients.module.js';

export class DraftTranscriptSegment {
  @ApiProperty({ description: 'Seconds from the beginning' }) start: number;
  @ApiProperty() text: string;
}

export class DraftAmountCheck {
  @ApiProperty({ example: 200_000, description: 'What was typed' }) typedCents: number;
  @ApiProperty({ type: [Number], example: [250_000] }) spokenCents: number[];
  @ApiProperty({ description: 'False when amounts were said and none of them is the typed one' })
  agrees: boolean;
}

export class DraftTranscript {
  @ApiProperty() text: string;
  @ApiProperty({
    type: String,
    nullable: true,
    example: 'en',
    description: 'What is spoken, as BCP-47; null where nobody knows',
  })
  language: string | null;
  @ApiProperty({ description: 'Seconds' }) duration: number;
  @ApiProperty({ type: [DraftTranscriptSegment] }) segments: DraftTranscriptSegment[];
  @ApiProperty({
    type: DraftAmountCheck,
    nullable: true,
    description: 'Null when no amount was typed, or none that was said can be compared',
  })
  amountCheck: DraftAmountCheck | null;
}

export class DigitalReceipt {
  @ApiProperty({ example: '4207731958026614' }) agreementId: string;
}

/** The recording is in, and this is what it says. */
export class TranscribedDraft {
  @ApiProperty() agreement: AgreementView;
  @ApiProperty() transcript: DraftTranscript;
  @ApiProperty() digitalReceipt: DigitalReceipt;
}

/** The recording is in; what it says comes later. */
export class PendingTranscript {
  @ApiProperty({ enum: transcriptStages }) status: TranscriptStage;
  @ApiProperty({ minimum: 0, maximum: 100 }) percent: number;
}

const LOOK_EVERY_MS = 500;
/** How long a failure from before may still be shown after the transcript was asked for again. */
const OLD_FAILURE_MS = 3000;

/** How far the transcript of a recording is, as the transcription service tells. */
@Injectable()
export class TranscriptClient {
  constructor(private readonly transcription: TranscriptionClient) {}

  /**
   * The words once they are there, or how far they are when the time is over.
   * @param waitMs longest wait; 0 looks once
   * @param isAsked it was asked for just now
   * @throws AppError `transcription_failed` when the engine gave up
   */
  async wait(
    agreementId: string,
    recordingId: string,
    { waitMs, isAsked, signal }: { waitMs: number; isAsked: boolean; signal: AbortSignal },
  ): Promise<DraftTranscript | PendingTranscript> {
    const until = Date.now() + waitMs;
    const failsFrom = isAsked ? Date.now() + OLD_FAILURE_MS : 0;
    let pending: PendingTranscript = { status: 'queued', percent: 0 };
    for (;;) {
      const found = await this.look(agreementId, recordingId);
      if (found?.stage === 'done') return view(found);
      if (found?.stage === 'failed' && Date.now() >= failsFrom) throw failed();
      if (found && found.stage !== 'failed') pending = { status: found.stage, percent: found.percent };
      if (Date.now() >= until || signal.aborted) return pending;
      await sleep(LOOK_EVERY_MS);
    }
  }

  /**
   * How far it is now.
   * @throws AppError `not_ready` when nobody asked for it, `transcription_failed` when the engine gave up
   */
  async read(agreementId: string, recordingId: string): Promise<DraftTranscript | PendingTranscript> {
    const found = await this.look(agreementId, recordingId);
    if (!found) throw new AppError('not_ready');
    if (found.stage === 'failed') throw failed();
    return found.stage === 'done' ? view(found) : { status: found.stage, percent: found.percent };
  }

  /** Null while it has not heard of the recording, or does not answer at all. */
  private async look(agreementId: string, recordingId: string): Promise<TranscriptProgress | null> {
    try {
      return await this.transcription.call(getTranscriptProgress, {
        params: { agreementId },
        query: { recordingId },
      });
    } catch (error) {
      if (error instanceof AppError && (error.code === 'not_ready' || error.code === 'unavailable'))
        return null;
      throw error;
    }
  }
}

function view(found: TranscriptProgress): DraftTranscript {
  return {
    text: found.text,
    language: found.language ?? null,
    duration: found.durationSeconds,
    segments: found.segments.map(({ start, text }) => ({ start, text })),
    amountCheck: found.amountCheck ?? null,
  };
}

function failed(): AppError {
  return new AppError('transcription_failed', { extra: { error: 'transcription_failed', fallbackOptions } });
}
