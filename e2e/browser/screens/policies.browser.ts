import { type Browser, expect, test } from '@playwright/test';
import { GATE } from '../gate.js';
import { launch, required } from '../pages.js';
import { somebody } from '../people.js';
import { ROUTES } from './routes.js';

let browser: Browser;

test.beforeAll(async () => {
  browser = await launch();
});

test.afterAll(() => browser.close());

const PAYMENT_ROUTES = ['/checkout', '/subscribe', '/escrow'];

/** Directive → sources. */
function parsePolicy(header: string): Map<string, string[]> {
  return new Map(
    header.split('; ').map((directive): [string, string[]] => {
      const [name = '', ...sources] = directive.split(' ');
      return [name, sources];
    }),
  );
}

test('every document allows nothing inline without its nonce; only payment documents may talk to the payment provider', {
  tag: GATE,
}, async ({ request }) => {
  const provider = new URL(required('STRIPE_URL')).origin;
  for (const { route } of ROUTES) {
    const path = route.replace('{agreementId}', '1000000000000000');
    const answer = await request.get(required('SYSTEM_URL') + path);
    const header = answer.headers()['content-security-policy'] ?? '';
    expect(header, route).not.toMatch(/unsafe|\*/);
    const policy = parsePolicy(header);
    expect(policy.get('default-src')).toEqual(["'self'"]);
    expect(policy.get('object-src')).toEqual(["'none'"]);
    const isPayment = PAYMENT_ROUTES.includes(route);
    expect(policy.get('connect-src'), route).toEqual(isPayment ? ["'self'", provider] : ["'self'"]);
    const nonce = /'nonce-([^']+)'/.exec(header)?.[1] ?? '';
    expect(nonce.length).toBeGreaterThanOrEqual(16);
    expect(policy.get('script-src')).toEqual(["'self'", `'nonce-${nonce}'`]);
    const document = await answer.text();
    expect(document).toContain(`content="${nonce}"`);
    expect(document).not.toMatch(/ style="|<style/);
    for (const [script] of document.matchAll(/<script[^>]*>/g)) {
      const isFine = script.startsWith(`<script nonce="${nonce}" `) || /\bsrc="\//.test(script);
      expect(isFine, `${route}: ${script}`).toBe(true);
    }
  }
});

test('the nonce is another one every time', { tag: GATE }, async ({ request }) => {
  const nonces = new Set<string>();
  for (let i = 0; i < 5; i += 1) {
    const answer = await request.get(`${required('SYSTEM_URL')}/`);
    nonces.add(/'nonce-([^']+)'/.exec(answer.headers()['content-security-policy'] ?? '')?.[1] ?? '');
  }
  expect(nonces.size).toBe(5);
});

test('what is named by its content is kept for a year and sent small', { tag: GATE }, async ({ request }) => {
  const page = await (await request.get(`${required('SYSTEM_URL')}/`)).text();
  const assets = [...page.matchAll(/(?:src|href)="(\/assets\/[^"]+)"/g)].map(([, path]) => path ?? '');
  expect(assets.length).toBeGreaterThan(3);
  for (const path of assets) {
    const answer = await request.get(required('SYSTEM_URL') + path, {
      headers: { 'accept-encoding': 'br, gzip' },
    });
    expect(answer.status(), path).toBe(200);
    expect(answer.headers()['cache-control'], path).toBe('public, max-age=31536000, immutable');
    if (/\.(js|css)$/.test(path) && (await answer.body()).length > 2000) {
      expect(answer.headers()['content-encoding'], path).toBe('br');
    }
  }
});

test('a page that would do what the policy forbids is caught by this suite', { tag: GATE }, async () => {
  // Proof that the watch over every page works: two things that must fail a test do.
  test.fail();
  const { context, page } = await somebody(browser, 'phone');
  await page.goto('/login');
  await page.evaluate(
    "document.head.append(Object.assign(document.createElement('style'), { textContent: 'b{}' }))",
  );
  await page.evaluate("fetch('http://127.0.0.1:9/').catch(() => undefined)");
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await context.close();
});
