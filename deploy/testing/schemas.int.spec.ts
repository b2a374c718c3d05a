import { DataSource, type MixedList } from 'typeorm';
import { databaseOptions } from '#platform';
import { createMigratedDatabase, type Servers, schemaDifferences, startServers } from '#testing';
import * as agreements from '../../services/agreements/src/app.module.js';
import { migrate as migrateAgreements } from '../../services/agreements/src/migrate.js';
import * as auth from '../../services/auth/src/app.module.js';
import { migrate as migrateAuth } from '../../services/auth/src/migrate.js';
import * as notifications from '../../services/notifications/src/app.module.js';
import { migrate as migrateNotifications } from '../../services/notifications/src/migrate.js';
import * as payments from '../../services/payments/src/app.module.js';
import { migrate as migratePayments } from '../../services/payments/src/migrate.js';
import * as transcription from '../../services/transcription/src/app.module.js';
import { migrate as migrateTranscription } from '../../services/transcription/src/migrate.js';

interface Schema {
  migrate: (databaseUrl: string) => Promise<string[]>;
  entities: MixedList<new () => object>;
}

const schemas: Record<string, Schema> = {
  agreements: { migrate: migrateAgreements, entities: agreements.entities },
  auth: { migrate: migrateAuth, entities: auth.entities },
  notifications: { migrate: migrateNotifications, entities: notifications.entities },
  payments: { migrate: migratePayments, entities: payments.entities },
  transcription: { migrate: migrateTranscription, entities: transcription.entities },
};

let servers: Servers;

beforeAll(async () => {
  servers = await startServers({ ephemeral: true });
}, 180_000);

afterAll(() => servers?.stop(), 60_000);

/** What differs between the entities of a service and its migrated database, to which something was done first. */
async function differences(service: string, planted = ''): Promise<string[]> {
  const { migrate, entities } = schemas[service] as Schema;
  const database = await createMigratedDatabase(servers.databaseUrl, service, migrate);
  const dataSource = new DataSource(databaseOptions(database.url, 2, entities));
  try {
    await dataSource.initialize();
    if (planted) await dataSource.query(planted);
    return await schemaDifferences(dataSource);
  } finally {
    await dataSource.destroy();
    await database.drop();
  }
}

it.each(Object.keys(schemas))(
  '%s has an entity for every table, and each agrees with it',
  async (service) => {
    expect(await differences(service)).toEqual([]);
  },
);

describe('a difference is named:', () => {
  // What TypeORM would do to make the schema agree names table and column.
  it.each([
    ['a table without an entity', 'create table notes (id int primary key)', /^notes has no entity$/],
    [
      'a missing table',
      'alter table transcript_requests rename to wishes',
      /^CREATE TABLE "transcript_requests"/,
    ],
    [
      'a missing column',
      'alter table outbox drop column last_error',
      /^ALTER TABLE "outbox" ADD "last_error" text$/,
    ],
    [
      'a column that no entity has',
      'alter table jobs add column title text',
      /^ALTER TABLE "jobs" DROP COLUMN "title"$/,
    ],
    [
      'one that may be null',
      'alter table recordings alter column mime drop not null',
      /^ALTER TABLE "recordings" ALTER COLUMN "mime" SET NOT NULL$/,
    ],
    [
      'one that may not be null',
      'alter table recordings alter column turns set not null',
      /^ALTER TABLE "recordings" ALTER COLUMN "turns" DROP NOT NULL$/,
    ],
    [
      'another type',
      'alter table transcripts alter column owner_id type bigint',
      /"transcripts".* "owner_id"/,
    ],
    [
      'another default',
      "alter table human_orders alter column status set default 'paid'",
      /^ALTER TABLE "human_orders" ALTER COLUMN "status" SET DEFAULT 'requested'$/,
    ],
    [
      'a default that no entity has',
      'alter table human_orders alter column requested_at set default now()',
      /^ALTER TABLE "human_orders" ALTER COLUMN "requested_at" DROP DEFAULT$/,
    ],
    [
      'another primary key',
      'alter table inbox drop constraint inbox_pkey, add primary key (message_id)',
      /^ALTER TABLE "inbox" ADD CONSTRAINT "\w+" PRIMARY KEY \("consumer", "message_id"\)$/,
    ],
  ])('%s', async (_what, planted, named) => {
    expect(await differences('transcription', planted)).toContainEqual(expect.stringMatching(named));
  });
});
