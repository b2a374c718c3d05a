import { readFileSync } from 'node:fs';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { connect } from 'amqplib';
import { DAY_MS, HOUR_MS } from '#platform';
import {
  type Answer,
  Journey,
  type SystemService,
  speakAgreement,
  systemServices,
  TestSystem,
} from '#testing';
import { findViolations } from '../deploy/verify/verification.js';
import { median, percentile } from './statistics.js';

/**
 * `make soak`: journeys all the while, for MINUTES (default 120), while the clock of the services runs a day in a
 * minute, so that what is deleted by itself gets old enough. Says at the end whether memory, tables, queues and answers
 * stayed as they were.
 */

const MINUTE_MS = 60_000;
const minutes = Number(process.env.MINUTES || 120);
const PEOPLE = 2;
/** Steps in which the clock moves on: shorter than any link or session is good for. */
const CLOCK_STEP_MS = 6 * HOUR_MS;
const CLOCK_PAUSE_MS = (CLOCK_STEP_MS / DAY_MS) * MINUTE_MS;
const LOOK_EVERY_MS = 15_000;
/** What the last quarter may differ by: memory from the second quarter of an hour on, answers from the second quarter. */
const MEMORY_LIMIT = 1.1;
const ANSWER_LIMIT = 1.2;
const ROWS_LIMIT = 1.2;

const services = [...systemServices, 'gateway'] satisfies SystemService[];
/** Tables that something is deleted from because it is old. */
const PRUNED = {
  auth: ['sessions', 'inbox', 'outbox'],
  agreements: ['inbox', 'outbox', 'jobs'],
  payments: ['inbox', 'outbox', 'jobs', 'stripe_webhooks', 'idempotency_keys'],
  transcription: ['inbox', 'outbox', 'jobs'],
  notifications: ['inbox', 'outbox', 'jobs'],
} as const;

/** A person whose calls are timed. */
class TimedJourney extends Journey {
  override async call<T>(...args: Parameters<Journey['call']>): Promise<Answer<T>> {
    const from = performance.now();
    const answer = await super.call<T>(...args);
    answers.push({ minute: minute(), ms: performance.now() - from });
    return answer;
  }
}

/** Everything at one moment. */
interface Look {
  minute: number;
  /** Resident memory of each process in MiB. */
  memory: Record<string, number>;
  rows: Record<string, number>;
  /** Messages in all queues. */
  queued: number;
}

if (!Number.isFinite(minutes) || minutes < 4) throw new Error('MINUTES is a number from 4');
const root = resolve(import.meta.dirname, '../..');
const folder = await mkdtemp(join(tmpdir(), 'ssc-soak-'));
const spoken = join(folder, 'deal.wav');
await speakAgreement(spoken, [{ voice: 'a', text: 'I sell you the blue car for two thousand dollars.' }]);
// Rounds not quite as often as in tests: they are not what is measured.
const system = await TestSystem.start({ root, env: { SCHEDULE_MAX_MS: '15000' } });
const broker = await connect(system.servers.amqpUrl);
const channel = await broker.createChannel();
const began = Date.now();
const endsAt = began + minutes * MINUTE_MS;
const minute = () => (Date.now() - began) / MINUTE_MS;
const answers: { minute: number; ms: number }[] = [];
const failures: string[] = [];
const looks: Look[] = [];
let journeys = 0;

try {
  await Promise.all([moveClock(), look(), ...Array.from({ length: PEOPLE }, () => live())]);
  await system.drain(120_000);
  looks.push(await lookOnce());
  const { env, mailboxUrl } = system;
  const settled = { ...env, VERIFY_SETTLED_SECONDS: '0', VERIFY_MAILBOX_URL: mailboxUrl };
  const problems = [...judge(), ...failures, ...(await findViolations(settled))];
  say(`${journeys} journeys, ${answers.length} calls, ${looks.length} looks in ${minutes} minutes`);
  for (const line of figures()) say(line);
  await mkdir('.local/bench', { recursive: true });
  await writeFile('.local/bench/soak.json', JSON.stringify({ minutes, journeys, looks, problems }, null, 2));
  for (const problem of problems) say(`✗ ${problem}`);
  say(problems.length === 0 ? 'Everything stayed as it was.' : `${problems.length} problems`);
  process.exitCode = problems.length === 0 ? 0 : 1;
} finally {
  await broker.close();
  await system.stop();
  await rm(folder, { recursive: true, force: true });
}

async function moveClock(): Promise<void> {
  for (let aheadMs = CLOCK_STEP_MS; Date.now() < endsAt; aheadMs += CLOCK_STEP_MS) {
    await system.moveClock(aheadMs);
    await sleep(CLOCK_PAUSE_MS);
  }
}

/** One journey after the other: recorded, paid, transcribed, proven. */
async function live(): Promise<void> {
  while (Date.now() < endsAt) {
    const person = new TimedJourney(system.url, { patienceMs: 10_000 });
    try {
      const saved = await person.save(spoken);
      await person.signup();
      await person.pay(saved);
      await person.transcript(saved.agreementId);
      await person.reaches(saved.agreementId, 'completed');
      journeys += 1;
    } catch (error) {
      failures.push(`minute ${minute().toFixed(1)}: ${String(error)}`);
    }
  }
}

async function look(): Promise<void> {
  while (Date.now() < endsAt) {
    looks.push(await lookOnce());
    await sleep(LOOK_EVERY_MS);
  }
}

async function lookOnce(): Promise<Look> {
  const memory: Record<string, number> = {};
  for (const name of services) {
    const [, pages = '0'] = readFileSync(`/proc/${system.pid(name)}/statm`, 'utf8').split(' ');
    memory[name] = (Number(pages) * 4096) / 2 ** 20;
  }
  const rows: Record<string, number> = {};
  for (const name of systemServices) {
    const counts = PRUNED[name].map((table) => `(select count(*) from ${table})::int as ${table}`);
    const [found = {}] = await system.query<Record<string, number>>(name, `select ${counts.join(', ')}`);
    for (const [table, count] of Object.entries(found)) rows[`${name}.${table}`] = count;
  }
  return { minute: minute(), memory, rows, queued: await queued() };
}

/** Messages that wait in the queues of all handlers. */
async function queued(): Promise<number> {
  let sum = 0;
  for (const name of systemServices) {
    const inboxes = await system.query<{ consumer: string }>(name, 'select distinct consumer from inbox');
    for (const { consumer } of inboxes) sum += (await channel.checkQueue(`${name}.${consumer}`)).messageCount;
  }
  return sum;
}

function* judge(): Generator<string> {
  const last = looks.filter((one) => one.minute >= minutes * 0.9);
  const settled = looks.filter((one) => one.minute >= minutes / 4 && one.minute < (minutes * 7) / 20);
  for (const name of services) {
    const [before, after] = [settled, last].map((some) =>
      median(some.map(({ memory }) => memory[name] ?? 0)),
    );
    const growth = (after ?? 0) / (before ?? 1);
    if (growth > MEMORY_LIMIT) yield `${name} grew from ${mib(before)} to ${mib(after)}`;
  }
  // What is kept for five weeks, which are 35 minutes here, has come to its size by the half of two hours.
  const half = looks.filter((one) => one.minute >= minutes * 0.5 && one.minute < minutes * 0.6);
  for (const table of minutes >= 100 ? Object.keys(half[0]?.rows ?? {}) : []) {
    const [before, after] = [half, last].map((some) => median(some.map(({ rows }) => rows[table] ?? 0)));
    if ((after ?? 0) > (before ?? 0) * ROWS_LIMIT + 20) yield `${table} grew from ${before} to ${after} rows`;
  }
  const waiting = looks.at(-1)?.queued ?? 0;
  if (waiting > 0) yield `${waiting} messages wait in queues though nothing is under way`;
  const [second, fourth] = [quarter(1), quarter(3)];
  if (fourth > second * ANSWER_LIMIT) {
    yield `p95 of the answers grew from ${second.toFixed(0)} to ${fourth.toFixed(0)} ms`;
  }
}

function figures(): string[] {
  const of = (share: number) => looks[Math.floor((looks.length - 1) * share)];
  return [
    ...services.map((name) => {
      const values = [0.25, 0.5, 0.75, 1].map((share) => mib(of(share)?.memory[name]));
      return `${name.padEnd(16)}${values.join('  ')}`;
    }),
    ...Object.keys(looks[0]?.rows ?? {}).map((table) => {
      const values = [0.25, 0.5, 0.75, 1].map((share) => of(share)?.rows[table]);
      return `${table.padEnd(32)}${values.join('  ')} rows`;
    }),
    `p95 of the answers by quarter: ${[0, 1, 2, 3].map((index) => quarter(index).toFixed(0)).join('  ')} ms`,
  ];
}

/** The 95th percentile of the answers in a quarter (0 to 3) of the time, in milliseconds. */
function quarter(index: number): number {
  const [from, to] = [(minutes * index) / 4, (minutes * (index + 1)) / 4];
  const some = answers.filter((one) => one.minute >= from && one.minute < to);
  return percentile(
    some.map(({ ms }) => ms),
    0.95,
  );
}

function mib(value = Number.NaN): string {
  return `${value.toFixed(0)} MiB`;
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}
