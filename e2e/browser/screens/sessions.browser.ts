import { type Browser, expect, type Page, test } from '@playwright/test';
import type { Journey } from '#testing';
import { GATE } from '../gate.js';
import { launch } from '../pages.js';
import { enter, PASSWORD, somebody } from '../people.js';
import { newcomer } from '../prepared-people.js';

let browser: Browser;
let anna: Journey;

test.beforeAll(async () => {
  browser = await launch();
  anna = await newcomer();
});

test.afterAll(() => browser.close());

const KEYS = ['userToken', 'userId', 'userInfo'];

/** What the page has stored under the session's keys. */
const stored = (page: Page) =>
  page.evaluate<(string | null)[]>(`${JSON.stringify(KEYS)}.map((key) => localStorage.getItem(key))`);

const greeting = (page: Page) => page.getByRole('heading', { level: 1, name: 'Welcome back, Anna Miller' });
const cta = (page: Page) => page.getByRole('link', { name: 'Record an agreement' }).first();

test('an address that does not exist: home, refresh, and login with the session forgotten', async () => {
  const { context, page } = await somebody(browser, 'phone');
  await enter(context, anna.emailA);
  await page.goto('/no-such-page');
  await expect(page.getByRole('heading', { level: 1, name: 'Page Not Found' })).toBeVisible();
  await expect(
    page.getByText("The page you're looking for doesn't exist or you may need to log in again."),
  ).toBeVisible();

  await page.evaluate("document.documentElement.dataset.seen = 'before'");
  await page.getByRole('button', { name: 'Refresh Page' }).click();
  await expect(page.locator('html[data-seen]')).toHaveCount(0);
  await expect(page.getByRole('heading', { level: 1, name: 'Page Not Found' })).toBeVisible();

  await page.getByRole('link', { name: 'Go Home' }).click();
  await expect(greeting(page)).toBeVisible();
  expect(await stored(page)).not.toContain(null);

  await page.goto('/no-such-page');
  await page.getByRole('button', { name: 'Try Login Again' }).click();
  await expect(page).toHaveURL(/\/login$/);
  await expect(page.getByRole('heading', { level: 1, name: 'Sign In' })).toBeVisible();
  expect(await stored(page)).toEqual([null, null, null]);
  await context.close();
});

for (const userInfo of ['{broken', 'null', '"Anna"', '{"id":"7"}', '[]']) {
  test(`a stored user that is ${userInfo} is forgotten without a word`, async () => {
    const { context, page } = await somebody(browser, 'phone');
    await page.goto('/robots.txt');
    await page.evaluate(
      `localStorage.setItem('userToken', 'x'); localStorage.setItem('userId', '7');
       localStorage.setItem('userInfo', ${JSON.stringify(userInfo)})`,
    );
    await page.goto('/');
    await expect(cta(page)).toBeVisible();
    await expect.poll(() => stored(page)).toEqual([null, null, null]);
    await expect(page.getByRole('alert')).toHaveCount(0);
    await expect(page.getByRole('status').filter({ hasText: /\w/ })).toHaveCount(0);
    await context.close();
  });
}

test('signing in and out in another tab is seen in this one', { tag: GATE }, async () => {
  const { context, page } = await somebody(browser, 'desktop');
  await page.goto('/');
  await expect(cta(page)).toBeVisible();
  const other = await context.newPage();
  await other.goto('/login');
  await other.getByLabel('Email').fill(anna.emailA);
  await other.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await other.getByRole('main').getByRole('button', { name: 'Sign In' }).click();
  await expect(greeting(other)).toBeVisible();
  await expect(greeting(page)).toBeVisible();

  await other.getByRole('button', { name: 'Anna Miller' }).click();
  await other.getByRole('menuitem', { name: 'Logout' }).click();
  await other.getByRole('alertdialog').getByRole('button', { name: 'Logout' }).click();
  await expect(other).toHaveURL(/\/how-it-works$/);
  await expect(cta(page)).toBeVisible();
  await expect(page.getByRole('link', { name: 'Sign In' }).first()).toBeVisible();
  await context.close();
});

test('while nobody knows who is there a spinner turns, for about 100 ms', async () => {
  const { context, page } = await somebody(browser, 'phone');
  await enter(context, anna.emailA);
  await page.clock.install();
  await page.clock.pauseAt(Date.now() + 60_000);
  await page.goto('/dashboard');
  const spinner = page.getByRole('main').getByText('Loading');
  await expect(spinner).toBeAttached();
  await page.clock.runFor(90);
  await expect(greeting(page)).toHaveCount(0);
  await page.clock.runFor(20);
  await page.clock.resume();
  await expect(greeting(page)).toBeVisible();
  await context.close();
});

test('a session that the server has ended is forgotten, and the login page opens', async () => {
  const { context, page } = await somebody(browser, 'phone');
  await enter(context, anna.emailA);
  await page.route('**/api/users/*/stats', (route) =>
    route.fulfill({
      status: 401,
      json: { statusCode: 401, code: 'unauthenticated', message: 'Please log in.', errors: [] },
    }),
  );
  await page.goto('/dashboard');
  await expect(page).toHaveURL(/\/login$/);
  expect(await stored(page)).toEqual([null, null, null]);
  await context.close();
});
