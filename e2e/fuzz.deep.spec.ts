import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { hash } from '@node-rs/argon2';
import fc from 'fast-check';
import { Agent } from 'undici';
import { errorCatalogue } from '#contracts';
import {
  Journey,
  type SystemService,
  sessionHeaders,
  speakAgreement,
  systemServices,
  TestSystem,
  testSeed,
} from '#testing';
import { type Operation, readApi } from './fuzz/api-document.js';
import { type FuzzRequest, type Known, requestsFor } from './fuzz/requests.js';
import { openSession } from './sessions.js';

/** Requests in all; `FUZZ_REQUESTS=200000` for a long night. */
const REQUESTS = Number(process.env.FUZZ_REQUESTS ?? 20_000);
const SEED = testSeed();
const AT_ONCE = 8;
/** How much a process may grow when everything is called a second time, in MiB. */
const GROWTH = 80;

const root = resolve(import.meta.dirname, '..');
const services: readonly SystemService[] = ['gateway', ...systemServices];
const agent = new Agent({ connections: 32, pipelining: 1, headersTimeout: 100_000 });

let system: TestSystem;
let folder: string;
let known: Known;
let tokens: Record<string, string>;
let ownerId: number;
let adminId: number;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'ssc-fuzz-'));
  const spoken = join(folder, 'agreement.wav');
  await speakAgreement(spoken);
  system = await TestSystem.start({ root, env: { LOG_LEVEL: 'error' } });
  const [owner, other] = [new Journey(system.url), new Journey(system.url)];
  await owner.signup();
  await other.signup();
  const paid = await owner.save(spoken);
  expect(await owner.pay(paid)).toMatchObject({ status: 'succeeded' });
  const open = await owner.save(spoken);
  await owner.createPaymentIntent(open);
  const remote = await owner.save(spoken, { isRemoteContract: true });
  expect(await owner.pay(remote)).toMatchObject({ status: 'succeeded' });
  await owner.reaches(paid.agreementId, 'completed', 120_000);
  await system.drain();
  const [admin] = await system.query<{ id: number }>(
    'auth',
    `insert into users (username, email, password_hash, role)
     values ('Root', 'root@example.test', $1, 'admin') returning id`,
    [await hash('nobody knows this password')],
  );
  ownerId = owner.user.id;
  adminId = admin?.id ?? 0;
  tokens = {
    owner: owner.user.token,
    other: other.user.token,
    admin: await openSession(system, adminId, 'admin'),
    garbage: 'not.a.token',
  };
  const numbers = [paid, open, remote].map((saved) => saved.agreementId);
  known = {
    values: {
      agreementId: [...numbers, '1000000000000000'],
      email: [owner.emailA, 'nobody@example.test'],
      id: [String(other.user.id), ...numbers],
      service: [...systemServices],
    },
    actors: ['visitor', 'owner', 'other', 'admin', 'garbage'],
    audio: (await readFile(spoken)).subarray(0, 60_000),
  };
}, 240_000);

afterAll(async () => {
  await agent.close();
  await system?.stop();
  await rm(folder, { recursive: true, force: true });
}, 60_000);

/** These end the session that they are called with, so each gets one of its own. */
const ENDS_SESSION = /\/(logout|change-password|reset-password|end-others)$/;

async function tokenFor(operation: Operation, actor: string): Promise<string | null> {
  if (actor === 'visitor') return null;
  if (!ENDS_SESSION.test(operation.template)) return tokens[actor] ?? null;
  if (actor === 'admin') return openSession(system, adminId, 'admin');
  return actor === 'owner' ? openSession(system, ownerId, 'user') : (tokens.garbage ?? null);
}

async function send(operation: Operation, made: FuzzRequest): Promise<void> {
  const token = await tokenFor(operation, made.actor);
  const answer = await agent.request({
    origin: system.url,
    path: made.path,
    method: made.method as 'GET',
    headers: { ...made.headers, ...(token === null ? {} : sessionHeaders(token)) },
    ...(made.body === null ? {} : { body: made.body }),
  });
  const body = await answer.body.text();
  const { statusCode } = answer;
  if (statusCode < 400) return;
  const shape = JSON.parse(body) as Record<string, unknown>;
  const code = String(shape.code);
  const isDeclared =
    shape.statusCode === statusCode &&
    code in errorCatalogue &&
    errorCatalogue[code as keyof typeof errorCatalogue].status === statusCode &&
    typeof shape.message === 'string' &&
    typeof shape.correlationId === 'string';
  if (statusCode >= 500 || !isDeclared) throw new Error(`${statusCode} ${body.slice(0, 3000)}`);
}

describe('whatever is sent', () => {
  it('is answered without a crash, and every refusal has the declared shape', async () => {
    const api = await readApi(join(root, 'openapi.json'));
    const pids = services.map((name) => system.pid(name));
    const each = Math.ceil(REQUESTS / 2 / api.operations.length);
    const failures: string[] = [];
    let sent = 0;
    /** Calls everything that there is, with other requests for another seed. */
    const callAll = async (seed: number): Promise<void> => {
      const queue = [...api.operations];
      const work = async (): Promise<void> => {
        for (let operation = queue.shift(); operation; operation = queue.shift()) {
          const current = operation;
          const property = fc.asyncProperty(requestsFor(api, current, known), async (made) => {
            sent += 1;
            await send(current, made);
          });
          const outcome = await fc.check(property, { numRuns: each, seed, endOnFailure: true });
          if (!outcome.failed) continue;
          const [made] = outcome.counterexample ?? [];
          failures.push(
            `${current.name}: ${String(outcome.errorInstance)}\n  ${JSON.stringify(made).slice(0, 800)}`,
          );
        }
      };
      await Promise.all(Array.from({ length: AT_ONCE }, work));
    };
    const memories = () => Promise.all(services.map((name) => system.memory(name)));
    await callAll(SEED);
    // A process grows while it does something for the first time, so memory is compared after each has done all of it.
    const warm = await memories();
    await callAll(SEED + 1);
    const grown = (await memories()).map((now, index) => Math.round(now - (warm[index] ?? 0)));
    const growth = Object.fromEntries(services.map((name, index) => [name, grown[index] ?? Number.NaN]));
    process.stdout.write(
      `fuzz: ${sent} requests to ${api.operations.length} calls, seeds ${SEED} and ${SEED + 1}; grown by ${JSON.stringify(growth)} MiB\n`,
    );
    expect(failures).toEqual([]);
    expect(sent).toBeGreaterThanOrEqual(REQUESTS);
    expect(Object.entries(growth).filter(([, more]) => !(more < GROWTH))).toEqual([]);
    expect(services.map((name) => system.pid(name))).toEqual(pids);
    await system.healthy();
  }, 900_000);
});
