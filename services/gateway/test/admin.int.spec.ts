import type { IncomingMessage, ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { v7 as uuidv7 } from 'uuid';
import { type Principal, ServiceTokens } from '#platform';
import { GatewayUnderTest, Upstream } from './gateway-under-test.js';

const MENDED = 'Mended.\nTried by hand.';
const AGREEMENT = '4822013377014652';
const tokens = new ServiceTokens('a-secret-of-at-least-thirty-two-characters');
const names = ['agreements', 'payments', 'transcription', 'notifications'] as const;

interface Asked {
  service: string;
  call: string;
  principal: Principal | null;
  body: unknown;
}

/** What the services were asked to do, in the order in which it came. */
const done: Asked[] = [];
/** What they answer: by service and path without the query. */
const answers = new Map<string, { status?: number; body: unknown }>();

const act = (service: string) => async (request: IncomingMessage, response: ServerResponse) => {
  const [path = ''] = (request.url ?? '').split('?', 1);
  const body = await text(request);
  if (request.method === 'POST') {
    const principal = tokens.verify(String(request.headers['x-service-token']));
    done.push({ service, call: path, principal, body: body === '' ? null : JSON.parse(body) });
  }
  const answer = answers.get(`${service} ${path}`) ?? { status: 404, body: { code: 'not_found' } };
  response.writeHead(answer.status ?? 200, { 'content-type': 'application/json' });
  response.end(JSON.stringify(answer.body));
};
const handler = (service: string) => (request: IncomingMessage, response: ServerResponse) =>
  void act(service)(request, response);

const job = (minute: number, extra: object = {}) => ({
  id: uuidv7({ msecs: Date.UTC(2026, 10, 21, 10, minute) }),
  name: 'transcribe-recording',
  key: AGREEMENT,
  status: 'failed',
  attempts: 5,
  lastError: 'Error: no',
  createdAt: new Date(Date.UTC(2026, 10, 21, 10, minute)).toISOString(),
  finishedAt: null,
  agreementId: null,
  ...extra,
});
const letter = (minute: number, extra: object = {}) => ({
  id: uuidv7(),
  handler: 'payments.take-note',
  routingKey: 'a.b.c.v1',
  subject: 'T-100001',
  reason: 'Error: no',
  attempts: 5,
  diedAt: new Date(Date.UTC(2026, 10, 21, 10, minute)).toISOString(),
  retryAt: new Date(Date.UTC(2026, 10, 21, 10, minute + 10)).toISOString(),
  replayedAt: null,
  ...extra,
});

let gateway: GatewayUnderTest;
let upstreams: Upstream[];
let admin: string;

beforeAll(async () => {
  upstreams = await Promise.all(names.map((name) => Upstream.start(handler(name))));
  const env = Object.fromEntries(
    names.map((name, i) => [`${name.toUpperCase()}_URL`, upstreams[i]?.url ?? '']),
  );
  gateway = await GatewayUnderTest.start(() => undefined, { env, auth: handler('auth') });
  admin = gateway.login(1, 'admin').token;
}, 120_000);

beforeEach(() => {
  done.length = 0;
  answers.clear();
  for (const name of ['auth', ...names]) {
    answers.set(`${name} /internal/jobs`, { body: [] });
    answers.set(`${name} /internal/dead-letters`, { body: [] });
  }
  answers.set('auth /internal/admin-acts', { status: 201, body: { id: 1 } });
});

afterAll(async () => {
  await gateway?.stop();
  await Promise.all((upstreams ?? []).map((upstream) => upstream.stop()));
}, 60_000);

async function ask(path: string, options: { body?: unknown; headers?: Record<string, string> } = {}) {
  const answer = await fetch(gateway.url + path, {
    method: options.body === undefined ? 'GET' : 'POST',
    headers: {
      cookie: `ssc_admin=${admin}`,
      ...(options.body === undefined ? {} : { 'content-type': 'application/json' }),
      ...options.headers,
    },
    ...(options.body === undefined ? {} : { body: JSON.stringify(options.body) }),
  });
  return { status: answer.status, headers: answer.headers, body: JSON.parse(await answer.text()) };
}

const retry = (service: string, id: string, reason = 'The engine is back') =>
  ask(`/api/admin/jobs/${service}/${id}/retry`, { body: { reason } });
const replay = (service: string, id: string) =>
  ask(`/api/admin/dead-letters/${service}/${id}/replay`, { body: { reason: MENDED } });

describe('the administrators’ calls of the gateway', () => {
  const paths = ['stats', 'system', 'jobs', 'dead-letters'];

  it.each(paths)('of /api/admin/%s asks visitors to log in and refuses users', async (path) => {
    const call = async (headers: Record<string, string>) =>
      (await fetch(`${gateway.url}/api/admin/${path}`, { headers })).status;
    const user = gateway.login(7).token;
    const ended = gateway.login(1, 'admin');
    ended.logout();
    expect(await call({})).toBe(401);
    expect(await call({ cookie: 'ssc_admin=noise' })).toBe(401);
    expect(await call({ cookie: `ssc_admin=${ended.token}` })).toBe(401);
    expect(await call({ cookie: `ssc_admin=${user}` })).toBe(403);
    // Only the administrators' cookie counts here.
    expect(await call({ authorization: `Bearer ${admin}` })).toBe(401);
    expect(await call({ cookie: `ssc_session=${admin}` })).toBe(401);
    expect(await call({ cookie: `ssc_session=${user}; ssc_admin=${admin}` })).not.toBe(401);
    const encoded = await fetch(`${gateway.url}/api/%61dmin/${path}`, {
      headers: { authorization: `Bearer ${admin}` },
    });
    expect(encoded.status).toBe(401);
  });

  it('refuses changes from pages of another site', async () => {
    const headers = { origin: 'https://evil.test' };
    const path = `/api/admin/jobs/payments/${uuidv7()}/retry`;
    expect((await ask(path, { body: { reason: 'Because' }, headers })).status).toBe(403);
    expect(done).toEqual([]);
  });
});

describe('numbers', () => {
  it('come from the services that know them', async () => {
    answers.set('auth /internal/stats', { body: { totalUsers: 3, activeSubscriptions: 1 } });
    answers.set('agreements /internal/stats', { body: { totalAgreements: 9, byStatus: { pending: 9 } } });
    answers.set('payments /internal/stats', { body: { totalRevenueCents: 1050, pendingTransactions: 2 } });
    expect((await ask('/api/admin/stats')).body).toEqual({
      totalUsers: 3,
      totalAgreements: 9,
      totalRevenue: 10.5,
      activeSubscriptions: 1,
      pendingTransactions: 2,
    });
    answers.delete('payments /internal/stats');
    expect(await ask('/api/admin/stats')).toMatchObject({ status: 503, body: { code: 'unavailable' } });
  });
});

describe('jobs', () => {
  it('are one list, newest first, page by page', async () => {
    const [a, b, c] = [job(1, { agreementId: AGREEMENT }), job(2), job(3)];
    answers.set('transcription /internal/jobs', { body: [c, a] });
    answers.set('payments /internal/jobs', { body: [b] });
    const first = await ask('/api/admin/jobs?limit=2&status=failed');
    const { agreementId: _internal, ...shown } = c;
    expect(first.body[0]).toEqual({ service: 'transcription', ...shown });
    expect(first.body.map(({ id }: { id: string }) => id)).toEqual([c.id, b.id]);
    expect(first.headers.get('x-incomplete')).toBeNull();
    await ask(`/api/admin/jobs?limit=2&cursor=${first.headers.get('x-next-cursor')}`);
    const urls = upstreams[2]?.seen.map(({ url }) => url).slice(-2);
    expect(urls).toEqual([`/internal/jobs?limit=3&status=failed`, `/internal/jobs?limit=3&beforeId=${b.id}`]);
    expect((await ask('/api/admin/jobs?limit=3')).headers.get('x-next-cursor')).toBeNull();
    expect((await ask('/api/admin/jobs?cursor=bm9uc2Vuc2U')).status).toBe(400);
    expect((await ask('/api/admin/jobs?status=lost')).status).toBe(400);
  });

  it('are searched by each service that has some', async () => {
    await ask(`/api/admin/jobs?q=${encodeURIComponent(' trans%_ ')}`);
    expect(upstreams[2]?.seen.at(-1)?.url).toBe('/internal/jobs?limit=51&q=trans%25_');
    await ask('/api/admin/jobs?q=%20');
    expect(upstreams[2]?.seen.at(-1)?.url).toBe('/internal/jobs?limit=51');
    for (const q of ['x'.repeat(201), '%00']) expect((await ask(`/api/admin/jobs?q=${q}`)).status).toBe(400);
  });

  it('are listed without those of a service that is away, which is said', async () => {
    answers.set('payments /internal/jobs', { body: [job(1)] });
    answers.set('notifications /internal/jobs', { status: 500, body: {} });
    const some = await ask('/api/admin/jobs');
    expect([some.status, some.body.length, some.headers.get('x-incomplete')]).toEqual([
      200,
      1,
      'notifications',
    ]);
    for (const name of names) answers.set(`${name} /internal/jobs`, { status: 500, body: {} });
    expect((await ask('/api/admin/jobs')).status).toBe(503);
  });

  it('begin anew after it is on record who wanted it', async () => {
    const failed = job(1, { agreementId: AGREEMENT });
    answers.set(`transcription /internal/jobs/${failed.id}`, { body: failed });
    answers.set(`transcription /internal/jobs/${failed.id}/retry`, { body: { ...failed, status: 'queued' } });
    answers.set(`agreements /internal/agreements/${AGREEMENT}/admin-acts`, { status: 201, body: {} });
    const answer = await retry('transcription', failed.id);
    expect(answer).toMatchObject({ status: 200, body: { service: 'transcription', status: 'queued' } });
    const asAdmin = expect.objectContaining({ kind: 'admin', id: 1 });
    expect(done).toEqual([
      {
        service: 'auth',
        call: '/internal/admin-acts',
        principal: asAdmin,
        body: {
          act: 'job-retried',
          subject: `transcription.transcribe-recording:${failed.id}`,
          reason: 'The engine is back',
        },
      },
      {
        service: 'agreements',
        call: `/internal/agreements/${AGREEMENT}/admin-acts`,
        principal: asAdmin,
        body: { act: 'job-retried', reason: 'The engine is back' },
      },
      {
        service: 'transcription',
        call: `/internal/jobs/${failed.id}/retry`,
        principal: expect.objectContaining({ kind: 'service', name: 'gateway' }),
        body: null,
      },
    ]);
  });

  it('stay as they are when it cannot be put on record', async () => {
    const failed = job(1, { agreementId: AGREEMENT });
    const calls = () => done.map(({ call }) => call);
    answers.set(`payments /internal/jobs/${failed.id}`, { body: failed });
    answers.set(`payments /internal/jobs/${failed.id}/retry`, { body: failed });
    answers.set(`agreements /internal/agreements/${AGREEMENT}/admin-acts`, { status: 500, body: {} });
    expect((await retry('payments', failed.id)).status).toBe(503);
    answers.set('auth /internal/admin-acts', { status: 500, body: {} });
    expect((await retry('payments', failed.id)).status).toBe(503);
    expect(calls().filter((call) => call.endsWith('/retry'))).toEqual([]);
    // Sixteen digits need not be an agreement's.
    answers.set('auth /internal/admin-acts', { status: 201, body: { id: 1 } });
    answers.delete(`agreements /internal/agreements/${AGREEMENT}/admin-acts`);
    expect((await retry('payments', failed.id)).status).toBe(200);
  });

  it('that have not failed, or are not there, are left alone and not on record', async () => {
    const running = job(1, { status: 'running' });
    answers.set(`payments /internal/jobs/${running.id}`, { body: running });
    expect(await retry('payments', running.id)).toMatchObject({
      status: 409,
      body: { code: 'nothing_to_retry' },
    });
    expect((await retry('payments', uuidv7())).status).toBe(404);
    expect((await retry('auth', running.id)).status).toBe(404);
    expect((await retry('__proto__', running.id)).status).toBe(404);
    expect((await retry('payments', 'x')).status).toBe(400);
    expect((await retry('payments', running.id, 'x')).status).toBe(400);
    expect(done).toEqual([]);
  });
});

describe('the system', () => {
  const since = '2026-11-24T09:00:00.000Z';
  const verification = {
    ...{ holding: 97, violations: 0, unchecked: 0, lines: [] },
    tookMs: 9,
    checkedAt: since,
  };
  const allOf = (path: string, body: (index: number) => unknown) => {
    for (const [index, name] of ['auth', ...names].entries())
      answers.set(`${name} ${path}`, { body: body(index) });
  };

  it('is what services miss, how many dead letters are open, and the last verification', async () => {
    allOf('/health', () => ({ status: 'up', checks: [] }));
    allOf('/internal/dead-letters/open', (index) => ({ count: index }));
    const missing = { name: 'storage', status: 'down', detail: { since } };
    const outages = { name: 'outages', status: 'up', detail: { storage: { since, waiting: 3 } } };
    answers.set('agreements /health', { status: 503, body: { status: 'down', checks: [missing, outages] } });
    answers.set('notifications /internal/verifications/last', { body: verification });
    expect((await ask('/api/admin/system')).body).toEqual({
      away: [{ dependency: 'storage', since, waiting: 3, services: ['agreements'] }],
      openDeadLetters: 10,
      verification,
      incomplete: [],
    });
    answers.set('notifications /internal/verifications/last', { body: null });
    expect((await ask('/api/admin/system')).body).toMatchObject({ verification: null, incomplete: [] });
  });

  it('answers while services do not, and says which', async () => {
    allOf('/health', () => ({ status: 'up', checks: [] }));
    allOf('/internal/dead-letters/open', () => ({ count: 1 }));
    answers.delete('notifications /health');
    answers.delete('payments /internal/dead-letters/open');
    const { status, body } = await ask('/api/admin/system');
    expect(status).toBe(200);
    expect(body).toEqual({
      away: [
        { dependency: 'notifications', since: expect.any(String), waiting: 0, services: ['notifications'] },
      ],
      openDeadLetters: 4,
      verification: null,
      incomplete: ['payments', 'notifications'],
    });
  });
});

describe('dead letters', () => {
  it('are one list, newest first, page by page', async () => {
    const [a, b, c] = [letter(1), letter(2), letter(3)];
    answers.set('auth /internal/dead-letters', { body: [c, a] });
    answers.set('payments /internal/dead-letters', { body: [b] });
    const first = await ask('/api/admin/dead-letters?limit=2');
    const { attempts: _internal, ...shown } = c;
    expect(first.body[0]).toEqual({ service: 'auth', ...shown });
    expect(first.body[1].id).toBe(b.id);
    await ask(`/api/admin/dead-letters?limit=2&cursor=${first.headers.get('x-next-cursor')}`);
    const [path, query] = upstreams[1]?.seen.at(-1)?.url.split('?') ?? [];
    expect(path).toBe('/internal/dead-letters');
    expect(Object.fromEntries(new URLSearchParams(query))).toEqual({
      limit: '3',
      beforeId: b.id,
      beforeDiedAt: b.diedAt,
    });
  });

  it('are narrowed and searched by each service', async () => {
    await ask(`/api/admin/dead-letters?state=waiting&q=${AGREEMENT}`);
    expect(upstreams[1]?.seen.at(-1)?.url).toBe(
      `/internal/dead-letters?limit=51&state=waiting&q=${AGREEMENT}`,
    );
    for (const query of ['state=lost', `q=${'x'.repeat(201)}`, 'q=%00'])
      expect((await ask(`/api/admin/dead-letters?${query}`)).status).toBe(400);
  });

  it('are replayed once, after it is on record', async () => {
    const dead = letter(1, { subject: AGREEMENT });
    const replayed = { ...dead, replayedAt: new Date().toISOString() };
    answers.set(`payments /internal/dead-letters/${dead.id}`, { body: dead });
    answers.set(`payments /internal/dead-letters/${dead.id}/replay`, { body: replayed });
    answers.set(`agreements /internal/agreements/${AGREEMENT}/admin-acts`, { status: 201, body: {} });
    expect(await replay('payments', dead.id)).toMatchObject({
      status: 200,
      body: { replayedAt: replayed.replayedAt },
    });
    expect(done.map(({ service, body }) => [service, body])).toEqual([
      ['auth', { act: 'dead-letter-replayed', subject: `payments.take-note:${dead.id}`, reason: MENDED }],
      ['agreements', { act: 'job-retried', reason: MENDED }],
      ['payments', null],
    ]);
    answers.set(`payments /internal/dead-letters/${dead.id}`, { body: replayed });
    expect(await replay('payments', dead.id)).toMatchObject({
      status: 409,
      body: { code: 'nothing_to_retry' },
    });
    expect((await replay('payments', uuidv7())).status).toBe(404);
  });
});
