import { type EntityManager, In, IsNull, Not } from 'typeorm';
import type { ObjectStore } from '#storage';
import { contentKinds, SealPartEntity } from './seal.entity.js';

/**
 * The objects that were made for seals of an agreement and hold its conversation; also those that a run which was cut
 * short has left. What stays are facts and hashes.
 */
export async function* sealedContent(
  manager: EntityManager,
  store: ObjectStore,
  agreementId: string,
): AsyncGenerator<string> {
  const facts = await manager.findBy(SealPartEntity, { agreementId, kind: Not(In(contentKinds)) });
  const kept = new Set(facts.map(({ objectKey }) => objectKey));
  for await (const key of store.list(`seals/${agreementId}/`)) if (!kept.has(key)) yield key;
}

/** The parts that hold the conversation are gone; their hashes stay. */
export async function markContentDeleted(
  manager: EntityManager,
  agreementId: string,
  at: Date,
): Promise<void> {
  await manager.update(
    SealPartEntity,
    { agreementId, kind: In(contentKinds), deletedAt: IsNull() },
    { deletedAt: at },
  );
}
