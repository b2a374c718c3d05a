import { Column, DataSource, Entity, PrimaryColumn, PrimaryGeneratedColumn } from 'typeorm';
import { databaseOptions, insertIfNew, runMigrations } from '#platform';
import { createTestDatabase, type Servers, startServers, type TestDatabase } from '#testing';
import { migrate, migrations } from '../src/migrate.js';
import { HumanOrders1764065400000 } from '../src/migrations/20261125-1010-human-orders.js';
import { TranscriptRequests1764066000000 } from '../src/migrations/20261125-1020-transcript-requests.js';
import { ReplacedHumanOrders1764386400000 } from '../src/migrations/20261129-0320-replaced-human-orders.js';

/** As the release before reads and writes them. */
@Entity('manual_orders')
class ManualOrderEntity {
  @PrimaryColumn('uuid')
  id: string;

  @Column('text')
  agreementId: string;

  @Column('int')
  ownerId: number;

  @Column('text', { default: 'requested' })
  status: string;

  @Column('timestamptz')
  requestedAt: Date;

  @Column('timestamptz', { nullable: true })
  paidAt: Date | null;

  @Column('uuid', { nullable: true })
  paymentId: string | null;

  @Column('text', { nullable: true })
  text: string | null;

  @Column('jsonb', { nullable: true })
  segments: object[] | null;
}

@Entity('transcript_wishes')
class TranscriptWishEntity {
  @PrimaryGeneratedColumn('identity', { type: 'bigint', generatedIdentity: 'ALWAYS' })
  id: string;

  @Column('text')
  agreementId: string;

  @Column('text')
  kind: string;

  @Column('jsonb')
  wanted: object;

  @Column('timestamptz', { default: () => 'now()' })
  wishedAt: Date;
}

const BEFORE = '4207731958026614';
const AFTER = '5118842067137725';
const id = (last: number) => `0192f5a4-3c1e-7d2a-9b4f-5e6d7c8b9a0${last}`;

let servers: Servers;
let database: TestDatabase;
let oldCopy: DataSource;

beforeAll(async () => {
  servers = await startServers({ ephemeral: true });
  database = await createTestDatabase(servers.databaseUrl);
  await runMigrations(database.url, migrations.slice(0, migrations.indexOf(HumanOrders1764065400000)));
  const entities = [ManualOrderEntity, TranscriptWishEntity];
  oldCopy = await new DataSource(databaseOptions(database.url, 2, entities)).initialize();
  await order(id(1), BEFORE);
  await wish(BEFORE);
  await migrate(database.url);
}, 180_000);

afterAll(async () => {
  await oldCopy?.destroy();
  await database?.drop();
  await servers?.stop();
}, 60_000);

const order = (orderId: string, agreementId: string) =>
  insertIfNew(oldCopy.manager, ManualOrderEntity, {
    ...{ id: orderId, agreementId, ownerId: 1, requestedAt: new Date() },
  });

const wish = (agreementId: string) =>
  oldCopy.manager.insert(TranscriptWishEntity, { agreementId, kind: 'requested', wanted: { agreementId } });

/** Takes all wishes of an agreement, as is done once its recordings are there. */
async function granted(agreementId: string): Promise<object[]> {
  const removal = oldCopy.createQueryBuilder().delete().from(TranscriptWishEntity).where({ agreementId });
  const { raw } = await removal.returning(['id', 'kind', 'wanted']).execute();
  return raw as object[];
}

it('copies of the release before go on with the orders of human transcripts', async () => {
  expect(await order(id(2), BEFORE)).toBe(false);
  expect(await order(id(3), AFTER)).toBe(true);
  await oldCopy.transaction(async (manager) => {
    const lock = { mode: 'pessimistic_write' } as const;
    const one = await manager.findOneOrFail(ManualOrderEntity, { where: { id: id(1) }, lock });
    expect(one.status).toBe('requested');
    // Nobody else gets the row meanwhile, under neither name.
    for (const table of ['human_orders', 'manual_orders']) {
      const free = `select id from ${table} where id = $1 for update skip locked`;
      expect(await oldCopy.query(free, [id(1)])).toEqual([]);
    }
    await manager.save(Object.assign(one, { status: 'paid', paidAt: new Date(), paymentId: id(9) }));
  });
  await oldCopy.query('update manual_orders set text = null, segments = null where agreement_id = $1', [
    AFTER,
  ]);
  expect(await oldCopy.query('select id, status, payment_id from human_orders order by id')).toEqual([
    { id: id(1), status: 'paid', payment_id: id(9) },
    { id: id(3), status: 'requested', payment_id: null },
  ]);
  await expect(
    oldCopy.query(`update manual_orders set status = 'lost' where id = $1`, [id(3)]),
  ).rejects.toThrow('status_check');
});

it('copies of the release before go on with the requests for transcripts', async () => {
  await wish(AFTER);
  await oldCopy.query(
    `insert into transcript_requests (agreement_id, kind, wanted) values ($1, 'paid', '{}')`,
    [AFTER],
  );
  expect(await granted(BEFORE)).toEqual([{ id: '1', kind: 'requested', wanted: { agreementId: BEFORE } }]);
  const [first] = await oldCopy.manager.findBy(TranscriptWishEntity, {
    agreementId: AFTER,
    kind: 'requested',
  });
  expect(first?.wishedAt).toBeInstanceOf(Date);
  expect((await granted(AFTER)).length).toBe(2);
  expect(await oldCopy.query('select id from transcript_requests')).toEqual([]);
});

it('the names can be taken back', async () => {
  const runner = oldCopy.createQueryRunner();
  // The newest first: it is about the same rows.
  await new ReplacedHumanOrders1764386400000().down(runner);
  await new TranscriptRequests1764066000000().down(runner);
  await new HumanOrders1764065400000().down(runner);
  await runner.release();
  expect(await order(id(4), BEFORE)).toBe(false);
  await wish(BEFORE);
  expect(await granted(BEFORE)).toHaveLength(1);
});
