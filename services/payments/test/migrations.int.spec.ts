import { DataSource } from 'typeorm';
import { databaseOptions, runMigrations } from '#platform';
import { createTestDatabase, type Servers, startServers, type TestDatabase } from '#testing';
import { EscrowEntity, EscrowStepEntity } from '../src/escrow/escrow.entities.js';
import { migrations } from '../src/migrate.js';
import { Escrows1764064800000 } from '../src/migrations/20261125-1000-escrows.js';

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
