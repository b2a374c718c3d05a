import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { transcriptCompleted, transcriptFailed, transcriptProgressed } from '#contracts';
import { Outbox } from '#outbox';
import type { TranscriptEntity } from './transcript.entity.js';

/**
 * What other services are told of a transcript, in the caller's transaction. Nothing of one that is not paid: its agreement
 * does not wait for it yet.
 */
@Injectable()
export class TranscriptEvents {
  constructor(private readonly outbox: Outbox) {}

  /** @param segmentCount how many can be read already, while it is being transcribed. */
  async progressed(
    manager: EntityManager,
    transcript: TranscriptEntity,
    segmentCount?: number,
  ): Promise<void> {
    const { agreementId, ownerId, stage, percent, isPaid } = transcript;
    if (!isPaid) return;
    await this.outbox.add(manager, transcriptProgressed, {
      ...{ agreementId, ownerId, stage, percent },
      ...(segmentCount === undefined ? {} : { segmentCount }),
    });
  }

  /** Publishes what it has come to so far, or once more its end. */
  async announce(manager: EntityManager, transcript: TranscriptEntity): Promise<void> {
    if (transcript.stage === 'done') await this.completed(manager, transcript);
    else if (transcript.stage === 'failed') await this.failed(manager, transcript);
    else await this.progressed(manager, transcript);
  }

  private async completed(manager: EntityManager, transcript: TranscriptEntity): Promise<void> {
    const { agreementId, ownerId, id, sha256, durationMs, segments, engine, isDraft, isPaid } = transcript;
    // Words that are deleted meanwhile complete nothing any more.
    if (!isPaid || sha256 === null || segments === null || engine === null) return;
    await this.outbox.add(manager, transcriptCompleted, {
      agreementId,
      ownerId,
      transcriptId: id,
      sha256,
      durationMs: durationMs ?? 0,
      segmentCount: segments.length,
      engine,
      isDraft: isDraft ?? false,
      ...(transcript.amountCheck?.agrees === false ? { warnings: ['amount_differs' as const] } : {}),
    });
  }

  private async failed(manager: EntityManager, transcript: TranscriptEntity): Promise<void> {
    const { agreementId, ownerId, failure, isPaid } = transcript;
    if (!isPaid) return;
    await this.outbox.add(manager, transcriptFailed, { agreementId, ownerId, reason: failure ?? 'failed' });
  }
}
