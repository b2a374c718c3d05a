import { DataSource } from 'typeorm';
import { databaseOptions } from '#platform';
import {
  createMigratedDatabase,
  type Servers,
  schemaDifferences,
  startServers,
  type TestDatabase,
} from '#testing';
import { notificationsEntities } from '../src/app.module.js';
import { migrate } from '../src/migrate.js';

let servers: Servers;
let database: TestDatabase;
let dataSource: DataSource;

beforeAll(async () => {
  servers = await startServers({ ephemeral: true });
  database = await createMigratedDatabase(servers.databaseUrl, 'notifications', migrate);
  dataSource = await new DataSource(databaseOptions(database.url, 2, notificationsEntities)).initialize();
  // Where TypeORM looks up what generated columns are made of; the database says it itself.
  await dataSource.query(`
    create table typeorm_metadata as
    select 'GENERATED_COLUMN' as type, table_catalog as database, table_schema as schema, table_name as "table",
      column_name as name, regexp_replace(generation_expression, '\\s+', ' ', 'g') as value
    from information_schema.columns where is_generated = 'ALWAYS' and table_schema = 'public'`);
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
