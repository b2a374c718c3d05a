import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { Journey, type ProductInUse, sessionHeaders, useProduct } from '#testing';
import { readApi } from './fuzz/api-document.js';
import { openSession } from './sessions.js';

const root = resolve(import.meta.dirname, '..');
let product: ProductInUse;

beforeAll(async () => {
  product = await useProduct(root);
}, 240_000);

afterAll(() => product?.stop(), 60_000);

/** What of the answer would let another site frame, read, sniff or keep it. */
function missing(answer: Response): string[] {
  const expected: Record<string, RegExp> = {
    'x-content-type-options': /^nosniff$/,
    'referrer-policy': /^no-referrer$/,
    'cross-origin-opener-policy': /^same-origin$/,
    'cross-origin-resource-policy': /^same-origin$/,
    'content-security-policy': /default-src '(none|self)'/,
    'cache-control': /./,
  };
  const isWorker = new URL(answer.url).pathname === '/sw.js';
  if (!isWorker) expected['content-security-policy'] = /default-src '(none|self)'.*frame-ancestors 'none'/;
  const wrong = Object.keys(expected).filter((name) => !expected[name]?.test(answer.headers.get(name) ?? ''));
  for (const name of ['x-powered-by', 'server', 'access-control-allow-origin']) {
    if (answer.headers.has(name)) wrong.push(name);
  }
  return wrong;
}

/** Each cookie that an answer sets, without its value. */
function cookiesOf(headers: Headers): string[] {
  return headers.getSetCookie().map((cookie) => cookie.replace(/=[^;]*/, ''));
}

describe('the answer to', () => {
  it('every call of the API document has the headers that protect it', async () => {
    const { operations } = await readApi(resolve(root, 'openapi.json'));
    const found: string[] = [];
    for (const { name } of operations) {
      const [method = '', template = ''] = name.split(' ');
      const path = template.replace(/\{\w+\}/g, '1000000000000000');
      const answer = await fetch(product.url + path, { method: method.toUpperCase(), redirect: 'manual' });
      await answer.arrayBuffer();
      found.push(...missing(answer).map((header) => `${name}: ${header}`));
    }
    expect(found).toEqual([]);
    expect(operations.length).toBeGreaterThan(80);
  }, 120_000);

  it('every page and file of the web app has them', async () => {
    const screens = readFileSync(resolve(root, 'web/src/app/routes.tsx'), 'utf8').matchAll(
      /<Route path="([^"*]+)"/g,
    );
    const pages = ['/', '/nowhere', ...[...screens].map(([, path = '']) => path.replace(/:\w+/g, '1'))];
    const html = await (await fetch(`${product.url}/`)).text();
    const files = [...html.matchAll(/(?:src|href)="(\/[^"]+)"/g)].map(([, file = '']) => file);
    const others = [
      '/sw.js',
      '/health',
      '/api/docs',
      '/api/openapi.json',
      '/socket.io/?EIO=4&transport=polling',
    ];
    const found: string[] = [];
    for (const path of [...pages, ...files, ...others]) {
      const answer = await fetch(product.url + path);
      await answer.arrayBuffer();
      found.push(...missing(answer).map((header) => `${path}: ${header}`));
    }
    expect(found).toEqual([]);
    expect(pages.length + files.length).toBeGreaterThan(15);
  }, 60_000);
});

describe('cookies', () => {
  it('are for the server alone, and come from no other site', async () => {
    const journey = new Journey(product.url);
    const body = { username: 'Cookie Reader', email: journey.emailA, password: 'three brown bears' };
    const json = { method: 'POST', headers: { 'content-type': 'application/json' } };
    const signup = await fetch(`${product.url}/api/auth/signup`, { ...json, body: JSON.stringify(body) });
    const admin = { email: 'admin@example.test', password: 'four grey wolves' };
    const login = await fetch(`${product.url}/api/admin/login`, { ...json, body: JSON.stringify(admin) });
    expect([signup.status, login.status]).toEqual([201, 200]);
    const cookies = [...cookiesOf(signup.headers), ...cookiesOf(login.headers)];
    const names = cookies.map((cookie) => cookie.split(/[;=]/)[0]);
    expect(names).toEqual(['ssc_session', 'ssc_device', 'ssc_admin', 'ssc_device']);
    // A device is known also to whoever follows a link from a mail; it opens nothing.
    for (const cookie of cookies)
      expect(cookie).toMatch(
        cookie.startsWith('ssc_device') ? /; HttpOnly; SameSite=Lax/ : /; HttpOnly; SameSite=Strict/,
      );
  });
});

describe('the health of the product', () => {
  it('is one word to strangers, and told in detail to administrators', async () => {
    for (const path of ['/api/health', '/health']) {
      const answer = await fetch(product.url + path, { headers: { 'x-service-token': 'made.up.token' } });
      expect([path, await answer.json()]).toEqual([path, { status: 'up' }]);
    }
    const [{ id } = { id: 0 }] = await product.query<{ id: number }>(
      'auth',
      `select id from users where role = 'admin' limit 1`,
    );
    const token = await openSession(product, id, 'admin');
    const answer = await fetch(`${product.url}/api/admin/health`, {
      headers: sessionHeaders(token),
    });
    const { services } = (await answer.json()) as { services: { name: string; checks: object[] }[] };
    expect(services.map(({ name }) => name)).toEqual([
      'gateway',
      'auth',
      'agreements',
      'payments',
      'transcription',
      'notifications',
    ]);
    for (const { name, checks } of services) expect([name, checks.length > 0]).toEqual([name, true]);
  });
});
