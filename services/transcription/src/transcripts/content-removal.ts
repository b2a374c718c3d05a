import { Injectable } from '@nestjs/common';
import { type EntityManager, IsNull } from 'typeorm';
import type { ContentDeleted } from '#contracts';
import { insertIfNew } from '#platform';
import {
  DeletedContentEntity,
  lockAgreement,
  RecordingEntity,
  RecordingsService,
} from '../recordings/recordings.module.js';
import { AudioPartsRepository } from '../speech/speech.module.js';
import { TranscriptEntity, TranscriptRequestEntity, TranscriptVersionEntity } from './transcript.entity.js';
import { TranscriptsRepository } from './transcripts.repository.js';

/** Forgets what was said in an agreement. Hashes stay, so that a copy somebody kept can still be checked. */
@Injectable()
export class ContentRemoval {
  constructor(
    private readonly recordings: RecordingsService,
    private readonly parts: AudioPartsRepository,
    private readonly transcripts: TranscriptsRepository,
  ) {}

  async delete(manager: EntityManager, { agreementId, deletedAt: at }: ContentDeleted): Promise<void> {
    await lockAgreement(manager, agreementId);
    const deletedAt = new Date(at);
    await insertIfNew(manager, DeletedContentEntity, { agreementId, deletedAt });
    const ofAgreement = { agreementId, deletedAt: IsNull() };
    await manager.update(TranscriptEntity, ofAgreement, {
      ...{ text: null, segments: null, gaps: null, speakers: null, speakerNames: {}, partyNames: null },
      ...{ terms: null, amountCheck: null, voiceMatch: null, deletedAt },
    });
    const transcript = await manager.findOne(TranscriptEntity, {
      select: { id: true },
      where: { agreementId },
    });
    const transcriptId = transcript?.id;
    if (transcriptId) await manager.update(TranscriptVersionEntity, { transcriptId }, { content: null });
    await this.transcripts.deleteHumanWords(manager, agreementId);
    await manager.delete(TranscriptRequestEntity, { agreementId });
    const forgotten = { peaks: null, speech: null, workingKey: null, mp3Key: null, deletedAt };
    const removal = manager.createQueryBuilder().update(RecordingEntity).set(forgotten).where(ofAgreement);
    const { raw } = await removal.returning(['id']).execute();
    // Only now: what saved a part before is seen, what comes after finds the recording deleted.
    await this.parts.delete(manager, agreementId);
    for (const { id } of raw as { id: string }[]) await this.recordings.removeFiles(manager, id);
  }
}
