import {
  appendFile,
  copyFile,
  mkdtemp,
  readdir,
  readFile,
  stat,
  truncate,
  writeFile,
} from 'node:fs/promises';
import { join } from 'node:path';
import { knownMigrations, serviceNames } from '../image/preparation.js';
import { newKey } from './archive.js';
import { createBackup } from './create-backup.js';
import { republishAll } from './republish-all.js';
import {
  BackupsUnderTest,
  CHUNK_KEY,
  chunk,
  copy,
  EVENT,
  UPLOAD,
  WORKING_KEY,
} from './test/backups-under-test.js';

/** What was backed up is what is restored, and nothing is touched where it cannot be. */

let under: BackupsUnderTest;

beforeAll(async () => {
  under = await BackupsUnderTest.start();
}, 180_000);

afterAll(() => under?.stop(), 60_000);

it('telling again says whether RabbitMQ is away or refuses the login', async () => {
  const said = (url: URL) =>
    republishAll({ ...under.source, AMQP_URL: url.href }, undefined, under.log).then(
      () => 'it was told again',
      (error: Error) => error.message,
    );
  const [refused, away] = [new URL(under.servers.amqpUrl), new URL('amqp://127.0.0.1:1')];
  refused.password = 'of-before-the-rotation';
  expect(await said(refused)).toBe('RabbitMQ refuses the login in AMQP_URL');
  expect(await said(away)).toBe('RabbitMQ does not answer');
}, 60_000);

describe('a backup', () => {
  it('says what it holds', async () => {
    const { manifest, to } = await under.backup();
    expect(manifest.objects).toEqual({ count: 2, bytes: 320_000, missing: [], damaged: [] });
    expect(manifest.databases.agreements.rows).toMatchObject({ uploads: 1, upload_chunks: 1, inbox: 2 });
    for (const service of serviceNames) {
      const { migrations } = manifest.databases[service];
      expect(migrations.sort()).toEqual((await knownMigrations(service)).sort());
    }
    expect((await readdir(join(under.folder, 'backups'))).every((name) => !name.endsWith('.part'))).toBe(
      true,
    );
    expect((await readFile(to)).includes(UPLOAD)).toBe(false);
  }, 60_000);

  it('is not made by a program that is older than a database, whose objects it may not know', async () => {
    const migration = `insert into migrations (timestamp, name) values (9, 'OfTomorrow9999999999999') returning id`;
    const [row] = await under.query<{ id: number }>(under.source, 'payments', migration);
    const files = (): Promise<string[]> => readdir(join(under.folder, 'backups'));
    const before = await files();
    try {
      await expect(under.backup()).rejects.toThrow(
        /^The database of payments is of a newer version .*OfTomorrow9999999999999.*build ssc-backup anew/,
      );
      expect(await files()).toEqual(before);
    } finally {
      await under.query(under.source, 'payments', 'delete from migrations where id = $1', [row?.id]);
    }
  }, 60_000);

  it('restored into an empty system is the same system, where what was published is told again', async () => {
    const { to } = await under.backup();
    const target = await under.emptySystem('target');
    await under.restore(target, to);
    const [before, after] = [await under.everything(under.source), await under.everything(target)];
    // What an inbox remembers must outlive what is told again.
    const old = (text: string): boolean => text.startsWith('(old,');
    expect(after['agreements.inbox']?.filter(old)).not.toEqual(before['agreements.inbox']?.filter(old));
    const [young] = await under.query<{ is: boolean }>(
      target,
      'agreements',
      `select processed_at > now() - interval '1 hour' as is from inbox where consumer = 'old'`,
    );
    expect(young?.is).toBe(true);
    for (const all of [before, after]) delete all['agreements.inbox'];
    expect(after).toEqual(before);
    const waiting = await under.query(
      target,
      'payments',
      'select id, seq, routing_key, envelope from outbox',
    );
    expect(waiting).toEqual([
      { id: EVENT, seq: '7', routing_key: 'payments.payment.succeeded.v1', envelope: { id: 1 } },
    ]);

    const keys: string[] = [];
    for await (const object of under.storeOf(target).list('')) keys.push(object);
    expect(keys.sort()).toEqual([CHUNK_KEY, WORKING_KEY].sort());
    const stored = await under.storeOf(target).get(CHUNK_KEY);
    expect(Buffer.concat((await stored.toArray()) as Buffer[]).equals(chunk)).toBe(true);
    // Rules and rights of the database are there, too.
    await expect(
      under.query(target, 'payments', `set role ssc_payments_runtime; delete from ledger_entries`),
    ).rejects.toThrow(/permission denied/);
    await under.query(
      target,
      'agreements',
      `set role ssc_agreements_runtime; select count(*) from agreements`,
    );
    // A place in the outbox is not given twice.
    const [next] = await under.query<{ seq: string }>(
      target,
      'payments',
      `insert into outbox (id, routing_key, subject, envelope) values (gen_random_uuid(), 'x', 'a', '{}') returning seq`,
    );
    expect(Number(next?.seq)).toBeGreaterThan(0);
  }, 120_000);

  it('restored, gives clocks that would end at once their time again', async () => {
    const held = (id: string, releaseIn: string) => `
      insert into escrows (id, agreement_id, buyer_id, buyer_party, seller_email, amount_cents, currency, hold_hours,
        state, created_at, release_at, half_time_at, last_hour_at)
      values (gen_random_uuid(), '${id}', 1, 'a', 'ben@example.test', 100, 'usd', 72, 'release_due', now(),
        now() + interval '${releaseIn}', now(), now())`;
    const ends = (kind: string, dueIn: string) => `
      insert into deadlines (agreement_id, kind, due_at)
      values ('clock', '${kind}', now() + interval '${dueIn}')`;
    await under.query(under.source, 'payments', held('clock-over', '-1 hour'));
    await under.query(under.source, 'payments', held('clock-new', '80 hours'));
    await under.query(
      under.source,
      'agreements',
      `insert into agreements (agreement_id, claim_hash, party_a_name, party_a_email, party_b_name, party_b_email,
         plan_type, expires_at)
       values ('clock', 'h', 'Anna', 'a@example.test', 'Ben', 'b@example.test', 'basic', now())`,
    );
    await under.query(under.source, 'agreements', ends('access-end', '-1 hour'));
    await under.query(under.source, 'agreements', ends('content-end', '5 days'));
    const noted = `insert into last_rounds (name, at) values ('run-escrow-deadlines', now() - interval '3 days')`;
    await under.query(under.source, 'payments', noted);
    try {
      const { to } = await under.backup();
      const target = await under.emptySystem('clocks');
      await under.restore(target, to);
      const escrows = await under.query(
        target,
        'payments',
        `select agreement_id as id, round(extract(epoch from release_at - now()) / 3600)::int as hours,
           half_time_at is null as "isHalfTimeToCome", last_hour_at is null as "isLastHourToCome"
         from escrows where agreement_id like 'clock-%' order by 1`,
      );
      expect(escrows).toEqual([
        { id: 'clock-new', hours: 80, isHalfTimeToCome: false, isLastHourToCome: false },
        { id: 'clock-over', hours: 72, isHalfTimeToCome: true, isLastHourToCome: true },
      ]);
      const deadlines = await under.query(
        target,
        'agreements',
        `select kind, round(extract(epoch from due_at - now()) / 3600)::int as hours from deadlines
         where done_at is null and kind in ('access-end', 'content-end') order by kind`,
      );
      expect(deadlines).toEqual([
        { kind: 'access-end', hours: 24 },
        { kind: 'content-end', hours: 120 },
      ]);
      // The first round does not add the time since the backup to all that.
      const marks = await under.query(
        target,
        'payments',
        `select at > now() - interval '10 minutes' as "isNow" from last_rounds`,
      );
      expect(marks).toEqual([{ isNow: true }]);
    } finally {
      await under.query(under.source, 'payments', 'delete from last_rounds');
      await under.query(under.source, 'payments', `delete from escrows where agreement_id like 'clock-%'`);
      await under.query(
        under.source,
        'agreements',
        `delete from deadlines; delete from agreements where agreement_id = 'clock'`,
      );
    }
  }, 120_000);

  it('restored, gives out no number that was given out after it', async () => {
    const signUp = async (env: Record<string, string>, name: string): Promise<number> => {
      const [user] = await under.query<{ id: number }>(
        env,
        'auth',
        `insert into users (username, email, password_hash) values ($1, $2, 'h') returning id`,
        [name, `${name}@example.test`],
      );
      return user?.id ?? 0;
    };
    const receipt = async (env: Record<string, string>): Promise<number> => {
      const [next] = await under.query<{ number: number }>(
        env,
        'payments',
        `select nextval('receipt_numbers')::int as number`,
      );
      return next?.number ?? 0;
    };
    await signUp(under.source, 'anna');
    try {
      const { to } = await under.backup();
      const given = [await signUp(under.source, 'alice'), await receipt(under.source)];
      const target = await under.emptySystem('numbers');
      await under.restore(target, to);
      const next = [await signUp(target, 'ben'), await receipt(target)];
      expect(next.map((number, index) => number > (given[index] ?? 0) + 1000)).toEqual([true, true]);
      const [ticket] = await under.query<{ is: boolean }>(
        target,
        'notifications',
        `select nextval(pg_get_serial_sequence('tickets', 'id')) > 101000 as is`,
      );
      expect(ticket).toEqual({ is: true });
    } finally {
      await under.query(under.source, 'auth', 'delete from users');
    }
  }, 120_000);

  it('restored, has no session that counts: one that was ended after it must not begin anew', async () => {
    const [user] = await under.query<{ id: number }>(
      under.source,
      'auth',
      `insert into users (username, email, password_hash) values ('anna', 'anna@example.test', 'h') returning id`,
    );
    await under.query(
      under.source,
      'auth',
      `insert into sessions (id, user_id, expires_at, revoked_at)
       values (gen_random_uuid(), $1, now() + interval '1 day', null),
         (gen_random_uuid(), $1, now() + interval '1 day', now() - interval '1 hour')`,
      [user?.id],
    );
    try {
      const { to } = await under.backup();
      const target = await under.emptySystem('sessions');
      await under.restore(target, to);
      const ended = await under.query(
        target,
        'auth',
        `select revoked_at > now() - interval '30 minutes' as "isNow" from sessions order by 1`,
      );
      expect(ended).toEqual([{ isNow: false }, { isNow: true }]);
    } finally {
      await under.query(under.source, 'auth', 'delete from sessions; delete from users');
    }
  }, 120_000);

  it('keeps its dumps beside it, for its owner alone, while they are needed', async () => {
    const folder = join(under.folder, 'beside');
    // What the programs that it starts take for such things, too.
    const temporary = await mkdtemp(join(under.folder, 'temporary-'));
    const usual = process.env.TMPDIR;
    const seen: { mode: number; names: string[]; elsewhere: string[] }[] = [];
    const { key, source: env, log } = under;
    async function* files(): AsyncGenerator<never> {
      const names = (await readdir(folder)).filter((name) => name.startsWith('x.tar.age.dumps-'));
      const elsewhere = await readdir(temporary);
      for (const name of names) {
        const { mode } = await stat(join(folder, name));
        seen.push({ mode: mode & 0o777, names: (await readdir(join(folder, name))).sort(), elsewhere });
      }
      yield* [];
    }
    process.env.TMPDIR = temporary;
    try {
      await createBackup({ env, to: join(folder, 'x.tar.age'), recipient: key.recipient, log, files });
    } finally {
      if (usual === undefined) delete process.env.TMPDIR;
      else process.env.TMPDIR = usual;
    }
    const dumps = serviceNames.map((name) => `${name}.dump`);
    expect(seen).toEqual([{ mode: 0o700, names: [...dumps, 'objects'].sort(), elsewhere: [] }]);
    expect(await readdir(folder)).toEqual(['x.tar.age']);
    expect(await readdir(temporary)).toEqual([]);
  }, 60_000);

  it('is not there when something does not answer', async () => {
    const to = join(under.folder, 'backups/none.tar.age');
    const env = { ...under.source, AUTH_DATABASE_URL: 'postgres://nobody@127.0.0.1:1/x' };
    const failing = createBackup({ env, to, recipient: under.key.recipient, log: under.log });
    await expect(failing).rejects.toThrow('The database of auth cannot be read');
    expect((await readdir(join(under.folder, 'backups'))).filter((name) => name.startsWith('none'))).toEqual(
      [],
    );
    await expect(
      createBackup({ env: {}, to, recipient: under.key.recipient, log: under.log }),
    ).rejects.toThrow();
  });
});

describe('copies of a recording that agreements does not name yet', () => {
  const keysOf = async (env: Record<string, string>): Promise<string[]> => {
    const keys: string[] = [];
    for await (const key of under.storeOf(env).list('recordings/')) keys.push(key);
    return keys.sort();
  };

  it('are in the backup, and stay in the store when it takes the place of what is there', async () => {
    const made = await under.addMadeCopies();
    try {
      const { manifest, to } = await under.backup();
      expect(manifest.objects).toMatchObject({ count: 6, missing: [], damaged: [] });
      const target = await under.emptySystem('copies');
      await under.restore(target, to);
      const all = [WORKING_KEY, made.original, made.mp3, made.webm, made.preview].sort();
      expect(await keysOf(target)).toEqual(all);
      await under.restore(target, to, { isReplacing: true });
      expect(await keysOf(target)).toEqual(all);
    } finally {
      await made.remove();
    }
  }, 120_000);

  it('are copied once when it names them, and missing is the MP3 that a row names', async () => {
    const made = await under.addMadeCopies(['mp3', 'preview']);
    const store = under.storeOf(under.source);
    try {
      expect((await under.backup()).manifest.objects).toMatchObject({ count: 6, missing: [], damaged: [] });
      await under.query(under.source, 'agreements', 'update recordings set mp3 = null, preview = null');
      for (const key of [made.mp3, made.webm, made.preview]) await store.delete(key);
      expect((await under.backup()).manifest.objects).toMatchObject({ count: 3, missing: [made.mp3] });
    } finally {
      await made.remove();
    }
  }, 120_000);

  it('are not looked for when agreements has deleted the recording', async () => {
    const made = await under.addMadeCopies();
    const store = under.storeOf(under.source);
    try {
      await under.query(under.source, 'agreements', 'update recordings set deleted_at = now()');
      for (const key of [made.original, made.mp3, made.webm, made.preview]) await store.delete(key);
      expect((await under.backup()).manifest.objects).toMatchObject({ count: 2, missing: [] });
      await store.putBuffer(made.mp3, copy, 'audio/mpeg');
      expect((await under.backup()).manifest.objects).toMatchObject({ count: 2, missing: [] });
    } finally {
      await made.remove();
    }
  }, 120_000);
});

describe('a restore', () => {
  let good: string;
  beforeAll(async () => {
    ({ to: good } = await under.backup());
  }, 60_000);

  it('touches nothing when the archive is changed, cut short, or for another key', async () => {
    const target = await under.emptySystem('untouched');
    const [changed, short] = [join(under.folder, 'changed'), join(under.folder, 'short')];
    const bytes = await readFile(good);
    const middle = Math.floor(bytes.length / 2);
    await writeFile(changed, Buffer.from(bytes).fill((bytes[middle] ?? 0) ^ 1, middle, middle + 1));
    await copyFile(good, short);
    await truncate(short, bytes.length - 1);
    expect(await under.fails(target, changed)).toMatch('was changed or cut short');
    expect(await under.fails(target, short)).toMatch('was changed or cut short');
    await appendFile(short, 'xy');
    expect(await under.fails(target, short)).toMatch('was changed or cut short');
    const { identity } = await newKey();
    expect(await under.fails(target, good, { identity })).toMatch('was made for another key');
    expect(await under.isUntouched(target)).toBe(true);
  }, 60_000);
});
