import { DataSource, IsNull, MoreThan, Not } from 'typeorm';
import { type Clock, databaseOptions } from '#platform';
import type { AgreementsConfig } from '../config.js';
import { RecordingEntity } from '../recordings/recordings.module.js';
import { RecordingCopies, RecordingCopyEntity, SealKeys } from '../seals/seals.module.js';

const BATCH = 500;
const FIRST_ID = '00000000-0000-0000-0000-000000000000';

/**
 * Notes the copies of the time before they were noted. Only right after the migration that made their table, or else
 * whoever takes the notes away could have other copies signed.
 * @param sealSigningKey comma-separated: the first signs
 * @returns of how many recordings
 */
export async function noteOldCopies(databaseUrl: string, sealSigningKey: string): Promise<number> {
  const keys = new SealKeys({ sealSigningKey } as AgreementsConfig);
  const copies = new RecordingCopies({ now: () => new Date() } as Clock, keys);
  const entities = [RecordingEntity, RecordingCopyEntity];
  const dataSource = await new DataSource(databaseOptions(databaseUrl, 1, entities)).initialize();
  const { manager } = dataSource;
  try {
    for (let noted = 0, after = FIRST_ID; ; ) {
      const recordings = await manager.find(RecordingEntity, {
        where: { id: MoreThan(after), mp3: Not(IsNull()) },
        order: { id: 'ASC' },
        take: BATCH,
      });
      const last = recordings.at(-1);
      if (!last) return noted;
      for (const recording of recordings) await copies.note(manager, recording);
      noted += recordings.length;
      after = last.id;
    }
  } finally {
    await dataSource.destroy();
  }
}
