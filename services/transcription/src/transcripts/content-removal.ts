import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { ContentDeleted } from '#contracts';
import { lockAgreement, RecordingsService } from '../recordings/recordings.module.js';
import { PartsStore } from '../speech/speech.module.js';

/** Forgets what was said in an agreement. Hashes stay, so that a copy somebody kept can still be checked. */
@Injectable()
export class ContentRemoval {
  constructor(
    private readonly recordings: RecordingsService,
    private readonly parts: PartsStore,
  ) {}

  async delete(manager: EntityManager, { agreementId, deletedAt }: ContentDeleted): Promise<void> {
    await lockAgreement(manager, agreementId);
    await manager.query(
      `update transcripts set text = null, segments = null, gaps = null, speakers = null, speaker_names = '{}',
         party_names = null, terms = null, amount_check = null, voice_match = null, deleted_at = $2
       where agreement_id = $1 and deleted_at is null`,
      [agreementId, deletedAt],
    );
    await manager.query(
      `update transcript_versions set content = null
       where transcript_id = (select id from transcripts where agreement_id = $1)`,
      [agreementId],
    );
    await manager.query('delete from transcript_wishes where agreement_id = $1', [agreementId]);
    await manager.query('update manual_orders set text = null, segments = null where agreement_id = $1', [
      agreementId,
    ]);
    const [deleted] = await manager.query<[{ id: string }[], number]>(
      `update recordings set peaks = null, speech = null, working_key = null, mp3_key = null, deleted_at = $2
       where agreement_id = $1 and deleted_at is null returning id`,
      [agreementId, deletedAt],
    );
    // Only now: what saved a part before is seen, what comes after finds the recording deleted.
    await this.parts.delete(manager, agreementId);
    for (const { id } of deleted) await this.recordings.removeFiles(manager, id, 'deleted');
  }
}
