import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import {
  eventually,
  invitationTo,
  Journey,
  type ProductInUse,
  requestAsItIs,
  sessionHeaders,
  useProduct,
} from '#testing';
import { type Actor, actors, all, matrix, type Route, type Target, targets } from './authorization/matrix.js';
import { readApi } from './fuzz/api-document.js';
import { openSession } from './sessions.js';

const run = promisify(execFile);
const root = resolve(import.meta.dirname, '..');

let system: ProductInUse;
/** One connection for the two thousand sessions that are opened here. */
let auth: pg.Pool;
let folder: string;
let agreements: Record<'paid' | 'remote', Record<Target, string>>;
let userIds: Record<Target, string>;
let key: string;
let otherId: number;
let adminId: number;
/** Addresses that only administrators and their owners may read. */
let addresses: { owner: string[]; third: string[] };

async function tokenOf(actor: Actor): Promise<string | null> {
  const owner = Number(userIds.own);
  const inAuth: Parameters<typeof openSession>[0] = {
    env: system.env,
    query: async (_service, sql, values) => (await auth.query(sql, values)).rows,
  };
  if (actor === 'owner') return openSession(inAuth, owner, 'user');
  if (actor === 'other') return openSession(inAuth, otherId, 'user');
  if (actor === 'ended' || actor === 'expired') return openSession(inAuth, owner, 'user', actor);
  if (actor === 'admin') return openSession(inAuth, adminId, 'admin');
  return null;
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'ssc-authorization-'));
  const photo = join(folder, 'photo.png');
  await run('ffmpeg', ['-v', 'error', '-f', 'lavfi', '-i', 'color=red:size=64x48', '-frames:v', '1', photo]);
  system = await useProduct(root);
  const { spoken } = system;

  const [owner, other, third] = [new Journey(system.url), new Journey(system.url), new Journey(system.url)];
  for (const person of [owner, other, third]) await person.signup();
  const saved = await owner.save(spoken, {}, photo);
  expect(await owner.pay(saved)).toMatchObject({ status: 'succeeded' });
  const foreign = await third.save(spoken, {}, photo);
  await third.createPaymentIntent(foreign);
  const remote = await owner.save(spoken, { isRemoteContract: true }, photo);
  expect(await owner.pay(remote)).toMatchObject({ status: 'succeeded' });
  const foreignRemote = await third.save(spoken, { isRemoteContract: true }, photo);
  expect(await third.pay(foreignRemote)).toMatchObject({ status: 'succeeded' });
  await owner.reaches(saved.agreementId, 'completed', 120_000);
  await third.reaches(foreignRemote.agreementId, 'awaiting_party');
  for (const path of ['request-manual-transcription', 'request-customer-service']) {
    await owner.ask('POST', `/api/${path}`, { json: { agreementId: saved.agreementId } });
  }
  const escrow = { agreementId: saved.agreementId, amount: 100, sellerEmail: 'seller@example.test' };
  await owner.ask('POST', '/api/create-escrow-intent', { json: escrow });
  // What was asked of one service has reached those that answer for it.
  await eventually(
    async () => {
      const path = '/api/user/pending-payments';
      const { pendingPayments } = await owner.ask<{ pendingPayments: unknown[] }>('GET', path);
      if (pendingPayments.length === 0) throw new Error('no transcript by a person is to be paid');
    },
    20_000,
    'an order of a transcript by a person',
  );

  const missing = '1000000000000000';
  agreements = {
    paid: { own: saved.agreementId, foreign: foreign.agreementId, missing },
    remote: { own: remote.agreementId, foreign: foreignRemote.agreementId, missing },
  };
  key = (await invitationTo(system.mailboxUrl, owner.emailB)).key ?? '';
  userIds = { own: String(owner.user.id), foreign: String(third.user.id), missing: '2147483647' };
  otherId = other.user.id;
  addresses = { owner: [owner.emailA, owner.emailB], third: [third.emailA, third.emailB] };
  const [admin] = await system.query<{ id: number }>(
    'auth',
    `insert into users (username, email, password_hash, role)
     values ('Root', 'root@example.test', 'none', 'admin') returning id`,
  );
  adminId = admin?.id ?? 0;
  auth = new pg.Pool({ connectionString: system.env.AUTH_DATABASE_URL, max: 1 });
}, 240_000);

afterAll(async () => {
  await auth?.end();
  await system?.stop();
  await rm(folder, { recursive: true, force: true });
}, 60_000);

interface Cell {
  status: number;
  text: string;
}

async function ask(name: string, route: Route, actor: Actor, target: Target): Promise<Cell> {
  const [method = '', template = ''] = name.split(' ');
  const agreementId = agreements[route.agreement ?? 'paid'][target];
  const path = template
    .replace('{agreementId}', agreementId)
    .replace('{service}/{id}', `notifications/${randomUUID()}`)
    .replace('payments/{id}', `payments/${randomUUID()}`)
    .replace('{id}', userIds[target])
    .replace('{n}', '0')
    .replace('{number}', 'T-999999')
    .replace(/\{\w+\}/, randomUUID());
  const token = await tokenOf(actor);
  const base =
    actor === 'direct' ? `http://127.0.0.1:${system.env[`${route.service.toUpperCase()}_PORT`]}` : system.url;
  const asked = route.query === undefined ? path : `${path}?${route.query}`;
  const withKey =
    actor === 'partyB' ? `${asked}${route.query ? '&' : '?'}key=${encodeURIComponent(key)}` : asked;
  const body = route.body && { ...route.body(agreementId), ...(actor === 'partyB' ? { key } : {}) };
  const isForPartyB = template.includes('/remote/');
  const answer = await fetch(base + (method === 'get' || !isForPartyB ? withKey : asked), {
    method: method.toUpperCase(),
    headers: {
      ...(token === null ? {} : sessionHeaders(token)),
      ...(body ? { 'content-type': 'application/json' } : {}),
    },
    ...(body ? { body: JSON.stringify(isForPartyB ? body : route.body?.(agreementId)) } : {}),
  });
  return { status: answer.status, text: await answer.text() };
}

/** A cell for each target, at once where they do not meet: `end-others` would end the sessions of the two beside it. */
async function askAll(name: string, route: Route, actor: Actor): Promise<Cell[]> {
  const calls = targets.map((target) => () => ask(name, route, actor, target));
  if (/^get |\{/.test(name)) return Promise.all(calls.map((call) => call()));
  const cells: Cell[] = [];
  for (const call of calls) cells.push(await call());
  return cells;
}

/** Whose addresses the answer has although the caller may not know them. */
function leaks(actor: Actor, text: string): string[] {
  if (actor === 'admin') return [];
  const foreign = actor === 'owner' ? addresses.third : [...addresses.owner, ...addresses.third];
  return foreign.filter((address) => text.includes(address));
}

describe('who may do what', () => {
  it('is decided here for every route of the API document, and for no other', async () => {
    const { operations } = await readApi(join(root, 'openapi.json'));
    expect(Object.keys(matrix).sort()).toEqual(operations.map(({ name }) => name).sort());
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
      const leaked: string[] = [];
      for (const actor of actors) {
        const cells = await askAll(name, route, actor);
        seen[actor] = cells.map(({ status }) => status);
        for (const [n, { text }] of cells.entries())
          leaked.push(...leaks(actor, text).map((address) => `${actor} ${targets[n]}: ${address}`));
      }
      expect(seen).toEqual(route.expected);
      expect(leaked).toEqual([]);
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
    const own = agreements.paid.own;
    const tokens = [await tokenOf('owner'), await tokenOf('admin')];
    const paths = [
      `/internal/agreements/${own}`,
      `/api/internal/agreements/${own}`,
      `/api/agreements/../../internal/agreements/${own}`,
      `/api/agreements/%2e%2e/%2e%2e/internal/agreements/${own}`,
      `/api/agreements/..%2f..%2finternal%2fagreements%2f${own}`,
      '/api/admin/../../internal/dead-letters',
    ];
    for (const path of paths) {
      for (const token of tokens) {
        for (const method of ['GET', 'POST']) {
          const headers = sessionHeaders(token ?? '');
          const { status } = await requestAsItIs(system.url, path, { method, headers });
          expect([path, method, status]).toEqual([path, method, 404]);
        }
      }
    }
    for (const [service, path] of [
      ['AGREEMENTS', `/internal/agreements/${own}`],
      ['AGREEMENTS', '/internal/jobs'],
      ['AUTH', `/internal/sessions/${randomUUID()}`],
      ['AUTH', `/internal/users/${userIds.own}`],
      ['AUTH', `/internal/password-resets/${randomUUID()}`],
      ['TRANSCRIPTION', `/internal/transcripts/${own}`],
      ['NOTIFICATIONS', '/internal/dead-letters'],
    ]) {
      const answer = await fetch(`http://127.0.0.1:${system.env[`${service}_PORT`]}${path}`);
      expect([service, path, answer.status]).toEqual([service, path, 401]);
    }
  });
});
