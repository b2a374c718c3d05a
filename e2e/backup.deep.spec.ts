import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { connect } from 'amqplib';
import { readMailbox } from '#stand-ins';
import { eventually, Journey, letTimePass, type Saved, systemServices, TestSystem } from '#testing';
import { newKey } from '../deploy/backup/archive.js';
import { consumers } from '../deploy/verify/messaging.js';
import { findViolations } from '../deploy/verify/verification.js';
import { stripeOf } from './stripe-sdk.js';
import { Life } from './verify/life.js';

/** A product is lost while people work, and goes on from its backup on servers that have nothing. */

type Service = (typeof systemServices)[number];

const root = resolve(import.meta.dirname, '..');
/** Paid while their events cannot be handled. */
const PAID = 6;
/** Where it is seen that events are told again, how far Stripe's own list of events was read, and when a round last came. */
const RESTLESS: readonly string[] = ['outbox', 'outbox_published', 'stripe_cursor', 'last_rounds'];

let life: Life;
let folder: string;
let key: { identity: string; recipient: string };
let restored: TestSystem | undefined;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'ssc-backup-deep-'));
  key = await newKey();
  life = await Life.open();
  await life.live();
}, 400_000);

afterAll(async () => {
  await restored?.stop();
  await life?.close();
  await rm(folder, { recursive: true, force: true });
}, 120_000);

/** Runs a program of `deploy/backup`, as the image does. */
const program = (
  name: string,
  env: Readonly<Record<string, string>>,
  ...args: string[]
): Promise<{ code: number; output: string }> =>
  new Promise((done) => {
    const script = join(root, `dist/deploy/backup/${name}.js`);
    execFile(process.execPath, [script, ...args], { env }, (error, results, progress) =>
      done({ code: Number(error?.code ?? 0), output: progress + results }),
    );
  });

/** Every row of a service, by table. */
async function rowsOf(system: TestSystem, service: Service): Promise<Record<string, string[]>> {
  const tables = await system.query<{ name: string }>(
    service,
    `select tablename as name from pg_tables where schemaname = 'public'`,
  );
  const found: Record<string, string[]> = {};
  for (const { name } of tables.filter((table) => !RESTLESS.includes(table.name))) {
    const rows = await system.query<{ row: string }>(service, `select t::text as row from ${name} t`);
    found[name] = rows.map(({ row }) => row).sort();
  }
  return found;
}
async function everything(system: TestSystem): Promise<Record<string, Record<string, string[]>>> {
  const all: Record<string, Record<string, string[]>> = {};
  for (const service of systemServices) all[service] = await rowsOf(system, service);
  return all;
}
const messageIds = async (mailboxUrl: string): Promise<string[]> =>
  (await readMailbox(mailboxUrl)).map(({ messageId }) => messageId.replace(/[<>]/g, '')).sort();

/** Until the queues of all handlers are empty. */
async function delivered(amqpUrl: string): Promise<void> {
  const broker = await connect(amqpUrl);
  const channel = await broker.createChannel();
  await eventually(
    async () => {
      for (const { service, name } of [...consumers.values()].flat()) {
        const { messageCount } = await channel.checkQueue(`${service}.${name}`);
        if (messageCount > 0) throw new Error(`${service}.${name} holds ${messageCount} messages`);
      }
    },
    60_000,
    'empty queues',
  );
  await broker.close();
}

it('changes nothing and mails nothing when everything that was published is told again', async () => {
  const { system } = life.scene;
  await system.drain();
  await delivered(system.servers.amqpUrl);
  const before = { rows: await everything(system), mails: await messageIds(system.mailboxUrl) };
  const [sum] = await system.query<{ n: number }>(
    'agreements',
    'select count(*)::int as n from outbox_published',
  );
  expect(sum?.n).toBeGreaterThan(20);

  const { code, output } = await program('republish', system.env);
  expect([code, output]).toEqual([0, expect.stringContaining(`agreements: ${sum?.n} events are told again`)]);
  await system.drain();
  await delivered(system.servers.amqpUrl);
  await letTimePass(2000, 'what was delivered last is handled, and would be mailed');
  await system.drain();

  expect(await messageIds(system.mailboxUrl)).toEqual(before.mails);
  expect(await everything(system)).toEqual(before.rows);
  const dead = await Promise.all(
    systemServices.map((service) => system.query(service, 'select 1 from dead_letters')),
  );
  expect(dead.flat()).toEqual([]);
}, 240_000);

it('goes on from a backup that was made while people worked and events were in flight', async () => {
  const { scene } = life;
  const { system, anna } = scene;
  const archive = join(folder, 'backup.tar.age');
  const local = scene.contracts.local.agreementId;
  const [readBefore, heardBefore] = [await anna.transcript(local), await audioOf(system, anna, local)];
  const sealedBefore = await sealOf(system, anna, local);
  expect(sealedBefore).toMatchObject({ status: 'valid' });

  const berta = new Journey(system.url, { patienceMs: 30_000 });
  await berta.signup();
  // These are paid and unlocked; transcripts, receipts and proofs are messages that nobody takes.
  const paid: Saved[] = [];
  for (let count = 0; count < PAID; count += 1) paid.push(await berta.save(scene.spoken));
  system.kill('notifications', 'SIGSTOP');
  system.kill('transcription', 'SIGSTOP');
  for (const saved of paid) await unlock(berta, saved);
  const [waiting] = await system.query<{ n: number }>(
    'transcription',
    `select count(*)::int as n from transcripts where agreement_id = $1`,
    [paid[0]?.agreementId],
  );
  expect(waiting?.n).toBe(0);

  const isMade = program('backup', { ...system.env, BACKUP_RECIPIENT: key.recipient }, archive);
  const busy = work(berta);
  const made = await isMade;
  await busy.stop();
  expect([made.code, made.output]).toEqual([0, expect.stringContaining('is written')]);
  expect(busy.saved).toBeGreaterThan(0);

  // Everything is lost but Stripe, the mailboxes of people, and the secrets.
  life.freeze();
  const sentBefore = new Set<string>();
  const { STRIPE_API_BASE = '', STRIPE_PUBLIC_BASE = '' } = system.env;
  const kept = Object.fromEntries(
    Object.entries(system.env).filter(([name]) => /^(OPENAI|SPEECH|SUPPORT|ADMIN|WEB)_/.test(name)),
  );
  restored = await TestSystem.start({
    root,
    env: { ...kept, STRIPE_API_BASE, STRIPE_PUBLIC_BASE },
    fill: async (env) => {
      const refused = await program('restore', { ...env, BACKUP_KEY: (await newKey()).identity }, archive);
      expect([refused.code, refused.output]).toEqual([1, expect.stringContaining('for another key')]);
      const { code, output } = await program('restore', { ...env, BACKUP_KEY: key.identity }, archive);
      expect([code, output]).toEqual([0, expect.stringContaining('Everything is as it was at')]);
    },
  });
  const now = restored;
  await now.healthy();
  for (const { messageId } of await sentAtBackup(now, made.output)) sentBefore.add(messageId);
  await now.drain(120_000);
  await delivered(now.servers.amqpUrl);

  const [bertaAgain, annaAgain] = [berta, anna].map(
    ({ emailA: email }) => new Journey(now.url, { email, patienceMs: 30_000 }),
  ) as [Journey, Journey];
  for (const person of [bertaAgain, annaAgain]) await person.signup();
  for (const { agreementId } of paid) {
    await bertaAgain.reaches(agreementId, 'completed', 120_000);
    expect((await bertaAgain.transcript(agreementId)).segments.length).toBeGreaterThan(0);
    expect(await audioOf(now, bertaAgain, agreementId)).toMatch(/^[0-9a-f]{64}$/);
  }
  // What was complete before reads and sounds as it did.
  expect(await annaAgain.transcript(local)).toEqual(readBefore);
  expect(await audioOf(now, annaAgain, local)).toBe(heardBefore);
  expect(await sealOf(now, annaAgain, local)).toEqual(sealedBefore);

  await sendBackUnknownPayments(now);
  await now.drain(120_000);
  await eventually(
    async () => {
      const found = await findViolations({ ...now.env, VERIFY_SETTLED_SECONDS: '0' });
      if (found.length > 0) throw new Error(found.join('\n'));
    },
    60_000,
    'a restored system that holds',
  );
  // Who had been told is not told again, and who had not, is told once.
  const told = await messageIds(now.mailboxUrl);
  expect(told.filter((id) => sentBefore.has(id))).toEqual([]);
  expect(new Set(told).size).toBe(told.length);
  const toldOfPaid = await now.query<{ n: number }>(
    'notifications',
    `select count(*)::int as n from mails where template = 'receipt' and status = 'sent' and agreement_id = any($1)`,
    [paid.map((saved) => saved.agreementId)],
  );
  expect(toldOfPaid).toEqual([{ n: PAID }]);
}, 600_000);

/** What was paid after the backup for orders that are not in it is reported, and sent back at Stripe as support does it. */
async function sendBackUnknownPayments(system: TestSystem): Promise<void> {
  const stripe = stripeOf(system);
  const orders = await system.query<{ intent: string }>(
    'payments',
    `select payment_intent_id as intent from orders where payment_intent_id is not null
     union all select payment_intent_id from escrows where payment_intent_id is not null`,
  );
  const known = new Set(orders.map(({ intent }) => intent));
  const unknown: string[] = [];
  for await (const { id, status, metadata } of stripe.paymentIntents.list({ limit: 100 })) {
    if (status === 'succeeded' && metadata.agreementId && !known.has(id)) unknown.push(id);
  }
  const reach = (status: string) =>
    eventually(
      async () => {
        const sql = `select key from jobs where name = 'report-unknown-payment' and status = $1`;
        const reports = (await system.query<{ key: string }>('payments', sql, [status])).map(
          ({ key }) => key,
        );
        expect(reports.sort()).toEqual(unknown.sort());
      },
      120_000,
      `reports of ${unknown.length} unknown payments that are ${status}`,
    );
  await reach('failed');
  for (const intent of unknown) await stripe.refunds.create({ payment_intent: intent });
  await reach('done');
}

/** What anybody is told of a seal, and the SHA-256 of its packet. */
async function sealOf(system: TestSystem, person: Journey, agreementId: string): Promise<object> {
  const answer = await fetch(`${system.url}/api/verify/${agreementId}`);
  const { status, manifestSha256, keyId } = (await answer.json()) as Record<string, unknown>;
  return { status, manifestSha256, keyId, packet: await fileOf(system, person, agreementId, 'evidence.zip') };
}

/** The SHA-256 of what the player plays. */
const audioOf = (system: TestSystem, person: Journey, agreementId: string): Promise<string> =>
  fileOf(system, person, agreementId, 'audio');

async function fileOf(
  system: TestSystem,
  person: Journey,
  agreementId: string,
  name: 'audio' | 'evidence.zip',
): Promise<string> {
  const answer = await fetch(`${system.url}/api/agreements/${agreementId}/${name}`, {
    headers: { authorization: `Bearer ${person.user.token}` },
  });
  if (answer.status !== 200) throw new Error(`${name} was answered ${answer.status}`);
  return createHash('sha256')
    .update(Buffer.from(await answer.arrayBuffer()))
    .digest('hex');
}

/** Pays, and waits until the contract is unlocked. */
async function unlock(person: Journey, saved: Saved): Promise<void> {
  expect(await person.pay(saved)).toMatchObject({ status: 'succeeded' });
  await person.reaches(saved.agreementId, 'processing');
}

/** Saves and pays, one after the other, until it is told to stop. */
function work(person: Journey): { saved: number; stop(): Promise<void> } {
  const { scene } = life;
  let isOver = false;
  const done = { saved: 0, stop: async (): Promise<void> => undefined };
  const going = (async () => {
    while (!isOver) {
      const saved = await person.save(scene.spoken);
      done.saved += 1;
      await person.pay(saved);
    }
  })();
  done.stop = async () => {
    isOver = true;
    await going;
  };
  return done;
}

/** Mails that had been sent when the backup was made. */
async function sentAtBackup(system: TestSystem, output: string): Promise<{ messageId: string }[]> {
  const takenAt = /as they are at (\S+) /.exec(output)?.[1] ?? '';
  return system.query<{ messageId: string }>(
    'notifications',
    `select message_id as "messageId" from mails where status = 'sent' and sent_at < $1`,
    [takenAt],
  );
}
