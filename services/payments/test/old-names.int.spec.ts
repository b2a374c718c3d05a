import { Column, DataSource, Entity, PrimaryColumn } from 'typeorm';
import { databaseOptions, insertIfNew, pruneRows, runMigrations } from '#platform';
import { createTestDatabase, type Servers, startServers, type TestDatabase } from '#testing';
import { migrate, migrations } from '../src/migrate.js';
import { StripeWebhooks1764066600000 } from '../src/migrations/20261125-1030-stripe-webhooks.js';

/** As the release before writes them. */
@Entity('stripe_events')
class StripeEventEntity {
  @PrimaryColumn('text')
  id: string;

  @Column('text')
  type: string;

  @Column('text')
  objectId: string;

  @Column('timestamptz', { default: () => 'now()' })
  receivedAt: Date;

  @Column('boolean', { default: false })
  askedFor: boolean;
}

let servers: Servers;
let database: TestDatabase;
let oldCopy: DataSource;

beforeAll(async () => {
  servers = await startServers({ ephemeral: true });
  database = await createTestDatabase(servers.databaseUrl);
  await runMigrations(database.url, migrations.slice(0, migrations.indexOf(StripeWebhooks1764066600000)));
  oldCopy = await new DataSource(databaseOptions(database.url, 2, [StripeEventEntity])).initialize();
}, 180_000);

afterAll(async () => {
  await oldCopy?.destroy();
  await database?.drop();
  await servers?.stop();
}, 60_000);

const arrives = (id: string) =>
  insertIfNew(oldCopy.manager, StripeEventEntity, { id, type: 'charge.updated', objectId: 'ch_1' });

it('copies of the release before go on while the webhooks have their new name, and it can be taken back', async () => {
  expect(await arrives('evt_before')).toBe(true);
  await migrate(database.url);

  expect(await arrives('evt_before')).toBe(false);
  expect(await arrives('evt_after')).toBe(true);
  expect(await arrives('evt_after')).toBe(false);
  expect(await oldCopy.query('select id, asked_for from stripe_webhooks order by id')).toEqual([
    { id: 'evt_after', asked_for: false },
    { id: 'evt_before', asked_for: false },
  ]);
  const event = await oldCopy.manager.findOneByOrFail(StripeEventEntity, { id: 'evt_after' });
  expect(event.receivedAt).toBeInstanceOf(Date);

  await oldCopy.query(
    `update stripe_events set received_at = now() - interval '61 days' where id = 'evt_before'`,
  );
  const old = { table: 'stripe_events', isOver: 'true', since: 'received_at', days: 60 };
  expect(await pruneRows(oldCopy, old)).toBe(1);
  expect(await oldCopy.query('select id from stripe_webhooks')).toEqual([{ id: 'evt_after' }]);

  const runner = oldCopy.createQueryRunner();
  await new StripeWebhooks1764066600000().down(runner);
  await runner.release();
  expect(await arrives('evt_after')).toBe(false);
  expect(await arrives('evt_later')).toBe(true);
}, 60_000);
