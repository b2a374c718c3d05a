import { type Browser, expect, type Locator, type Page, test } from '@playwright/test';
import { BOTH, inspect, launch, type Width } from '../pages.js';
import { somebody } from '../people.js';

let browser: Browser;

test.beforeAll(async () => {
  browser = await launch();
});

test.afterAll(async () => {
  await browser.close();
});

const HALF_MINUTE = 30_000;

const opener = (page: Page) => page.getByRole('button', { name: /^Open Contract Assistant/ });
const panelOf = (page: Page) => page.getByRole('region', { name: 'Contract Assistant' });
const tipsIn = (panel: Locator) => panel.getByRole('log').getByText('Tip', { exact: true });

async function atTheDetails(width: Width): Promise<Page> {
  const { page } = await somebody(browser, width);
  await page.goto('/record-voice-deal');
  await expect(opener(page)).toBeVisible();
  return page;
}

async function fillIn(page: Page): Promise<void> {
  await page.getByLabel('Party A Name').fill('Anna Berg');
  await page.getByLabel('Party A Email').fill('anna@example.test');
  await page.getByLabel('Party B Name').fill('Ben Carter');
  await page.getByLabel('Party B Email').fill('ben@example.test');
}

/** Whether a press on the control, wherever the page has to scroll for it, would reach it and not the assistant. */
async function expectFree(control: Locator): Promise<void> {
  await control.click({ trial: true, timeout: 10_000 });
}

for (const width of BOTH) {
  test(`the assistant greets, answers and gives tips (${width})`, async () => {
    const { page } = await somebody(browser, width);
    await page.clock.install({ time: '2026-11-21T10:00:00Z' });
    await page.goto('/record-voice-deal');
    await expect(opener(page)).toBeVisible();
    await fillIn(page);
    await page.clock.pauseAt('2026-11-21T11:00:00Z');
    await opener(page).click();
    const panel = panelOf(page);
    const log = panel.getByRole('log');
    await expect(log.getByText('voice contract on the Split Second Contract Plan')).toBeVisible();
    await expect(panel.getByText('Split Second Contract Plan', { exact: true })).toBeVisible();
    await expect(
      panel.getByPlaceholder('Ask about contract terms, clauses, or best practices...'),
    ).toBeFocused();
    await expect(tipsIn(panel)).toHaveCount(0);

    await page.clock.runFor(1500);
    await expect(tipsIn(panel)).toHaveCount(1);

    await panel.getByRole('button', { name: 'Payment terms' }).click();
    await expect(log.getByText('Say four things about money')).toBeVisible();
    await page.clock.runFor(1000);
    await expect(tipsIn(panel)).toHaveCount(2);
    await page.clock.runFor(1000);
    await expect(tipsIn(panel)).toHaveCount(3);

    await page.clock.runFor(HALF_MINUTE);
    await expect(log.getByText('Begin with both full names')).toBeVisible();
    await page.clock.runFor(HALF_MINUTE);
    await expect(log.getByText('Replace soft words by facts')).toBeVisible();

    await panel.getByRole('button', { name: 'Close Contract Assistant' }).click();
    await expect(opener(page)).toHaveAccessibleName('Open Contract Assistant, 7 messages');
    await expect(opener(page)).toBeFocused();

    await page.clock.resume();
    await inspect(page, '60-assistant-closed', width);
    await expectFree(page.getByRole('button', { name: 'Start Recording' }));
    await opener(page).click();
    await inspect(page, '61-assistant', width);
    // Whoever goes on with the page behind finds everything within reach.
    await expectFree(page.getByRole('button', { name: 'Start Recording' }));
    await page.context().close();
  });

  test(`the assistant is away while somebody records and listens (${width})`, async () => {
    const page = await atTheDetails(width);
    await fillIn(page);
    await page.getByRole('button', { name: 'Start Recording' }).click();
    const stop = page.getByRole('button', { name: 'Stop', exact: true });
    const pause = page.getByRole('button', { name: 'Pause', exact: true });
    await expect(stop).toBeVisible();
    for (const control of [stop, pause]) await expectFree(control);
    await expect(opener(page)).toHaveCount(0);
    await stop.click();
    await expect(page.getByRole('heading', { name: 'Review Recording' })).toBeVisible();
    await expect(opener(page)).toHaveCount(0);
    await page.context().close();
  });
}

test('the keyboard is enough', async () => {
  const page = await atTheDetails('desktop');
  await opener(page).focus();
  await page.keyboard.press('Enter');
  const panel = panelOf(page);
  const input = panel.getByLabel('Your question');
  await expect(input).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(panel.getByText('Looking it up...')).toHaveCount(0);
  await input.pressSequentially('What does escrow');
  await page.keyboard.press('Shift+Enter');
  await input.pressSequentially('cost?');
  await expect(input).toHaveValue('What does escrow\ncost?');
  await page.keyboard.press('Enter');
  await expect(input).toHaveValue('');
  await expect(panel.getByText('The fee is 5% of what is released')).toBeVisible();
  await expect(input).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(panel).toHaveCount(0);
  await expect(opener(page)).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(panel.getByText('The fee is 5% of what is released')).toBeVisible();
  await page.context().close();
});

test('says so when the server cannot be reached', async () => {
  const page = await atTheDetails('phone');
  await page.route('**/api/contract-assistant', (route) => route.abort());
  await opener(page).click();
  const panel = panelOf(page);
  await panel.getByRole('button', { name: 'Dispute resolution' }).click();
  await expect(
    panel.getByText("I'm having trouble responding right now. Please try asking your question again."),
  ).toBeVisible();
  await page.unroute('**/api/contract-assistant');
  await panel.getByRole('button', { name: 'Dispute resolution' }).click();
  await expect(panel.getByText('Agree on three steps')).toBeVisible();
  await page.context().close();
});
