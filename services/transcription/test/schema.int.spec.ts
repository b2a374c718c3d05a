import { DataSource } from 'typeorm';
import { jobsEntities } from '#jobs';
import { outboxEntities } from '#outbox';
import { databaseOptions } from '#platform';
import {
  createMigratedDatabase,
  type Servers,
  schemaDifferences,
  startServers,
  type TestDatabase,
} from '#testing';
import { HumanOrderEntity } from '../src/human-transcripts/human-order.entity.js';
import { migrate } from '../src/migrate.js';
import { RecordingEntity } from '../src/recordings/recording.entity.js';
import { AudioPartEntity } from '../src/speech/audio-parts.repository.js';
import { transcriptEntities } from '../src/transcripts/transcript.entity.js';

const entities = [
  ...[RecordingEntity, AudioPartEntity, ...transcriptEntities, HumanOrderEntity],
  ...[...outboxEntities, ...jobsEntities],
];

let servers: Servers;
let database: TestDatabase;
let dataSource: DataSource;

beforeAll(async () => {
  servers = await startServers({ ephemeral: true });
  database = await createMigratedDatabase(servers.databaseUrl, 'transcription', migrate);
  dataSource = await new DataSource(databaseOptions(database.url, 2, entities)).initialize();
}, 120_000);

afterAll(async () => {
  await dataSource?.destroy();
  await database?.drop();
  await servers?.stop();
}, 60_000);

it('the entities agree with the migrated schema', async () => {
  expect(await schemaDifferences(dataSource)).toEqual([]);
});

describe('a difference is named:', () => {
  // Each is planted, seen and taken back. What TypeORM would do to make the schema agree names table and column.
  it.each([
    [
      'a table without an entity',
      'create table notes (id int primary key)',
      'drop table notes',
      /^notes has no entity$/,
    ],
    [
      'a missing table',
      'alter table transcript_wishes rename to wishes',
      'alter table wishes rename to transcript_wishes',
      /^CREATE TABLE "transcript_wishes"/,
    ],
    [
      'a missing column',
      'alter table outbox drop column last_error',
      'alter table outbox add column last_error text',
      /^ALTER TABLE "outbox" ADD "last_error" text$/,
    ],
    [
      'a column that no entity has',
      'alter table jobs add column title text',
      'alter table jobs drop column title',
      /^ALTER TABLE "jobs" DROP COLUMN "title"$/,
    ],
    [
      'one that may be null',
      'alter table recordings alter column mime drop not null',
      'alter table recordings alter column mime set not null',
      /^ALTER TABLE "recordings" ALTER COLUMN "mime" SET NOT NULL$/,
    ],
    [
      'one that may not be null',
      'alter table recordings alter column turns set not null',
      'alter table recordings alter column turns drop not null',
      /^ALTER TABLE "recordings" ALTER COLUMN "turns" DROP NOT NULL$/,
    ],
    [
      'another type',
      'alter table transcripts alter column owner_id type bigint',
      'alter table transcripts alter column owner_id type int',
      /"transcripts".* "owner_id"/,
    ],
    [
      'another default',
      "alter table manual_orders alter column status set default 'paid'",
      "alter table manual_orders alter column status set default 'requested'",
      /^ALTER TABLE "manual_orders" ALTER COLUMN "status" SET DEFAULT 'requested'$/,
    ],
    [
      'a default that no entity has',
      'alter table manual_orders alter column requested_at set default now()',
      'alter table manual_orders alter column requested_at drop default',
      /^ALTER TABLE "manual_orders" ALTER COLUMN "requested_at" DROP DEFAULT$/,
    ],
    [
      'another primary key',
      'alter table inbox drop constraint inbox_pkey, add primary key (message_id)',
      'alter table inbox drop constraint inbox_pkey, add primary key (consumer, message_id)',
      /^ALTER TABLE "inbox" ADD CONSTRAINT "\w+" PRIMARY KEY \("consumer", "message_id"\)$/,
    ],
  ])('%s', async (_what, plant, takeBack, named) => {
    await dataSource.query(plant);
    const found = await schemaDifferences(dataSource);
    await dataSource.query(takeBack);
    expect(found).toContainEqual(expect.stringMatching(named));
    expect(await schemaDifferences(dataSource)).toEqual([]);
  });
});
