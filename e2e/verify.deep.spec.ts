import { execFile } from 'node:child_process';
import { appendFile, mkdir, readFile, rm, truncate, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { createTransport } from 'nodemailer';
import pg from 'pg';
import { v7 as uuidv7 } from 'uuid';
import { DAY_MS, HOUR_MS } from '#platform';
import { readMailbox } from '#stand-ins';
import { eventually, systemServices } from '#testing';
import { Database } from '../deploy/verify/databases.js';
import { areas, type Result, verify } from '../deploy/verify/verification.js';
import { Keep } from './verify/keep.js';
import { Life } from './verify/life.js';
import { agreements } from './verify/violations/agreements.js';
import { mails } from './verify/violations/mails.js';
import { messaging } from './verify/violations/messaging.js';
import { money } from './verify/violations/money.js';
import { paidAgreements } from './verify/violations/paid-agreements.js';
import { transcripts } from './verify/violations/transcripts.js';

/** What must hold is checked on a whole product: nothing is named while it is healthy, and everything that is planted. */

type Service = (typeof systemServices)[number];

const root = resolve(import.meta.dirname, '..');
/** Objects and mails are tampered with besides. */
const PLANTED = 100;

const planted = [...money, ...paidAgreements, ...agreements, ...transcripts, ...mails, ...messaging];

/** Invariants about what is not there while all is well, or has not come yet in this life. */
const NOTHING_THERE = [
  'dead-letter-is-told',
  'end-of-access-is-told',
  'end-of-link-is-told',
  'failed-job-left-its-end-in-agreements',
  'failed-job-left-its-end-in-notifications',
  'failed-job-left-its-end-in-payments',
  'given-up-job-is-told',
  'job-is-not-overdue',
  'late-payment-goes-back',
  'late-transcript-by-a-person-is-paid-back',
  'mail-has-its-job',
  'no-dead-letter-is-open',
  'no-event-is-undeliverable',
  'outbox-is-empty',
  'transcript-is-under-way',
  'undelivered-mail-is-in-the-log',
  'upload-became-its-agreement',
  'working-copy-is-in-the-store',
];

let life: Life;
let env: Record<string, string>;
const kept = {} as Record<Service, Keep>;

beforeAll(async () => {
  life = await Life.open();
  await life.live();
  const { system } = life.scene;
  env = { ...system.env, VERIFY_SETTLED_SECONDS: '0', VERIFY_MAILBOX_URL: system.mailboxUrl };
}, 400_000);

afterAll(async () => {
  for (const keep of Object.values(kept)) await keep.close();
  await life?.close();
}, 60_000);

/** The database of a service, for whoever may do more there than the service itself. */
function asAdministrator(service: Service): string {
  const url = new URL(life.scene.system.servers.databaseUrl);
  url.pathname = new URL(env[`${service.toUpperCase()}_DATABASE_URL`] ?? '').pathname;
  return url.toString();
}

async function look(only = '', variables = env): Promise<Result[]> {
  const found: Result[] = [];
  for await (const result of verify(variables, only)) found.push(result);
  return found;
}
const wrong = (results: Result[]) =>
  results
    .filter(({ error, violationCount }) => error !== undefined || violationCount > 0)
    .map(({ name, violations, error }) => ({ name, violations, error }));
/** Null when the invariant names every one of these. */
async function unnamed(invariant: string, ids: readonly string[]): Promise<string | null> {
  const found = (await look(invariant)).filter(({ name }) => name === invariant);
  const said = found.flatMap(({ violations }) => violations);
  const missing = ids.filter((id) => !said.some((text) => mentions(text, id)));
  if (ids.length === 0) return 'there was nothing to tamper with';
  return missing.length === 0 ? null : `${missing.join(', ')} not in ${JSON.stringify(found)}`;
}
/** Whether an id is there whole, and not as a part of another. */
const mentions = (text: string, id: string): boolean =>
  text.split(/[\s,():]+/).includes(id) || (/[:@./]/.test(id) && text.includes(id));
/** One object of each kind, with the invariant that is about it. */
async function keysOf(): Promise<[invariant: string, key: string][]> {
  const { system } = life.scene;
  const sql = `select object_key as original, mp3 ->> 'key' as mp3, webm ->> 'key' as webm, preview ->> 'key' as preview,
    (select photo_key from agreements where photo_key is not null) as photo,
    (select 'uploads/' || upload_id || '/' || n || '.' || sha256 from upload_chunks) as chunk
    from recordings where deleted_at is null and mp3 is not null order by id limit 1`;
  const [keys] = await system.query<Record<string, string>>('agreements', sql);
  return [
    ['recording-is-in-the-store', keys?.original ?? ''],
    ['derived-audio-is-in-the-store', keys?.mp3 ?? ''],
    ['derived-audio-is-in-the-store', keys?.webm ?? ''],
    ['derived-audio-is-in-the-store', keys?.preview ?? ''],
    ['photo-is-in-the-store', keys?.photo ?? ''],
    ['upload-chunk-is-in-the-store', keys?.chunk ?? ''],
  ];
}
/** Runs it as a program on the system of these tests. */
const program = (...args: string[]): Promise<{ code: number; output: string }> =>
  new Promise((done) => {
    const script = join(root, 'dist/deploy/verify/verify.js');
    execFile(process.execPath, [script, ...args], { env }, (error, output) =>
      done({ code: Number(error?.code ?? 0), output }),
    );
  });

it('names nothing on a healthy system, and looks at something everywhere', async () => {
  const results = await look();
  expect(wrong(results)).toEqual([]);
  const idle = results.filter(({ checked }) => checked === 0).map(({ name }) => name);
  expect(idle.sort()).toEqual(NOTHING_THERE);
}, 120_000);

describe('while nothing happens by itself', () => {
  beforeAll(async () => {
    life.freeze();
    for (const service of systemServices) kept[service] = await Keep.of(asAdministrator(service));
  }, 60_000);

  it('names every row that was changed, removed or doubled', async () => {
    const problems: string[] = [];
    for (const { invariant, service, what, sql } of planted) {
      const keep = kept[service];
      const problem = await keep
        .tamper(sql)
        .then((ids) => unnamed(invariant, ids))
        .catch((error: unknown) => String(error));
      if (problem !== null) problems.push(`${invariant}: ${what}: ${problem}`);
      await keep.restore();
    }
    expect(problems).toEqual([]);
    expect(planted.length).toBeGreaterThan(PLANTED);
    expect(wrong(await look())).toEqual([]);
  }, 600_000);

  it('names every object that was cut, changed or removed', async () => {
    const problems: string[] = [];
    for (const [invariant, key] of await keysOf()) {
      const path = join(env.STORAGE_DISK_ROOT ?? '', key);
      const bytes = await readFile(path);
      const acts: Record<string, () => Promise<void>> = {
        removed: () => rm(path),
        cut: () => truncate(path, bytes.length - 1),
        'longer by a byte': () => appendFile(path, 'x'),
        changed: () => writeFile(path, Buffer.from(bytes).fill(bytes[9] === 7 ? 8 : 7, 9, 10)),
      };
      for (const [what, act] of Object.entries(acts)) {
        await act();
        const problem = await unnamed(invariant, [key]);
        if (problem !== null) problems.push(`${invariant}: ${what}: ${problem}`);
        await writeFile(path, bytes);
      }
    }
    expect(problems).toEqual([]);
  }, 120_000);

  it('names objects without a row, those that are young only by the way', async () => {
    const [deleted] = await life.scene.system.query<{ id: string }>(
      'agreements',
      'select id from recordings where deleted_at is not null',
    );
    const put = async (key: string) => {
      const path = join(env.STORAGE_DISK_ROOT ?? '', key);
      await mkdir(dirname(path), { recursive: true });
      await writeFile(path, 'x');
      return { key, remove: () => rm(dirname(path), { recursive: true }) };
    };
    const old = uuidv7({ msecs: Date.now() - 3 * DAY_MS });
    const strays = [
      await put(`recordings/${old}/original.webm`),
      await put(`photos/${old}/photo.jpg`),
      await put(`uploads/${old}/0.abc`),
      await put(`recordings/${deleted?.id}/audio.mp3`),
      await put('recordings/nobody/original.webm'),
    ];
    const young = await put(`recordings/${uuidv7({ msecs: Date.now() - HOUR_MS })}/original.webm`);
    expect(
      await unnamed(
        'object-has-a-row',
        strays.map(({ key }) => key),
      ),
    ).toBeNull();
    const [result] = await look('object-has-a-row');
    expect([result?.violationCount, result?.notes]).toEqual([5, [`${young.key} has no row (yet)`]]);
    for (const { remove } of [...strays, young]) await remove();
  }, 60_000);

  it("names every mail that is missing or nobody's, and no copy of one", async () => {
    const { mailboxUrl } = life.scene.system;
    const smtp = createTransport({ url: env.SMTP_URL ?? '' });
    const bare = (messageId: string) => messageId.replace(/[<>]/g, '');
    const inMailbox = async (messageId: string) =>
      (await readMailbox(mailboxUrl)).filter((mail) => bare(mail.messageId) === messageId);
    const send = async (messageId: string, times: number) => {
      await smtp.sendMail({
        from: 'a@example.test',
        to: 'b@example.test',
        subject: 'x',
        messageId: `<${messageId}>`,
      });
      await eventually(
        async () => {
          if ((await inMailbox(messageId)).length !== times) throw new Error('not there');
        },
        10_000,
        'a mail in the mailbox',
      );
    };
    const remove = async (messageId: string) => {
      const [mail] = await inMailbox(messageId);
      await fetch(`${mailboxUrl}/email/${mail?.id}`, { method: 'DELETE' });
    };
    const first = bare((await readMailbox(mailboxUrl))[0]?.messageId ?? '');
    const name = 'mailbox-holds-each-mail-once';
    await remove(first);
    expect(await unnamed(name, [first])).toBeNull();
    await send(first, 1);
    expect(await unnamed(name, [first])).not.toBeNull();
    // A copy with the same Message-ID is the same mail to whoever reads it.
    await send(first, 2);
    expect(await unnamed(name, [first])).not.toBeNull();
    await remove(first);
    await send('nobody@example.test', 1);
    expect(await unnamed(name, ['nobody@example.test'])).toBeNull();
    await remove('nobody@example.test');
    smtp.close();
    expect(wrong(await look())).toEqual([]);
  }, 60_000);

  it('has something planted for every invariant', () => {
    const named = new Set(planted.map(({ invariant }) => invariant));
    const names = [...areas.values()].flat().map(({ name }) => name);
    const besides = ['mailbox-holds-each-mail-once', 'object-has-a-row', 'ledger-balance-is-sum-of-entries'];
    expect(
      names.filter((name) => !named.has(name) && !besides.includes(name) && !/-in-the-store$/.test(name)),
    ).toEqual([]);
  });

  it('leaves alone what may still be on its way', async () => {
    await kept.auth.tamper(
      `insert into outbox (id, routing_key, subject, envelope, added_at)
       values (gen_random_uuid(), 'x.y.z', 'thing', '{}', now() - interval '100 seconds') returning id`,
    );
    const settled = async (seconds: number) => {
      const [result] = await look('outbox-is-empty', { ...env, VERIFY_SETTLED_SECONDS: String(seconds) });
      return result?.violationCount;
    };
    expect([await settled(120), await settled(60)]).toEqual([0, 1]);
    await kept.auth.restore();
  });

  it('names a balance that is not the sum of what was posted', async () => {
    const view = (cents: string) => `create or replace view ledger_balances as
      select account, (${cents})::bigint as balance_cents from ledger_entries group by account`;
    await kept.payments.tamper(view('sum(amount_cents) + 1'));
    expect(await unnamed('ledger-balance-is-sum-of-entries', ['stripe', 'fees'])).toBeNull();
    await kept.payments.tamper(view('sum(amount_cents)'));
  });

  it('says by its exit status and its last line whether all holds', async () => {
    const count = [...areas.values()].flat().length;
    const healthy = await program();
    expect(healthy).toMatchObject({ code: 0 });
    expect(healthy.output.trim().split('\n').at(-1)).toBe(`${count} invariants hold, 0 violations`);

    const [id] = await kept.payments.tamper('delete from credits returning id');
    const broken = await program();
    expect(broken.code).toBe(1);
    expect(broken.output.trim().split('\n').at(-1)).toBe(`${count - 1} invariants hold, 1 violations`);
    expect(id).toBeDefined();
    const { code, output } = await program('--json');
    expect(code).toBe(1);
    expect(JSON.parse(output)).toMatchObject({ holding: count - 1, violations: 1, unchecked: 0 });
    await kept.payments.restore();
  }, 120_000);

  it('needs to read only, and cannot write even where it might', async () => {
    const reader = `reader_${life.scene.mark}`;
    const admin = new pg.Client({ connectionString: asAdministrator('auth') });
    await admin.connect();
    await admin.query(`create role ${reader} login password 'reads-only'`);
    await admin.end();
    const variables = { ...env };
    for (const service of systemServices) {
      await kept[service].grantReading(reader);
      const url = new URL(env[`${service.toUpperCase()}_DATABASE_URL`] ?? '');
      Object.assign(url, { username: reader, password: 'reads-only' });
      variables[`${service.toUpperCase()}_DATABASE_URL`] = url.toString();
    }
    expect(wrong(await look('', variables))).toEqual([]);

    const owner = await Database.connect(env.PAYMENTS_DATABASE_URL ?? '');
    const writing = 'update credits set used_for = null returning id';
    await expect(owner.read(writing)).rejects.toThrow(/read-only transaction/);
    await expect(owner.batches(writing).next()).rejects.toThrow();
    await expect(owner.read(`select nextval('receipt_numbers')`)).rejects.toThrow(/read-only transaction/);
    await owner.close();
  }, 60_000);
});
