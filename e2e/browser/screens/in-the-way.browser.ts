import { type Browser, expect, type Locator, type Page, test } from '@playwright/test';
import { GATE } from '../gate.js';
import { launch, speakFor, widths } from '../pages.js';
import { signIn, somebody } from '../people.js';
import { newcomer, unpaidContract } from '../prepared-people.js';

let browser: Browser;

test.beforeAll(async () => {
  browser = await launch();
});

test.afterAll(() => browser.close());

interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

async function boxOf(one: Locator): Promise<Box> {
  const box = await one.boundingBox();
  if (!box) throw new Error(`${String(one)} is not drawn`);
  return box;
}

/** Whether two rectangles share more than a pixel. */
function overlap(one: Box, other: Box): boolean {
  const across = Math.min(one.x + one.width, other.x + other.width) - Math.max(one.x, other.x);
  const down = Math.min(one.y + one.height, other.y + other.height) - Math.max(one.y, other.y);
  return across > 1 && down > 1;
}

async function fillParties(page: Page, emailA = 'anna@example.test'): Promise<void> {
  await page.getByLabel('Party A Name').fill('Anna Miller');
  await page.getByLabel('Party A Email').fill(emailA);
  await page.getByLabel('Party B Name').fill('Ben Carter');
  await page.getByLabel('Party B Email').fill('ben@example.test');
}

test('on a phone nothing is in the way from the first field to the saved recording', {
  tag: GATE,
}, async () => {
  const { context, page } = await somebody(browser, 'phone');
  const { height } = widths.phone;
  await page.goto('/record-voice-deal');
  const start = page.getByRole('button', { name: 'Start Recording' });
  const fields = ['Party A Name', 'Party A Email', 'Party B Name', 'Party B Email'].map((name) =>
    page.getByLabel(name),
  );
  const presence = page.getByText('Is the other person with you?').last();

  // One screen: four fields, whether the other is there, and the button.
  for (const one of [...fields, presence, start]) {
    const { y, height: own } = await boxOf(one);
    expect(y).toBeGreaterThanOrEqual(0);
    expect(y + own).toBeLessThanOrEqual(height);
  }
  const assistant = page.getByRole('button', { name: /^Open Contract Assistant/ });
  await expect(assistant).toBeAttached();
  const controls = [...fields, start, page.getByLabel('Agreement Amount'), page.getByLabel('Kind of deal')];
  for (const one of controls) expect(overlap(await boxOf(assistant), await boxOf(one))).toBe(false);

  await fillParties(page);
  await start.click();
  const stop = page.getByRole('button', { name: 'Stop', exact: true });
  await expect(stop).toBeVisible();
  await expect(page.getByText('Recording in progress...').first()).toBeVisible();
  const before = await boxOf(stop);
  await context.setOffline(true);
  const offline = page.getByText('You are offline. What you recorded stays on this device.');
  await expect(offline).toBeVisible();
  expect(await boxOf(stop)).toEqual(before);
  expect(overlap(await boxOf(offline), before)).toBe(false);
  await context.setOffline(false);
  await expect(offline).toHaveCount(0);
  expect(await boxOf(stop)).toEqual(before);
  await speakFor(1500);
  await stop.click();

  await page.getByRole('button', { name: 'Continue to Payment' }).click();
  const message = page.getByText('Recording Saved!').locator('xpath=ancestor::li');
  await expect(message).toBeVisible({ timeout: 60_000 });
  // It keeps its place for as long as it is shown.
  const place = await boxOf(message);
  const main = page.getByRole('main');
  for (const name of ['Create Account', 'Sign In']) {
    const link = main.getByRole('link', { name });
    await expect(link).toBeVisible();
    expect(overlap(place, await boxOf(link))).toBe(false);
  }
  await context.close();
});

test('on a phone nothing is in the way of paying, and the button is within two screens', async () => {
  const anna = await newcomer();
  const { context, page } = await somebody(browser, 'phone');
  await signIn(page, anna.emailA);
  await page.goto('/record-voice-deal');
  await fillParties(page, anna.emailA);
  await page.getByRole('button', { name: 'Start Recording' }).click();
  await expect(page.getByText('Recording in progress...').first()).toBeVisible();
  await speakFor(1500);
  await page.getByRole('button', { name: 'Stop', exact: true }).click();
  await page.getByRole('button', { name: 'Continue to Payment' }).click();
  const message = page.getByText('Recording Saved!').locator('xpath=ancestor::li');
  await expect(message).toBeVisible({ timeout: 60_000 });
  const place = await boxOf(message);
  const complete = page.getByRole('button', { name: 'Pay $5 - Complete Contract' });
  await expect(complete).toBeVisible();
  expect(overlap(place, await boxOf(complete))).toBe(false);

  await complete.click();
  await expect(page).toHaveURL(/\/checkout\?/);
  const pay = page.getByRole('button', { name: 'Pay $5.00' });
  await expect(pay).toBeVisible();
  await expect(page.getByText('Your recording with Ben Carter').first()).toBeVisible();
  const included = page.getByText('30-day recording access');
  await expect(included).toBeHidden();
  const { y, height } = await boxOf(pay);
  expect(y + height).toBeLessThanOrEqual(2 * widths.phone.height);
  await page.getByRole('button', { name: 'What is included' }).click();
  await expect(included).toBeVisible();
  await context.close();
});

test('on a phone a message lies over no button of a dialog', async () => {
  const anna = await newcomer();
  await unpaidContract(anna);
  const { context, page } = await somebody(browser, 'phone');
  await signIn(page, anna.emailA);
  const more = page.getByRole('button', { name: /^More for the contract/ });
  await more.click();
  await page.getByRole('menuitem', { name: /^Resend/ }).click();
  const message = page.getByText('Link sent', { exact: true }).locator('xpath=ancestor::li');
  await expect(message).toBeVisible();
  // It keeps its place for as long as it is shown.
  const place = await boxOf(message);
  await more.click();
  await page.getByRole('menuitem', { name: 'Cancel', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Cancel this contract' });
  for (const name of ['Close', 'Keep Contract', 'Cancel Contract']) {
    const button = dialog.getByRole('button', { name, exact: true });
    await expect(button).toBeVisible();
    expect(overlap(place, await boxOf(button))).toBe(false);
  }
  await context.close();
});

test('an address without a screen answers 404, and a screen 200', { tag: GATE }, async () => {
  const { context, page } = await somebody(browser, 'desktop');
  expect((await page.goto('/nowhere'))?.status()).toBe(404);
  await expect(page.getByRole('heading', { level: 1, name: 'Page Not Found' })).toBeVisible();
  for (const address of [
    '/terms',
    '/login',
    '/verify/4207731958026614',
    '/remote-contract/4207731958026614',
  ]) {
    expect((await page.goto(address))?.status()).toBe(200);
  }
  await context.close();
});
