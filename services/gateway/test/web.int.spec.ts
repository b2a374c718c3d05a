import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { request } from 'undici';
import { GatewayUnderTest } from './gateway-under-test.js';

let gateway: GatewayUnderTest;
let root: string;

beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'web-root-'));
  await mkdir(join(root, 'assets'));
  await mkdir(join(root, 'es'));
  await writeFile(join(root, 'index.html'), '<html lang="en"><meta content="__CSP_NONCE__">');
  await writeFile(join(root, 'es/index.html'), '<html lang="es"><meta content="__CSP_NONCE__">');
  gateway = await GatewayUnderTest.start((_request, response) => response.end(), {
    env: { WEB_ROOT: root, STRIPE_PUBLISHABLE_KEY: 'pk_live_1' },
  });
}, 120_000);

afterAll(async () => {
  await gateway?.stop();
  await rm(root, { recursive: true, force: true });
}, 60_000);

async function open(path: string, headers: Record<string, string>) {
  const answer = await request(`${gateway.url}${path}`, { headers });
  return { headers: answer.headers, page: await answer.body.text() };
}

describe('the document of a page', () => {
  it.each([
    ['/', 'en', 'en'],
    ['/', 'es-MX,es;q=0.9,en;q=0.8', 'es'],
    ['/dashboard?filter=all', 'es', 'es'],
    // As of a link that a mail program cut.
    ['/remote-contract/%E', 'es', 'es'],
  ])('%s for a browser that asks for %s is in %s, and says so', async (path, asked, language) => {
    const { page, headers } = await open(path, { 'accept-language': asked });
    expect(page).toContain(`<html lang="${language}">`);
    expect(headers).toMatchObject({
      'content-language': language,
      vary: expect.stringContaining('Accept-Language, Cookie'),
      'cache-control': 'no-cache',
    });
  });

  it('that takes payments lets the windows answer that the form opens; nothing else does', async () => {
    const policies = [];
    for (const path of ['/checkout', '/', '/robots.txt', '/api/health'])
      policies.push((await open(path, {})).headers['cross-origin-opener-policy']);
    expect(policies).toEqual(['same-origin-allow-popups', 'same-origin', 'same-origin', 'same-origin']);
  });

  it('is in the chosen language, whatever the browser asks for', async () => {
    const { page } = await open('/login', { 'accept-language': 'en', cookie: 'lang=es' });
    expect(page).toContain('<html lang="es">');
  });

  it('has a nonce of its own in every language', async () => {
    const [one, other] = await Promise.all(
      ['en', 'es'].map((asked) => open('/', { 'accept-language': asked })),
    );
    for (const answer of [one, other]) {
      const nonce = /content="([^"]+)"/.exec(answer?.page ?? '')?.[1] ?? 'none';
      expect(nonce).not.toBe('__CSP_NONCE__');
      expect(answer?.headers['content-security-policy']).toContain(`'nonce-${nonce}'`);
    }
    expect(one?.page).not.toBe(other?.page);
  });
});
