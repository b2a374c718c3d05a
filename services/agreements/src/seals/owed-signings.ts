import { DataSource, Entity, PrimaryColumn } from 'typeorm';
import { databaseOptions } from '#platform';

/** What a migration has left to be signed: the row comes in its transaction and goes when all of it is signed. */
@Entity('owed_signings')
export class OwedSigningEntity {
  @PrimaryColumn('text')
  name: string;
}

/**
 * Signs what migrations have left, those of this run and of one that died before it came to that. Not as the service works,
 * which has no right to the table.
 * @param sign by the name that a migration notes; may be begun anew at any point
 */
export async function signWhatIsOwed(
  databaseUrl: string,
  sign: Readonly<Record<string, () => Promise<void>>>,
): Promise<void> {
  const dataSource = await new DataSource(databaseOptions(databaseUrl, 1, [OwedSigningEntity])).initialize();
  const { manager } = dataSource;
  try {
    for (const { name } of await manager.find(OwedSigningEntity, { order: { name: 'ASC' } })) {
      const work = sign[name];
      // Of a newer version.
      if (!work) continue;
      await work();
      await manager.delete(OwedSigningEntity, { name });
    }
  } finally {
    await dataSource.destroy();
  }
}
