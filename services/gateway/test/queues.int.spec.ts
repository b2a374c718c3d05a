import { Queue } from 'bullmq';
import { Redis } from 'ioredis';
import { requestAsItIs } from '#testing';
import { uniqueName } from '../../../libs/platform/test/test-service.js';
import { GatewayUnderTest } from './gateway-under-test.js';

const PATH = '/api/admin/queues';
const name = `transcription.${uniqueName()}`;
const strange = uniqueName();

let gateway: GatewayUnderTest;
let redis: Redis;
let queue: Queue;
let cookie: string;

beforeAll(async () => {
  gateway = await GatewayUnderTest.start((_request, response) => response.end());
  cookie = `ssc_admin=${gateway.login(1, 'admin').token}`;
  redis = new Redis(gateway.redisUrl, { maxRetriesPerRequest: null });
  queue = new Queue(name, { connection: redis });
  await queue.add('transcribe', { id: 'a-job' });
  const other = new Queue(strange, { connection: redis });
  await other.add('x', {});
  await other.close();
}, 120_000);

afterAll(async () => {
  for (const each of [name, strange]) {
    const keys = (await redis?.keys(`bull:${each}:*`)) ?? [];
    if (keys.length > 0) await redis.del(...keys);
  }
  await queue?.close();
  redis?.disconnect();
  await gateway?.stop();
}, 60_000);

const get = (path: string, headers: Record<string, string> = { cookie }, method = 'GET') =>
  fetch(gateway.url + PATH + path, { method, headers });

/** What a call answers when nobody reads its body, which would hold the connection. */
const statusOf = async (...call: Parameters<typeof get>): Promise<number> => {
  const answer = await get(...call);
  await answer.arrayBuffer();
  return answer.status;
};

/** Scripts and styles that a page asks for. */
const assetsOf = (page: string) =>
  [...page.matchAll(/(?:src|href)="(static\/[^"]+\.(?:js|css))"/g)].map(([, path]) => `/${path}`);

it('is a page for administrators, with assets of its own only', async () => {
  const answer = await get('');
  const page = await answer.text();
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
  const policy = answer.headers.get('content-security-policy') ?? '';
  expect(policy).toContain("script-src 'self';");
  expect(policy).not.toContain('unsafe');
  expect(page).not.toMatch(/https?:\/\//);
  expect(page).not.toContain('<style');
  expect(page).toContain(`<base href="${PATH}/" />`);
  const assets = assetsOf(page);
  expect(assets.length).toBeGreaterThan(2);
  for (const asset of assets) expect([asset, await statusOf(asset)]).toEqual([asset, 200]);
});

it('shows the queues of the services, and of nobody else', async () => {
  const answer = await get('/api/queues');
  const { queues } = (await answer.json()) as { queues: { name: string; readOnlyMode: boolean }[] };
  expect(queues).toContainEqual(expect.objectContaining({ name, readOnlyMode: true }));
  expect(queues.map((each) => each.name)).not.toContain(strange);
  expect(queues.every((each) => each.readOnlyMode)).toBe(true);
});

it('keeps no session alive by what its page reads by itself', async () => {
  const { sid, token } = gateway.login(1, 'admin');
  const headers = { cookie: `ssc_admin=${token}` };
  for (const path of ['/api/queues', '/api/redis/stats']) await statusOf(path, headers);
  const uses = () => gateway.askedAbout(sid).filter((url) => url.includes('isCall'));
  expect([gateway.askedAbout(sid).length > 0, uses()]).toEqual([true, []]);
  expect(await statusOf('', headers)).toBe(200);
  expect(uses()).toHaveLength(1);
});

it('is closed to everybody else, assets included', async () => {
  const assets = assetsOf(await (await get('')).text());
  const user = gateway.login(7).token;
  const sessions: [number, Record<string, string>][] = [
    [401, {}],
    [401, { cookie: `ssc_session=${user}` }],
    [403, { cookie: `ssc_admin=${user}` }],
    [401, { authorization: `Bearer ${user}` }],
  ];
  for (const [status, headers] of sessions) {
    for (const path of ['', '/', '/api/queues', '/api/redis/stats', `/queue/${name}`, ...assets]) {
      const answer = await get(path, headers);
      expect([path, answer.status]).toEqual([path, status]);
      expect(await answer.json()).toMatchObject({ statusCode: status });
    }
  }
  for (const path of ['/static/../../../package.json', '/static/%2e%2e/index.ejs', '/internal']) {
    // As it is written: what leads out of the folder must not be resolved on the way.
    const { status } = await requestAsItIs(gateway.url, PATH + path, { headers: { cookie } });
    expect([path, status]).toEqual([path, 404]);
  }
});

it('changes nothing', async () => {
  const job = (await queue.getJobs())[0];
  for (const [method, path] of [
    ['PUT', '/api/queues/pause'],
    ['PUT', `/api/queues/${name}/pause`],
    ['PUT', `/api/queues/${name}/empty`],
    ['POST', `/api/queues/${name}/add`],
    ['PUT', `/api/queues/${name}/${job?.id}/clean`],
    ['PUT', `/api/queues/${name}/obliterate`],
  ] as const) {
    expect([path, await statusOf(path, { cookie }, method)]).toEqual([path, 403]);
  }
  expect(await queue.isPaused()).toBe(false);
  expect(await queue.count()).toBe(1);
});
