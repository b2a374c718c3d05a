import { randomUUID } from 'node:crypto';
import { type Browser, expect, test } from '@playwright/test';
import { launch } from '../pages.js';
import { PASSWORD, somebody } from '../people.js';

let browser: Browser;

test.beforeAll(async () => {
  browser = await launch();
});

test.afterAll(() => browser.close());

/** What the home page promises, in milliseconds. */
const PROMISE_MS = 60_000;

test('from the home page to a paid contract in less than a minute, 20 seconds of it spoken', async () => {
  const name = randomUUID().slice(0, 8);
  const { context, page } = await somebody(browser, 'phone');
  await page.goto('/');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  const began = Date.now();
  await page.getByRole('main').getByRole('link', { name: 'Record an agreement' }).first().click();
  await page.getByLabel('Party A Name').fill('Anna Miller');
  await page.getByLabel('Party A Email').fill(`anna.${name}@example.test`);
  await page.getByLabel('Party B Name').fill('Ben Carter');
  await page.getByLabel('Party B Email').fill(`ben.${name}@example.test`);
  await page.getByRole('main').getByRole('button', { name: 'Start Recording' }).click();
  await expect(page.getByRole('timer')).toHaveText(/0:2[0-9]/, { timeout: 30_000 });
  await page.getByRole('button', { name: 'Stop', exact: true }).click();
  await page.getByRole('main').getByRole('button', { name: 'Continue to Payment' }).click();
  await page.getByRole('main').getByRole('link', { name: 'Create Account' }).click();
  await page.getByLabel('Username').fill('Anna Miller');
  await page.getByLabel('Email').fill(`anna.${name}@example.test`);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByLabel('Confirm Password').fill(PASSWORD);
  await page.getByRole('main').getByRole('button', { name: 'Create Account' }).click();
  await page.getByRole('button', { name: 'Pay $5.00' }).click();
  await expect(page.getByText('Payment received').first()).toBeVisible({ timeout: 45_000 });
  const took = Date.now() - began;
  test.info().annotations.push({ type: 'took', description: `${(took / 1000).toFixed(1)} s` });
  expect(took).toBeLessThanOrEqual(PROMISE_MS);
  await expect(page).toHaveURL(/\/dashboard/, { timeout: 45_000 });
  await context.close();
});
