import { DataSource } from 'typeorm';
import { databaseOptions } from '#platform';
import {
  createMigratedDatabase,
  type Servers,
  schemaDifferences,
  startServers,
  type TestDatabase,
} from '#testing';
import { authEntities } from '../src/app.module.js';
import { migrate } from '../src/migrate.js';

let servers: Servers;
let database: TestDatabase;
let dataSource: DataSource;

beforeAll(async () => {
  servers = await startServers({ ephemeral: true });
  database = await createMigratedDatabase(servers.databaseUrl, 'auth', migrate);
  dataSource = await new DataSource(databaseOptions(database.url, 2, authEntities)).initialize();
}, 180_000);

afterAll(async () => {
  await dataSource?.destroy();
  await database?.drop();
  await servers?.stop();
}, 60_000);

it('each table has an entity that agrees with it', async () => {
  const differences = await schemaDifferences(dataSource);
  expect(
    differences.filter(
      (d) => !/^(outbox\w*|inbox|dead_letters|jobs|job_\w+|idempotency_keys) has no entity$/.test(d),
    ),
  ).toEqual([]);
});
