import { DataSource } from 'typeorm';
import { databaseOptions } from '#platform';
import { createMigratedDatabase, schemaDifferences, startServers } from '#testing';
import { agreementsEntities } from '../src/agreements/agreements.module.js';
import { eventLogEntities } from '../src/event-log/event-log.module.js';
import { evidenceEntities } from '../src/evidence/evidence.module.js';
import { migrate } from '../src/migrate.js';
import { partiesEntities } from '../src/parties/parties.module.js';
import { recordingsEntities } from '../src/recordings/recordings.module.js';
import { sealsEntities } from '../src/seals/seals.module.js';
import { uploadsEntities } from '../src/uploads/uploads.module.js';

/** Tables of libraries, which bring their own entities. */
const OF_LIBRARIES = /^(outbox\w*|inbox|dead_letters|jobs|job_\w+|idempotency_keys) has no entity$/;

it('has an entity for every table, and every column as the migrations leave it', async () => {
  const servers = await startServers({ ephemeral: true });
  const database = await createMigratedDatabase(servers.databaseUrl, 'agreements', migrate);
  const entities = [
    ...agreementsEntities,
    ...eventLogEntities,
    ...evidenceEntities,
    ...partiesEntities,
    ...recordingsEntities,
    ...sealsEntities,
    ...uploadsEntities,
  ];
  const dataSource = new DataSource(databaseOptions(database.url, 2, entities));
  try {
    await dataSource.initialize();
    const differences = await schemaDifferences(dataSource);
    expect(differences.filter((difference) => !OF_LIBRARIES.test(difference))).toEqual([]);
  } finally {
    await dataSource.destroy();
    await database.drop();
    await servers.stop();
  }
});
