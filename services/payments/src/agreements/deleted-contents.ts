import { Column, Entity, type EntityManager, PrimaryColumn } from 'typeorm';
import { insertIfNew } from '#platform';

/** An agreement whose recording and words are gone: nobody can transcribe it any more. */
@Entity('deleted_contents')
export class DeletedContentEntity {
  @PrimaryColumn('text')
  agreementId: string;

  @Column('timestamptz')
  deletedAt: Date;
}

/** The caller has locked the agreement. */
export async function markContentDeleted(
  manager: EntityManager,
  agreementId: string,
  deletedAt: Date,
): Promise<void> {
  await insertIfNew(manager, DeletedContentEntity, { agreementId, deletedAt });
}

/** Whoever begins something that needs the recording has locked the agreement. */
export function isContentDeleted(manager: EntityManager, agreementId: string): Promise<boolean> {
  return manager.existsBy(DeletedContentEntity, { agreementId });
}
