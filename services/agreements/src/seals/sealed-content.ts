import type { DataSource, EntityManager } from 'typeorm';
import type { ObjectStore } from '#storage';
import { contentKinds } from './seal.entity.js';

/**
 * The objects that were made for seals of an agreement and hold its conversation; also those that a run which was cut
 * short has left. What stays are facts and hashes.
 */
export async function* sealedContent(
  dataSource: DataSource,
  store: ObjectStore,
  agreementId: string,
): AsyncGenerator<string> {
  const rows = await dataSource.query<{ key: string }[]>(
    'select object_key as key from seal_parts where agreement_id = $1 and kind <> all($2)',
    [agreementId, contentKinds],
  );
  const kept = new Set(rows.map(({ key }) => key));
  for await (const key of store.list(`seals/${agreementId}/`)) if (!kept.has(key)) yield key;
}

/** The parts that hold the conversation are gone; their hashes stay. */
export async function markContentDeleted(
  manager: EntityManager,
  agreementId: string,
  at: Date,
): Promise<void> {
  await manager.query(
    `update seal_parts set deleted_at = $2 where agreement_id = $1 and kind = any($3) and deleted_at is null`,
    [agreementId, at, contentKinds],
  );
}
