import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { createSigner } from 'fast-jwt';
import { SESSION_ISSUER } from '#contracts';
import { Journey, type SystemService, speakAgreement, TestSystem } from '#testing';

const run = promisify(execFile);
const root = resolve(import.meta.dirname, '..');

const actors = ['visitor', 'owner', 'other', 'ended', 'expired', 'admin', 'direct'] as const;
type Actor = (typeof actors)[number];
const targets = ['own', 'foreign', 'missing'] as const;
type Target = (typeof targets)[number];

/** Status for the owner's thing, for somebody else's, and for one that does not exist. */
type Cells = readonly [own: number, foreign: number, missing: number];

interface Route {
  service: SystemService;
  /** The JSON body, for routes that take one. */
  body?: (id: string) => object;
  expected: Record<Actor, Cells>;
}

const all = (status: number): Cells => [status, status, status];

/** Open to everyone; what it answers has nothing to do with who asks. */
const open = (status: number): Record<Actor, Cells> => ({
  visitor: all(status),
  owner: all(status),
  other: all(status),
  ended: all(status),
  expired: all(status),
  admin: all(status),
  direct: all(401),
});

/** Answers the owner; to everyone else, logged in or not, it does not exist. */
const hidden: Record<Actor, Cells> = {
  ...open(404),
  owner: [200, 404, 404],
};

/** Needs a login of a user; other people's things do not exist. */
const personal = (own: number): Record<Actor, Cells> => ({
  visitor: all(401),
  owner: [own, 404, 404],
  other: all(404),
  ended: all(401),
  expired: all(401),
  admin: all(403),
  direct: all(401),
});

/** About the caller alone. */
const self = (status: number): Record<Actor, Cells> => ({
  ...personal(status),
  owner: all(status),
  other: all(status),
});

const payment = (agreementId: string) => ({ planType: 'split-second-contract', agreementId });

const matrix: Record<string, Route> = {
  'post /api/auth/signup': { service: 'auth', body: () => ({}), expected: open(400) },
  'post /api/auth/login': { service: 'auth', body: () => ({}), expected: open(400) },
  'get /api/auth/user': { service: 'auth', expected: self(200) },
  'post /api/auth/logout': { service: 'auth', expected: self(204) },
  'post /api/agreements/temporary': { service: 'agreements', body: () => ({}), expected: open(400) },
  'get /api/agreements/{agreementId}': { service: 'agreements', expected: hidden },
  'get /api/agreements/{agreementId}/audio': { service: 'agreements', expected: hidden },
  'get /api/agreements/{agreementId}/preview': { service: 'agreements', expected: hidden },
  'get /api/agreements/{agreementId}/photo': { service: 'agreements', expected: hidden },
  'get /api/agreements/{agreementId}/events': { service: 'agreements', expected: personal(200) },
  'get /api/agreements/{agreementId}/transcript': { service: 'transcription', expected: personal(200) },
  'post /api/agreements/{agreementId}/generate-transcript': {
    service: 'transcription',
    expected: personal(200),
  },
  'get /api/users/{id}/stats': { service: 'agreements', expected: personal(200) },
  'get /api/users/{id}/agreements': { service: 'agreements', expected: personal(200) },
  // The owner has paid already; nobody else may pay, or learn that there is something to pay for.
  'post /api/create-payment-intent': { service: 'payments', body: payment, expected: personal(409) },
  // About the caller's own payments: `none` for whatever they have not paid for, whether it exists or not.
  'get /api/payments/{agreementId}': { service: 'payments', expected: self(200) },
  'get /api/config': { service: 'payments', expected: open(200) },
  'post /api/webhooks/stripe': { service: 'payments', body: () => ({}), expected: open(400) },
  'get /api/health': { service: 'gateway', expected: { ...open(200), direct: all(200) } },
};

interface ApiDocument {
  paths: Record<string, Record<string, unknown>>;
}

let system: TestSystem;
let folder: string;
let agreementIds: Record<Target, string>;
let userIds: Record<Target, string>;
let otherId: number;
let adminId: number;

/** A session as auth would open it; admins have no door of their own yet. */
async function openSession(userId: number, role: 'user' | 'admin', state: 'active' | 'ended' | 'expired') {
  const sid = randomUUID();
  await system.query(
    'auth',
    `insert into sessions (id, user_id, expires_at, revoked_at)
     values ($1, $2, now() + interval '1 hour', case when $3 then now() end)`,
    [sid, userId, state === 'ended'],
  );
  const sign = createSigner({
    key: system.env.SESSION_TOKEN_SECRET ?? '',
    algorithm: 'HS256',
    iss: SESSION_ISSUER,
    expiresIn: 3_600_000,
    ...(state === 'expired' ? { clockTimestamp: Date.now() - 7_200_000 } : {}),
  });
  return sign({ sid, sub: String(userId), role });
}

function tokenOf(actor: Actor): Promise<string> | null {
  const owner = Number(userIds.own);
  if (actor === 'owner') return openSession(owner, 'user', 'active');
  if (actor === 'other') return openSession(otherId, 'user', 'active');
  if (actor === 'ended') return openSession(owner, 'user', 'ended');
  if (actor === 'expired') return openSession(owner, 'user', 'expired');
  if (actor === 'admin') return openSession(adminId, 'admin', 'active');
  return null;
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'ssc-authorization-'));
  const [spoken, photo] = [join(folder, 'agreement.wav'), join(folder, 'photo.png')];
  await speakAgreement(spoken);
  await run('ffmpeg', ['-v', 'error', '-f', 'lavfi', '-i', 'color=red:size=64x48', '-frames:v', '1', photo]);
  system = await TestSystem.start({ root });

  const [owner, other, third] = [new Journey(system.url), new Journey(system.url), new Journey(system.url)];
  for (const person of [owner, other, third]) await person.signup();
  const saved = await owner.save(spoken, {}, photo);
  expect(await owner.pay(saved)).toMatchObject({ status: 'succeeded' });
  const foreign = await third.save(spoken, {}, photo);
  await third.createPaymentIntent(foreign);
  await owner.reaches(saved.agreementId, 'completed', 120_000);
  await system.drain();

  agreementIds = { own: saved.agreementId, foreign: foreign.agreementId, missing: '1000000000000000' };
  userIds = { own: String(owner.user.id), foreign: String(third.user.id), missing: '2147483647' };
  otherId = other.user.id;
  const [admin] = await system.query<{ id: number }>(
    'auth',
    `insert into users (username, email, password_hash, role)
     values ('Root', 'root@example.test', 'none', 'admin') returning id`,
  );
  adminId = admin?.id ?? 0;
}, 240_000);

afterAll(async () => {
  await system?.stop();
  await rm(folder, { recursive: true, force: true });
}, 60_000);

async function statusOf(name: string, route: Route, actor: Actor, target: Target): Promise<number> {
  const [method = '', template = ''] = name.split(' ');
  const path = template.replace('{agreementId}', agreementIds[target]).replace('{id}', userIds[target]);
  const token = await tokenOf(actor);
  const base =
    actor === 'direct' ? `http://127.0.0.1:${system.env[`${route.service.toUpperCase()}_PORT`]}` : system.url;
  const answer = await fetch(base + path, {
    method: method.toUpperCase(),
    headers: {
      ...(token === null ? {} : { authorization: `Bearer ${token}` }),
      ...(route.body ? { 'content-type': 'application/json' } : {}),
    },
    ...(route.body ? { body: JSON.stringify(route.body(agreementIds[target])) } : {}),
  });
  await answer.arrayBuffer();
  return answer.status;
}

describe('who may do what', () => {
  it('is decided here for every route of the API document, and for no other', async () => {
    const { paths } = JSON.parse(await readFile(join(root, 'openapi.json'), 'utf8')) as ApiDocument;
    const documented = Object.entries(paths).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => `${method} ${path}`),
    );
    expect(Object.keys(matrix).sort()).toEqual(documented.sort());
    for (const [name, route] of Object.entries(matrix)) {
      expect([name, Object.keys(route.expected).sort()]).toEqual([name, [...actors].sort()]);
      for (const actor of actors)
        expect([name, route.expected[actor]]).toEqual([name, all(expect.any(Number) as never)]);
    }
  });

  it.each(Object.entries(matrix))(
    '%s',
    async (name, route) => {
      const seen: Partial<Record<Actor, number[]>> = {};
      for (const actor of actors) {
        const statuses: number[] = [];
        for (const target of targets) statuses.push(await statusOf(name, route, actor, target));
        seen[actor] = statuses;
      }
      expect(seen).toEqual(route.expected);
    },
    60_000,
  );

  it('is not decided by headers that a client makes up', async () => {
    const made = {
      'x-service-token': 'made.up.token',
      'x-user-id': userIds.own,
      'x-user-role': 'admin',
      'x-forwarded-for': '127.0.0.1',
    };
    const path = `/api/users/${userIds.own}/agreements`;
    expect((await fetch(system.url + path, { headers: made })).status).toBe(401);
    const direct = `http://127.0.0.1:${system.env.AGREEMENTS_PORT}`;
    expect((await fetch(direct + path, { headers: made })).status).toBe(401);
  });

  it('keeps what services ask each other out of reach', async () => {
    const token = (await tokenOf('owner')) ?? '';
    const paths = [
      `/internal/agreements/${agreementIds.own}`,
      `/api/internal/agreements/${agreementIds.own}`,
      `/api/agreements/../../internal/agreements/${agreementIds.own}`,
      `/api/agreements/%2e%2e/%2e%2e/internal/agreements/${agreementIds.own}`,
      `/api/agreements/..%2f..%2finternal%2fagreements%2f${agreementIds.own}`,
    ];
    for (const path of paths) {
      for (const method of ['GET', 'POST']) {
        const answer = await fetch(system.url + path, {
          method,
          headers: { authorization: `Bearer ${token}` },
        });
        expect([path, method, answer.status]).toEqual([path, method, 404]);
      }
    }
    for (const [service, path] of [
      ['AGREEMENTS', `/internal/agreements/${agreementIds.own}`],
      ['AUTH', `/internal/sessions/${randomUUID()}`],
      ['TRANSCRIPTION', `/internal/transcripts/${agreementIds.own}`],
    ]) {
      const answer = await fetch(`http://127.0.0.1:${system.env[`${service}_PORT`]}${path}`);
      expect([service, answer.status]).toEqual([service, 401]);
    }
  });
});
