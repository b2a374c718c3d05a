import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { DataSource } from 'typeorm';
import { newAgreementId } from '#contracts';
import { SeededRandom } from '#testing';
import { EventLog, hashRow, type LogRow } from '../src/event-log/event-log.js';
import { AgreementsUnderTest } from './agreements-under-test.js';

const EDITS = 1000;
const LOGS = 20;
/** Number of a row that came from another agreement. */
const MOVED = 5000;
const ROLE = 'ssc_agreements_runtime';

const random = new SeededRandom('tampering');

let under: AgreementsUnderTest;
let log: EventLog;
/** The database's superuser, with every trigger off. */
let superuser: pg.Client;
const logs = new Map<string, LogRow[]>();

const COLUMNS = 'agreement_id, seq, at, actor, type, detail, prev_hash, hash, address, device';

beforeAll(async () => {
  under = await AgreementsUnderTest.start();
  log = under.service.app.get(EventLog);
  superuser = new pg.Client({ connectionString: under.databaseUrl });
  await superuser.connect();
  for (let i = 0; i < LOGS; i += 1) await writeLog(random.between(3, 13));
  await superuser.query('set session_replication_role = replica');
  await superuser.query('create table untouched as select * from agreement_events');
  for (const agreementId of logs.keys()) logs.set(agreementId, await log.read(agreementId));
}, 120_000);

afterAll(async () => {
  await superuser?.end();
  await under?.stop();
}, 60_000);

/** A log of so many rows, written as the service writes them. */
async function writeLog(rows: number): Promise<void> {
  const agreementId = newAgreementId();
  await under.query(
    `insert into agreements (agreement_id, claim_hash, party_a_name, party_a_email, party_b_name, party_b_email,
       plan_type, expires_at) values ($1, 'x', 'A', 'a@example.test', 'B', 'b@example.test', 'basic', now())`,
    [agreementId],
  );
  await under.service.app.get(DataSource).transaction(async (manager) => {
    for (let row = 0; row < rows; row += 1) {
      await log.append(manager, agreementId, {
        type: random.pick(['paid', 'opened', 'reminded', 'consented']),
        actor: random.pick(['payments', 'party-b', 'user:17']),
        detail: {
          amountCents: random.between(0, 10_000),
          id: randomUUID(),
          isKeyed: random.chance(),
          note: null,
        },
        ...(random.chance() ? { origin: { address: '203.0.113.7', device: 'Firefox' } } : {}),
      });
    }
  });
  logs.set(agreementId, []);
}

/** A change of one column to something else, as SQL. */
const columnEdits = [
  'seq = seq + 1000',
  `at = at + interval '1 microsecond'`,
  `at = at - interval '1 day'`,
  `actor = actor || ' '`,
  `actor = 'user:18'`,
  `type = type || 'x'`,
  `detail = '{}'`,
  `detail = detail || '{"amountCents": 999999}'`,
  `detail = detail || '{"more": true}'`,
  `detail = detail - 'note'`,
  `prev_hash = repeat('a', 64)`,
  `hash = repeat('b', 64)`,
  `hash = upper(hash) || ''`,
  `address = '198.51.100.1'`,
  `device = 'Chrome'`,
  `address = '', device = ''`,
];

const edit = (agreementId: string, seq: number, change: string) =>
  superuser.query(`update agreement_events set ${change} where agreement_id = $1 and seq = $2`, [
    agreementId,
    seq,
  ]);
const remove = (agreementId: string, condition: string) =>
  superuser.query(`delete from agreement_events where agreement_id = $1 and ${condition}`, [agreementId]);
const insert = (agreementId: string, row: LogRow) =>
  superuser.query(
    `insert into agreement_events (${COLUMNS}) values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`,
    [
      ...[agreementId, row.seq, row.at, row.actor, row.type, JSON.stringify(row.detail)],
      ...[row.prevHash, row.hash, row.address, row.device],
    ],
  );

/** The rows from `seq` on, hashed anew so that they fit to each other. */
function rehashed(agreementId: string, rows: readonly LogRow[], seq: number): LogRow[] {
  let prevHash = rows[seq - 2]?.hash ?? '0'.repeat(64);
  return rows.slice(seq - 1).map((row, index) => {
    const { hash: _hash, ...content } = { ...row, seq: seq + index, prevHash };
    prevHash = hashRow(agreementId, content);
    return { ...content, hash: prevHash };
  });
}

type Tampering = (agreementId: string, rows: readonly LogRow[], seq: number) => Promise<unknown>;

const tamperings: Record<string, Tampering> = {
  'edit a column': (agreementId, _rows, seq) => edit(agreementId, seq, random.pick(columnEdits)),
  'delete a row': (agreementId, _rows, seq) => remove(agreementId, `seq = ${seq}`),
  'delete a row and close the gap': async (agreementId, _rows, seq) => {
    await remove(agreementId, `seq = ${seq}`);
    await superuser.query('update agreement_events set seq = -seq where agreement_id = $1 and seq > $2', [
      agreementId,
      seq,
    ]);
    await superuser.query('update agreement_events set seq = -seq - 1 where agreement_id = $1 and seq < 0', [
      agreementId,
    ]);
  },
  'swap two rows': async (agreementId, rows, seq) => {
    const other = (seq % rows.length) + 1;
    await edit(agreementId, seq, 'seq = 0');
    await edit(agreementId, other, `seq = ${seq}`);
    await edit(agreementId, 0, `seq = ${other}`);
  },
  'insert a forged last row': async (agreementId, rows) => {
    const forged = { ...(rows.at(-1) as LogRow), type: 'cancelled' };
    const [row] = rehashed(agreementId, [...rows, forged], rows.length + 1);
    await insert(agreementId, row as LogRow);
  },
  'insert a copy between': async (agreementId, rows, seq) => {
    await remove(agreementId, `seq >= ${seq}`);
    const copy = rows[seq - 1] as LogRow;
    const shifted = rows.slice(seq - 1).map((row) => ({ ...row, seq: row.seq + 1 }));
    for (const row of [copy, ...shifted]) await insert(agreementId, row);
  },
  'cut off the tail': (agreementId, _rows, seq) => remove(agreementId, `seq >= ${seq}`),
  'rewrite history from a row on, with hashes that fit': async (agreementId, rows, seq) => {
    await remove(agreementId, `seq >= ${seq}`);
    const changed = rows.map((row) => (row.seq === seq ? { ...row, actor: 'user:99' } : row));
    for (const row of rehashed(agreementId, changed, seq)) await insert(agreementId, row);
  },
  'move a row to another agreement': async (agreementId, _rows, seq) => {
    const other = random.pick([...logs.keys()].filter((candidate) => candidate !== agreementId));
    await edit(agreementId, seq, `agreement_id = '${other}', seq = ${MOVED}`);
  },
};

async function restore(agreementId: string): Promise<void> {
  await superuser.query('delete from agreement_events where agreement_id = $1 or seq = $2', [
    agreementId,
    MOVED,
  ]);
  await superuser.query(
    `insert into agreement_events (${COLUMNS}) select ${COLUMNS} from untouched where agreement_id = $1`,
    [agreementId],
  );
}

describe('the stored log', () => {
  it('is whole as written', async () => {
    for (const agreementId of logs.keys()) expect(await under.logBreak(agreementId)).toBeNull();
  });

  it(`shows each of ${EDITS} random edits by the database's superuser`, async () => {
    const unseen: string[] = [];
    const names = Object.keys(tamperings);
    for (let n = 0; n < EDITS; n += 1) {
      const [agreementId, rows] = random.pick([...logs]);
      const seq = random.between(1, rows.length + 1);
      const name = names[n % names.length] as string;
      await tamperings[name]?.(agreementId, rows, seq);
      if ((await under.logBreak(agreementId)) === null) unseen.push(`${name} at ${seq} of ${rows.length}`);
      await restore(agreementId);
    }
    expect(unseen).toEqual([]);
    for (const agreementId of logs.keys()) expect(await under.logBreak(agreementId)).toBeNull();
  }, 120_000);

  it.each(columnEdits)('shows: %s', async (change) => {
    for (const [agreementId, rows] of [...logs].slice(0, 3)) {
      const seq = random.between(1, rows.length + 1);
      await edit(agreementId, seq, change);
      expect(await under.logBreak(agreementId)).not.toBeNull();
      await restore(agreementId);
    }
  });
});

describe('the service’s own role', () => {
  it('is what the service works as', async () => {
    const [row] = await under.service.app
      .get(DataSource)
      .query<{ user: string }[]>('select current_user as user');
    expect(row?.user).toBe(ROLE);
  });

  it.each([
    'update agreement_events set actor = actor',
    'update agreement_events set hash = hash where seq = 1',
    'delete from agreement_events',
    'truncate agreement_events',
    'truncate agreements cascade',
    'alter table agreement_events disable trigger all',
    'drop table agreement_events',
    'set session_replication_role = replica',
  ])('may not, even with the triggers off: %s', async (sql) => {
    await superuser.query(`set role ${ROLE}`);
    try {
      await expect(superuser.query(sql)).rejects.toThrow(/permission denied|must be owner/);
    } finally {
      await superuser.query('reset role');
    }
    for (const agreementId of logs.keys()) expect(await under.logBreak(agreementId)).toBeNull();
  });
});
