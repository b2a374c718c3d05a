import { type Browser, expect, type Page, type Route, test } from '@playwright/test';
import { GATE } from '../gate.js';
import { inspect, launch, speakFor, type Width } from '../pages.js';
import { enter, linkTo, paidRemoteContract, recordConsent, somebody } from '../people.js';
import { newcomer, unpaidContract } from '../prepared-people.js';
import { type Deal, newDeal, noise, reviewDraft, sha256, storedRecordings } from './drafts.js';

const CHUNKS = '**/api/recordings/*/chunks/*';
const FINALIZE = '**/api/recordings/*/finalize';
/** Pieces in which the page sends. */
const PART_BYTES = 256 * 1024;
const SECONDS = 200;

let browser: Browser;
/** Seven parts. */
let sound: Buffer;

test.beforeAll(async () => {
  [browser, sound] = await Promise.all([launch(), noise(SECONDS, 64)]);
});

test.afterAll(() => browser.close());

const partOf = (route: Route) =>
  Number(/\/chunks\/(\d+)$/.exec(new URL(route.request().url()).pathname)?.[1]);
const proceed = (page: Page) => page.getByRole('button', { name: 'Continue to Payment' }).click();
const isSafe = (page: Page) => expect(page.getByText('Safe on our server')).toBeVisible({ timeout: 45_000 });
const expectWhole = async (deal: Deal) =>
  expect(await storedRecordings(deal)).toMatchObject([
    { sha256: sha256(sound), bytes: sound.length, mime: 'audio/webm' },
  ]);

async function open(width: Width, deal: Deal): Promise<Page> {
  const { page } = await somebody(browser, width);
  await reviewDraft(page, deal, sound, SECONDS);
  return page;
}

/** Counts what the page sends, part by part. */
function countParts(page: Page): Map<number, number> {
  const sent = new Map<number, number>();
  page.on('request', (request) => {
    const n = /\/chunks\/(\d+)$/.exec(request.url())?.[1];
    if (request.method() === 'PUT' && n !== undefined) sent.set(Number(n), (sent.get(Number(n)) ?? 0) + 1);
  });
  return sent;
}

test('survives three cut connections: the server has every byte, and none that it confirmed is sent twice', {
  tag: GATE,
}, async () => {
  const deal = newDeal();
  const page = await open('phone', deal);
  const sent = countParts(page);
  const cuts = new Set([1, 3, 5]);
  await page.route(CHUNKS, (route) =>
    cuts.delete(partOf(route)) ? route.abort('connectionreset') : route.continue(),
  );
  await proceed(page);
  await expect(page.getByText('Recording Saved!').first()).toBeVisible({ timeout: 45_000 });
  await isSafe(page);
  expect([...sent.keys()].sort()).toEqual(
    Array.from({ length: Math.ceil(sound.length / PART_BYTES) }, (_, n) => n),
  );
  for (const [n, times] of sent) expect(times, `part ${n}`).toBe([1, 3, 5].includes(n) ? 2 : 1);
  await expectWhole(deal);
  await page.context().close();
});

test('makes one agreement when the last answer is lost', { tag: GATE }, async () => {
  const deal = newDeal();
  const page = await open('desktop', deal);
  let asked = 0;
  await page.route(FINALIZE, async (route) => {
    asked += 1;
    const answer = await route.fetch();
    await (asked === 1 ? route.abort('connectionreset') : route.fulfill({ response: answer }));
  });
  await proceed(page);
  await isSafe(page);
  expect(asked).toBe(2);
  await expectWhole(deal);
  await page.context().close();
});

test('goes on after a reload in the middle, without anybody doing anything', { tag: GATE }, async () => {
  const deal = newDeal();
  const page = await open('phone', deal);
  let isInTunnel = true;
  await page.route(CHUNKS, async (route) => {
    // The rest stands still, also when the next document can send.
    if (!isInTunnel || partOf(route) < 3) await route.continue();
  });
  const sent = countParts(page);
  await proceed(page);
  await expect(page.getByText(/^Sending to our server 4\d%$/)).toBeVisible();
  await inspect(page, '60-sending', 'phone');
  const before = [...sent].filter(([n]) => n < 3);
  isInTunnel = false;
  await page.reload();
  const message = page.locator('li').filter({ hasText: 'Recording Saved!' });
  await expect(
    message.filter({ hasText: 'Create an account to access your recording and full features.' }).first(),
  ).toBeVisible({ timeout: 45_000 });
  expect([...sent].filter(([n]) => n < 3)).toEqual(before);
  await expectWhole(deal);
  // It is not offered as something forgotten, and signup knows that it waits.
  await page.reload();
  await expect(page.getByLabel('Party A Name')).toBeVisible();
  await expect(page.getByText('We kept your last recording')).toHaveCount(0);
  await page.goto('/login');
  await expect(page.getByText('Your recording is waiting. Sign in to finish and pay.')).toBeVisible();
  await page.context().close();
});

test('says in the server’s words what it will not take, and keeps the recording', async () => {
  const deal = newDeal();
  const page = await open('phone', deal);
  const message = 'The recording is longer than this plan allows.';
  await page.route(FINALIZE, (route) =>
    route.fulfill({ status: 422, json: { statusCode: 422, code: 'recording_too_long', message } }),
  );
  await proceed(page);
  await expect(page.getByRole('main').getByText(message)).toBeVisible();
  await expect(page.getByText('Safe on this device')).toBeVisible();
  await page.reload();
  await expect(page.getByText('We kept your last recording')).toBeVisible();
  expect(await storedRecordings(deal)).toEqual([]);
  await page.context().close();
});

test('a consent whose answer was lost is given once, without a second press', { tag: GATE }, async () => {
  const { anna, saved } = await paidRemoteContract();
  const { context, page } = await somebody(browser, 'phone');
  await page.goto(await linkTo(anna.emailB));
  await recordConsent(page, 2);
  let asked = 0;
  await page.route('**/consent', async (route) => {
    asked += 1;
    const answer = await route.fetch();
    await (asked === 1 ? route.abort('connectionreset') : route.fulfill({ response: answer }));
  });
  await page.getByRole('button', { name: 'Send Consent' }).click();
  await expect(page.getByRole('heading', { name: 'Your consent is recorded' })).toBeVisible();
  expect(asked).toBe(2);
  const log = await anna.ask<{ type: string }[]>('GET', `/api/agreements/${saved.agreementId}/events`);
  expect(log.filter(({ type }) => type === 'consented')).toHaveLength(1);
  await context.close();
});

test('a recording of a contract waits for the server, and goes on when asked to', async () => {
  const anna = await newcomer();
  const { agreementId } = await unpaidContract(anna);
  const { context, page } = await somebody(browser, 'phone');
  await enter(context, anna.emailA);
  // The server is back when somebody asks for it: a try that the page makes by itself cannot come first.
  await page.addInitScript(
    `addEventListener('click', ({ target }) => (globalThis.isAsked ||= target.closest('button')?.textContent === 'Try Again'), true)`,
  );
  await page.route('**/api/transcribe', async (route) =>
    (await page.evaluate<boolean>('globalThis.isAsked === true'))
      ? route.continue()
      : route.abort('connectionreset'),
  );
  await page.goto(`/record?agreementId=${agreementId}&plan=split-second-contract`);
  const main = page.getByRole('main');
  await main.getByRole('button', { name: 'Start Recording' }).click();
  await expect(page.getByText('Recording in progress...').first()).toBeVisible();
  await speakFor(2500);
  await main.getByRole('button', { name: 'Stop Recording' }).click();
  await main.getByRole('button', { name: 'Process Recording' }).click();
  const notice = page.getByText('Keep this page open until it is sent.');
  await expect(notice).toBeVisible();
  await inspect(page, '61-record-waiting', 'phone');
  await main.getByRole('button', { name: 'Try Again' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Your Transcript' })).toBeVisible({
    // The long recordings of the tests before are prepared first.
    timeout: 120_000,
  });
  await context.close();
});
