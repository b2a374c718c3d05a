import { DataSource } from 'typeorm';
import { databaseOptions } from '#platform';
import { createMigratedDatabase, schemaDifferences, startServers } from '#testing';
import { paymentsEntities } from '../src/app.module.js';
import { migrate } from '../src/migrate.js';

/** Of libraries, which keep their entities themselves. */
const OF_LIBRARIES = /^(outbox\w*|inbox|dead_letters|jobs|job_\w+) has no entity$/;

it('has the same columns in its entities and in its migrated database', async () => {
  const servers = await startServers({ ephemeral: true });
  const database = await createMigratedDatabase(servers.databaseUrl, 'payments', migrate);
  const dataSource = new DataSource(databaseOptions(database.url, 2, paymentsEntities));
  await dataSource.initialize();
  try {
    const differences = await schemaDifferences(dataSource);
    expect(differences.filter((difference) => !OF_LIBRARIES.test(difference))).toEqual([]);
  } finally {
    await dataSource.destroy();
    await database.drop();
    await servers.stop();
  }
}, 180_000);
