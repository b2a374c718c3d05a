import { DataSource } from 'typeorm';
import { databaseOptions, runMigrations } from '#platform';
import { createTestDatabase, type Servers, startServers, type TestDatabase } from '#testing';
import { EscrowEntity, EscrowStepEntity } from '../src/escrow/escrow.entities.js';
import { migrations } from '../src/migrate.js';
import { Escrows1764064800000 } from '../src/migrations/20261125-1000-escrows.js';
import { ResumedEscrows1764147600000 } from '../src/migrations/20261126-0900-resumed-escrows.js';

const ANNAS = '0192f5a4-3c1e-7d2a-9b4f-5e6d7c8b9a20';
const BENS = '0192f5a4-3c1e-7d2a-9b4f-5e6d7c8b9a21';
const AGREEMENTS = { [ANNAS]: '4207731958026614', [BENS]: '4207731958026615' };

let servers: Servers;
let database: TestDatabase;
/** A copy of the release before, working as the role of the service. */
let old: DataSource;

beforeAll(async () => {
  servers = await startServers({ ephemeral: true });
  database = await createTestDatabase(servers.databaseUrl);
}, 180_000);

afterAll(async () => {
  await old?.destroy();
  await database?.drop();
  await servers?.stop();
}, 60_000);

/** Begins an escrow as the release before does. Answers how many rows are new. */
async function open(id: keyof typeof AGREEMENTS, conflict = 'on conflict'): Promise<number> {
  const rows = await old.query<unknown[]>(
    `insert into "held_payments" ("id", "agreement_id", "buyer_id", "buyer_party", "seller_email", "amount_cents",
       "currency", "hold_hours", "state", "created_at", "held_at", "next_look_at")
     values ($1, $2, 17, 'a', 'seller@example.test', 10000, 'usd', 24, 'requires_payment', now(), default, now())
     ${conflict} do nothing returning 1`,
    [id, AGREEMENTS[id]],
  );
  return rows.length;
}

/** A step as the release before writes it: row and history in one statement, after a lock. */
async function step(id: string, state: string, version: number): Promise<unknown> {
  return old.transaction(async (manager) => {
    await manager.query('select * from "held_payments" "escrow" where "escrow"."id" = $1 for update', [id]);
    const [moved] = await manager.query<object[]>(
      `with moved as (update held_payments set state = $2, version = $3 where id = $1 returning id, version, state),
         step as (
           insert into held_payment_steps (held_payment_id, version, at, actor, change, state, note)
           select id, version, now(), 'stripe', $2, state, null from moved
         )
       select id, version, state from moved`,
      [id, state, version],
    );
    return moved;
  });
}

const history = (id: string) =>
  old.query<object[]>(
    'select held_payment_id as id, version, state from held_payment_steps where held_payment_id = $1 order by version',
    [id],
  );

it('renames the tables of escrows; copies of the release before see and write the same rows', async () => {
  await runMigrations(database.url, migrations.slice(0, migrations.indexOf(Escrows1764064800000)));
  old = await new DataSource(databaseOptions(database.url, 3, [], 'ssc_payments_runtime')).initialize();
  expect(await open(ANNAS)).toBe(1);
  await step(ANNAS, 'held', 2);

  await runMigrations(database.url, migrations);
  const today = await new DataSource(
    databaseOptions(database.url, 3, [EscrowEntity, EscrowStepEntity], 'ssc_payments_runtime'),
  ).initialize();
  try {
    const { manager } = today;
    const find = (id: string) => manager.findOneByOrFail(EscrowEntity, { id });
    expect(await find(ANNAS)).toMatchObject({ state: 'held', version: 2, attempt: 1, refundFailures: 0 });

    // What is there is not begun twice, by whichever name the conflict is found.
    expect([await open(ANNAS), await open(ANNAS, 'on conflict (id)')]).toEqual([0, 0]);
    expect(await open(ANNAS, `on conflict (agreement_id) where state <> 'failed'`)).toBe(0);
    expect(await open(BENS)).toBe(1);
    // Columns that the release before does not name have the defaults of the table.
    expect(await find(BENS)).toMatchObject({ version: 1, attempt: 1, chargebackCents: 0, heldAt: null });

    expect(await step(BENS, 'held', 2)).toEqual({ id: BENS, version: 2, state: 'held' });
    await manager.update(EscrowEntity, { id: BENS }, { state: 'disputed', version: 3 });
    const steps = { escrowId: BENS, at: new Date(), actor: 'buyer:17', change: 'problem', note: null };
    await manager.insert(EscrowStepEntity, { ...steps, version: 3, state: 'disputed' });
    expect(await history(BENS)).toEqual([
      { id: BENS, version: 2, state: 'held' },
      { id: BENS, version: 3, state: 'disputed' },
    ]);
    expect(await manager.countBy(EscrowStepEntity, { escrowId: BENS })).toBe(2);
    expect(await old.query('select id, state from held_payments order by id')).toEqual([
      { id: ANNAS, state: 'held' },
      { id: BENS, state: 'disputed' },
    ]);

    // Many at once, passing over what somebody works on under the other name.
    await manager.transaction(async (locking) => {
      await locking.findOne(EscrowEntity, { where: { id: BENS }, lock: { mode: 'pessimistic_write' } });
      const [taken] = await old.query<[object[], number]>(
        `update held_payments set next_look_at = now() + interval '1 hour' where id in (
           select id from held_payments where next_look_at <= now() order by next_look_at limit 5
           for update skip locked) returning id`,
      );
      expect(taken).toEqual([{ id: ANNAS }]);
    });
  } finally {
    await today.destroy();
  }
}, 60_000);

it('knows of escrows that were there what had moved of them, and since when they wait', async () => {
  const other = await createTestDatabase(servers.databaseUrl);
  const before = migrations.slice(0, migrations.indexOf(ResumedEscrows1764147600000));
  await runMigrations(other.url, before);
  const owner = await new DataSource({ type: 'postgres', url: other.url }).initialize();
  const id = (last: number) => `${ANNAS.slice(0, -1)}${last}`;
  const insert = (last: number, columns: Record<string, unknown>) => {
    const row = { id: id(last), agreement_id: `420773195802661${last}`, ...columns };
    const values = Object.values(row);
    return owner.query(
      `insert into escrows (buyer_id, buyer_party, seller_email, amount_cents, currency, hold_hours, created_at, held_at,
         ${Object.keys(row).join(', ')})
       values (17, 'a', 'seller@example.test', 10000, 'usd', 24, '2026-01-01', '2026-01-02',
         ${values.map((_, index) => `$${index + 1}`).join(', ')})`,
      values,
    );
  };
  const step = (last: number, version: number, change: string, at: string) =>
    owner.query(
      `insert into escrow_steps (escrow_id, version, at, actor, change, state) values ($1, $2, $3, 'stripe', $4, 'held')`,
      [id(last), version, at, change],
    );
  const split = { seller_gross_cents: 6000, buyer_refund_cents: 4000, fee_cents: 300 };
  await insert(1, { state: 'held', chargeback: 'won', alerted_at: '2026-03-03' });
  await step(1, 4, 'chargeback-won', '2026-04-01T00:00:00Z');
  await insert(2, { state: 'resolved', ...split, settled_at: '2026-02-01T00:00:00Z', chargeback: 'lost' });
  await owner.query(`select post_to_ledger('held-payment-chargeback-lost', $1, 'stripe', $2)`, [
    `${id(2)}:dp_1`,
    JSON.stringify([
      ['losses', 6000],
      [`chargebacks:${id(2)}`, -6000],
    ]),
  ]);
  await insert(3, { state: 'resolving', ...split, refund_failures: 1 });
  await insert(4, { state: 'requires_payment' });
  await step(4, 2, 'seller-ready', '2026-01-05T00:00:00Z');
  await insert(5, { state: 'resolving', ...split });

  await runMigrations(other.url, migrations);
  const today = await new DataSource(databaseOptions(other.url, 1, [EscrowEntity])).initialize();
  const find = (last: number) => today.manager.findOneByOrFail(EscrowEntity, { id: id(last) });
  const nothing = { sellerPostedAt: null, refundedCents: 0, lossCents: 0 };
  expect(await find(1)).toMatchObject({ ...nothing, resumedAt: new Date('2026-04-01'), alertedAt: null });
  expect(await find(2)).toMatchObject({
    ...{ sellerPostedAt: new Date('2026-02-01'), refundedCents: 4000, lossCents: 6000, resumedAt: null },
  });
  expect(await find(3)).toMatchObject({ ...nothing, sellerPostedAt: expect.any(Date) });
  expect(await find(4)).toMatchObject({ ...nothing, waitingSince: new Date('2026-01-05') });
  expect(await find(5)).toMatchObject({ ...nothing, resumedAt: null, waitingSince: null });
  await Promise.all([owner.destroy(), today.destroy()]);
  await other.drop();
}, 60_000);

it('has an index of the escrows that a buyer has still to pay', async () => {
  const owner = await new DataSource({ type: 'postgres', url: database.url }).initialize();
  const indexes = await owner.query<{ indexdef: string }[]>(
    `select indexdef from pg_indexes where tablename = 'escrows'`,
  );
  await owner.destroy();
  const ofBuyers = indexes.filter(({ indexdef }) => indexdef.includes('(buyer_id, id DESC)'));
  expect(ofBuyers).toEqual([
    { indexdef: expect.stringMatching(/WHERE .*state.* = 'requires_payment'/) as string },
  ]);
});

it('is undone with the rows as they are', async () => {
  const owner = await new DataSource({ type: 'postgres', url: database.url }).initialize();
  const runner = owner.createQueryRunner();
  const parts = () =>
    owner.query<{ name: string }[]>(
      `select conname::text as name from pg_constraint where conrelid in
         (select oid from pg_class where relname in ('escrows', 'escrow_steps', 'held_payments', 'held_payment_steps'))
       union select indexname from pg_indexes where tablename like 'escrow%' or tablename like 'held_payment%'
       order by 1`,
    );
  const named = (await parts()).map(({ name }) => name);
  expect(named).toEqual(
    expect.arrayContaining(['escrows_current', 'escrows_pkey', 'escrow_steps_escrow_id_fkey']),
  );
  expect(named.filter((name) => name.includes('held_payment'))).toEqual([]);
  await new Escrows1764064800000().down(runner);
  expect((await parts()).map(({ name }) => name)).toEqual(
    named.map((name) => name.replaceAll('escrow', 'held_payment')).sort(),
  );
  expect(await history(ANNAS)).toEqual([{ id: ANNAS, version: 2, state: 'held' }]);
  await new Escrows1764064800000().up(runner);
  expect(await history(ANNAS)).toHaveLength(1);
  await runner.release();
  await owner.destroy();
}, 60_000);
