import { type Browser, expect, type Page, test } from '@playwright/test';
import { GATE } from '../gate.js';
import { inspect, launch } from '../pages.js';
import { somebody } from '../people.js';
import { button, openMicrophones, watchRecorder } from './recording.js';

let browser: Browser;

test.beforeAll(async () => {
  browser = await launch();
});

test.afterAll(() => browser.close());

/** Comes from the home page, so that there is something to go back to. */
async function record(page: Page): Promise<void> {
  await page.goto('/');
  await page.getByRole('main').getByRole('link', { name: 'Record an agreement' }).first().click();
  await page.getByLabel('Party A Name').fill('Maria Santos');
  await page.getByLabel('Party A Email').fill('maria@example.test');
  await page.getByLabel('Party B Name').fill('Tom Becker');
  await page.getByLabel('Party B Email').fill('tom@example.test');
  await button(page, 'Start Recording').click();
  await expect(page.getByText('Recording in progress...').first()).toBeVisible();
}

/** The browser's own Back. Only a real browser shows in which order it calls the router and the question. */
const goBack = (page: Page) => page.evaluate('history.back()');

test('Back asks before it ends a recording, and leaves only when told so', { tag: GATE }, async () => {
  const { context, page } = await somebody(browser, 'phone');
  await watchRecorder(page);
  await record(page);

  await goBack(page);
  const question = page.getByRole('alertdialog', { name: 'Leave this page?' });
  await inspect(page, '74-leave-question', 'phone');
  await question.getByRole('button', { name: 'Stay' }).click();
  await expect(page).toHaveURL('/record-voice-deal');
  await expect(page.getByText('Recording in progress...').first()).toBeVisible();
  expect(await openMicrophones(page)).toBe(1);

  await goBack(page);
  await question.getByRole('button', { name: 'Leave' }).click();
  await expect(page).toHaveURL('/');
  await expect.poll(() => openMicrophones(page)).toBe(0);
  await context.close();
});
