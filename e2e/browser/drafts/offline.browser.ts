import { type Browser, type BrowserContext, expect, type Page, test } from '@playwright/test';
import { GATE, gateOn } from '../gate.js';
import { inspect, launch, type Width } from '../pages.js';
import { somebody } from '../people.js';
import { bytesOnDevice, type Deal, newDeal, recordDeal, sha256, sniff, storedRecordings } from './drafts.js';

let browser: Browser;

test.beforeAll(async () => {
  browser = await launch();
});

test.afterAll(() => browser.close());

const SPEECH_MS = 2500;
const WAITING = 'Waiting for the network. It is sent when you are back online.';

/** Until the worker has everything that the recorder needs. */
async function keptForOffline(page: Page): Promise<void> {
  await page.evaluate('navigator.serviceWorker.ready.then(() => undefined)');
  await expect
    .poll(() => page.evaluate("caches.match('/record-voice-deal', { ignoreVary: true }).then(Boolean)"), {
      timeout: 30_000,
    })
    .toBe(true);
}

async function expectStored(deal: Deal, sound: Buffer): Promise<void> {
  await expect.poll(async () => (await storedRecordings(deal)).length, { timeout: 30_000 }).toBe(1);
  const [stored] = await storedRecordings(deal);
  expect(stored).toMatchObject({ sha256: sha256(sound), bytes: sound.length, mime: sniff(sound) });
}

async function openRecorder(width: Width): Promise<{ context: BrowserContext; page: Page }> {
  const { context, page } = await somebody(browser, width, { installs: true });
  await page.goto('/record-voice-deal');
  await expect(page.getByLabel('Party A Name')).toBeVisible();
  return { context, page };
}

for (const width of ['phone', 'desktop'] as const) {
  test(
    `what is recorded without network is sent when it returns, by itself (${width})`,
    gateOn(width === 'phone'),
    async () => {
      const deal = newDeal();
      const { context, page } = await openRecorder(width);
      await context.setOffline(true);
      await recordDeal(page, deal, SPEECH_MS);
      await expect(page.getByText('You are offline. What you recorded stays on this device.')).toBeVisible();
      await page.getByRole('button', { name: 'Continue to Payment' }).click();
      await expect(page.getByText(WAITING).first()).toBeVisible();
      const sound = await bytesOnDevice(page);
      await expect(page.getByText('Safe on this device')).toBeVisible();
      await expect(page.getByText('You are offline. 1 recording waits to be sent.')).toBeVisible();
      await expect(page.getByRole('alert')).toHaveCount(0);
      await inspect(page, '62-waiting-for-network', width);
      await context.setOffline(false);
      await expect(page.getByText('Safe on our server')).toBeVisible({ timeout: 30_000 });
      await expect(page.getByRole('heading', { level: 1, name: 'Create Account' })).toBeVisible();
      await expect(page.getByText(/recordings? waits? to be sent/)).toHaveCount(0);
      await expectStored(deal, sound);
      await context.close();
    },
  );
}

test('a page closed without network is no loss: the next visit sends what it left', {
  tag: GATE,
}, async () => {
  const deal = newDeal();
  const { context, page } = await openRecorder('phone');
  await context.setOffline(true);
  await recordDeal(page, deal, SPEECH_MS);
  await page.getByRole('button', { name: 'Continue to Payment' }).click();
  await expect(page.getByText('You may close this page: it is sent when you come back.')).toBeVisible();
  const sound = await bytesOnDevice(page);
  const closed = page.waitForEvent('close');
  await page.close({ runBeforeUnload: true });
  await closed;
  expect(await storedRecordings(deal)).toEqual([]);

  await context.setOffline(false);
  const later = await context.newPage();
  await later.goto('/');
  await expect(later.getByText('Recording Saved!').first()).toBeVisible({ timeout: 30_000 });
  await expectStored(deal, sound);
  await context.close();
});

test('two pages that find the same recording send it once', async () => {
  const deal = newDeal();
  const { context, page } = await openRecorder('phone');
  await context.setOffline(true);
  await recordDeal(page, deal, SPEECH_MS);
  await page.getByRole('button', { name: 'Continue to Payment' }).click();
  await expect(page.getByText(WAITING).first()).toBeVisible();
  const sound = await bytesOnDevice(page);
  await page.close();
  await context.setOffline(false);
  const begun: string[] = [];
  context.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (request.method() === 'POST' && pathname.startsWith('/api/recordings')) begun.push(pathname);
  });
  const [one, two] = [await context.newPage(), await context.newPage()];
  await Promise.all([one.goto('/'), two.goto('/how-it-works')]);
  await expectStored(deal, sound);
  await expect.poll(() => begun.length).toBe(2);
  await expect(one.getByText(/waits? to be sent|from before/)).toHaveCount(0);
  await expect(two.getByText(/waits? to be sent|from before/)).toHaveCount(0);
  expect(begun).toHaveLength(2);
  await context.close();
});

test('after one visit the recorder opens without network, and records', async () => {
  const deal = newDeal();
  const { context, page } = await somebody(browser, 'phone', { installs: true });
  await page.goto('/');
  await keptForOffline(page);
  await page.close();

  await context.setOffline(true);
  const later = await context.newPage();
  const answer = await later.goto('/record-voice-deal');
  expect(answer?.fromServiceWorker()).toBe(true);
  // The document keeps the policy that it came with, and its own nonce.
  const policy = (await answer?.headerValue('content-security-policy')) ?? '';
  const nonce = await later.locator('meta[name="csp-nonce"]').getAttribute('content');
  expect(policy).toContain(`'nonce-${nonce}'`);
  expect(policy).not.toContain('stripe');
  await recordDeal(later, deal, SPEECH_MS);
  await later.getByRole('button', { name: 'Continue to Payment' }).click();
  await expect(later.getByText(WAITING).first()).toBeVisible();
  const sound = await bytesOnDevice(later);
  await later.reload();
  await expect(later.getByText('You are offline. 1 recording waits to be sent.')).toBeVisible();
  await inspect(later, '63-offline-visit', 'phone');
  await context.setOffline(false);
  await expect(later.getByText('Recording Saved!').first()).toBeVisible({ timeout: 45_000 });
  await expectStored(deal, sound);
  await context.close();
});

test('pages with a policy of their own are never kept', async () => {
  const { context, page } = await somebody(browser, 'phone', { installs: true });
  await page.goto('/');
  await keptForOffline(page);
  for (const path of ['/checkout', '/subscribe', '/escrow', '/admin', '/admin-login']) {
    expect((await page.goto(path))?.fromServiceWorker(), path).toBe(false);
  }
  await page.goto('/');
  const kept = await page.evaluate<string[]>(`(async () => {
    const paths = [];
    for (const name of await caches.keys())
      for (const { url } of await (await caches.open(name)).keys()) paths.push(new URL(url).pathname);
    return paths;
  })()`);
  expect(kept.filter((path) => !path.startsWith('/assets/'))).toEqual(['/record-voice-deal']);
  await context.setOffline(true);
  await expect(page.goto('/checkout')).rejects.toThrow(/ERR_INTERNET_DISCONNECTED/);
  await context.close();
});

test('the app can be installed: manifest, icons, and a worker that is always asked for', async () => {
  const { context, page } = await somebody(browser, 'phone', { installs: true });
  await page.goto('/');
  const address = await page.locator('link[rel="manifest"]').getAttribute('href');
  const answer = await page.request.get(address ?? '');
  expect(answer.headers()['content-type']).toMatch(/^application\/manifest\+json/);
  const manifest = (await answer.json()) as {
    name: string;
    start_url: string;
    icons: { src: string; type: string; purpose: string }[];
    shortcuts: { url: string }[];
  };
  expect(manifest).toMatchObject({ name: 'Split Second Contract', start_url: '/', display: 'standalone' });
  expect(manifest.shortcuts.map(({ url }) => url)).toEqual(['/record-voice-deal']);
  expect(manifest.icons.map(({ purpose }) => purpose)).toContain('maskable');
  for (const { src, type } of [...manifest.icons, { src: '/apple-touch-icon.png', type: 'image/png' }]) {
    const icon = await page.request.get(src);
    expect([icon.status(), icon.headers()['content-type']], src).toEqual([200, type]);
  }
  const worker = await page.request.get('/sw.js');
  expect(worker.headers()).toMatchObject({
    'cache-control': 'no-cache',
    'content-security-policy': "default-src 'none'; connect-src 'self'",
  });
  const session = await context.newCDPSession(page);
  const { installabilityErrors } = await session.send('Page.getInstallabilityErrors');
  expect(installabilityErrors.filter(({ errorId }) => errorId !== 'in-incognito')).toEqual([]);
  await context.close();
});
