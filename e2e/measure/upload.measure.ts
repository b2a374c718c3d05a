import { type Browser, expect, test } from '@playwright/test';
import { newDeal, noise, reviewDraft, sha256, storedRecordings } from '../browser/drafts/drafts.js';
import { launch } from '../browser/pages.js';
import { somebody } from '../browser/people.js';

/** How long a long recording needs on a slow line. */

let browser: Browser;

test.beforeAll(async () => {
  browser = await launch();
});

test.afterAll(() => browser.close());

test('ten minutes are safe within 45 seconds at 750 kbit/s', async () => {
  // The most that ten minutes take at the recorder's rate; speech with its pauses takes less.
  const long = await noise(600, 48);
  expect(long.length).toBeGreaterThan(3_600_000);
  const deal = newDeal();
  const { context, page } = await somebody(browser, 'phone');
  await reviewDraft(page, deal, long, 600);
  const network = await context.newCDPSession(page);
  await network.send('Network.emulateNetworkConditions', {
    ...{ offline: false, latency: 100, downloadThroughput: -1, uploadThroughput: 750_000 / 8 },
  });
  const startedAt = Date.now();
  const since = () => (Date.now() - startedAt) / 1000;
  let sentAfter = 0;
  page.on('request', (request) => {
    if (request.url().endsWith('/finalize')) sentAfter = since();
  });
  await page.getByRole('button', { name: 'Continue to Payment' }).click();
  await expect(page.getByText('Safe on our server')).toBeVisible({ timeout: 90_000 });
  const seconds = since();
  const line = (long.length * 8) / 750_000;
  process.stdout.write(
    `${long.length} bytes at 750 kbit/s: the line needs ${line.toFixed(1)} s, sent after ${sentAfter.toFixed(1)} s, safe after ${seconds.toFixed(1)} s\n`,
  );
  // Faster than the line allows means that it is not slowed down at all.
  expect(sentAfter).toBeGreaterThan(line - 1);
  expect(seconds).toBeLessThanOrEqual(45);
  expect(await storedRecordings(deal)).toMatchObject([{ sha256: sha256(long) }]);
  await context.close();
});
