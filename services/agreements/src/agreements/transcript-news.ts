import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { EventEnvelope, TranscriptFailed, TranscriptProgressed } from '#contracts';
import { EventLog } from '../event-log/event-log.js';
import { lockAgreement } from './agreement.queries.js';

/** What the agreement shows of its transcript while it is being made. */
@Injectable()
export class TranscriptNews {
  constructor(private readonly log: EventLog) {}

  /** News that is older than what is shown, or that comes after the end, changes nothing. */
  async progressed(manager: EntityManager, event: EventEnvelope<TranscriptProgressed>): Promise<void> {
    const { agreementId, stage, percent } = event.data;
    await manager.query(
      `update agreements set transcript_stage = $2, transcript_percent = $3, transcript_at = $4
       where agreement_id = $1 and status = 'processing' and (transcript_at is null or transcript_at < $4)`,
      [agreementId, stage, percent, event.occurredAt],
    );
  }

  /** The engine gave up. The recording is safe; people can choose another way. */
  async failed(manager: EntityManager, event: EventEnvelope<TranscriptFailed>): Promise<void> {
    const agreement = await lockAgreement(manager, event.data.agreementId);
    if (agreement.status !== 'processing') return;
    agreement.statusReason = 'needs_fallback';
    agreement.transcriptStage = 'failed';
    agreement.transcriptAt = new Date(event.occurredAt);
    await manager.save(agreement);
    await this.log.append(manager, agreement.agreementId, {
      type: 'transcription-failed',
      actor: 'transcription',
      detail: { reason: event.data.reason },
    });
  }
}
