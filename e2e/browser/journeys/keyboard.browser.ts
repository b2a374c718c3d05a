import { randomUUID } from 'node:crypto';
import { type Browser, expect, type Page, test } from '@playwright/test';
import { closePages, launch } from '../pages.js';
import { enter, linkTo, PASSWORD, paidRemoteContract, somebody } from '../people.js';
import { newcomer, paidContract, sellerLink } from '../prepared-people.js';
import { Keyboard } from './keys.js';

/** The four journeys once more, without a mouse. */

let browser: Browser;

test.beforeAll(async () => {
  browser = await launch();
});

test.afterEach(() => closePages(browser));

test.afterAll(() => browser.close());

test.describe.configure({ mode: 'parallel' });

async function begin(): Promise<{ page: Page; keys: Keyboard }> {
  const { page } = await somebody(browser, 'desktop');
  return { page, keys: new Keyboard(page) };
}

const button = (page: Page, name: string | RegExp) =>
  page.getByRole('main').getByRole('button', { name, exact: typeof name === 'string' });

async function fillParties(page: Page, keys: Keyboard, emailA: string, emailB: string): Promise<void> {
  await keys.type(page.getByLabel('Party A Name'), 'Anna Miller');
  await keys.type(page.getByLabel('Party A Email'), emailA);
  await keys.type(page.getByLabel('Party B Name'), 'Ben Carter');
  await keys.type(page.getByLabel('Party B Email'), emailB);
}

/** Records by keys: starts, pauses and resumes without moving, stops. */
async function record(page: Page, keys: Keyboard): Promise<void> {
  await expect(page.getByText('Recording in progress...').first()).toBeVisible();
  await keys.press(page.getByRole('button', { name: 'Pause', exact: true }), 'Space');
  await expect(page.getByText('Recording paused').first()).toBeVisible();
  // The focus stays on what is now the way back.
  await expect(page.getByRole('button', { name: 'Resume', exact: true })).toBeFocused();
  await page.keyboard.press('Space');
  await expect(page.getByText('Recording in progress...').first()).toBeVisible();
  await expect(page.getByRole('timer')).toHaveText(/0:0[2-9]/);
  await keys.press(page.getByRole('button', { name: 'Stop', exact: true }));
}

test('in person, by keys alone', async () => {
  const name = randomUUID().slice(0, 8);
  const { page, keys } = await begin();
  await page.goto('/');
  await keys.press(page.getByRole('main').getByRole('link', { name: 'Record an agreement' }).first());
  await expect(page.getByRole('heading', { level: 1, name: 'Split Second Contract' })).toBeFocused();
  await fillParties(page, keys, `anna.${name}@example.test`, `ben.${name}@example.test`);
  await keys.type(page.getByLabel('Agreement Amount'), '2000');
  await keys.press(button(page, 'Start Recording'));
  await record(page, keys);
  await expect(page.getByRole('heading', { level: 1, name: 'Review Recording' })).toBeFocused();
  await keys.press(button(page, 'Continue to Payment'));
  await expect(page.getByRole('heading', { level: 1, name: 'Create Account' })).toBeFocused();
  await keys.press(page.getByRole('main').getByRole('link', { name: 'Create Account' }));
  await expect(page.getByLabel('Username')).toHaveValue('Anna Miller');
  await expect(page.getByLabel('Email')).toHaveValue(`anna.${name}@example.test`);
  await keys.type(page.getByLabel('Password', { exact: true }), PASSWORD);
  await keys.type(page.getByLabel('Confirm Password'), PASSWORD);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/checkout\?/);
  await expect(page.getByRole('radio', { name: 'Succeeds' })).toBeChecked();
  await keys.press(button(page, 'Pay $5.00'));
  await expect(page).toHaveURL(/\/dashboard/, { timeout: 45_000 });
  const entry = page.locator('tr').filter({ hasText: 'Ben Carter' });
  await expect(entry.getByText('Completed', { exact: true })).toBeVisible({ timeout: 60_000 });
  await keys.press(page.getByRole('button', { name: /^View contract/ }));
  const viewer = page.getByRole('dialog', { name: 'Voice Contract Viewer' });
  await keys.press(viewer.getByRole('button', { name: 'Play Audio' }).first());
  await expect(viewer.getByRole('button', { name: 'Pause Audio' }).first()).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(viewer).toHaveCount(0);
  await expect(page.getByRole('button', { name: /^View contract/ })).toBeFocused();
});

test('remote consent, by keys alone', async () => {
  const { anna } = await paidRemoteContract();
  const { page, keys } = await begin();
  const link = await linkTo(anna.emailB);
  await expect(async () => {
    await page.goto(link);
    // The sound is made ready after the payment; nobody reads a mail that fast.
    const sound = page.getByRole('region', { name: 'Recording of Anna Miller' });
    await expect(sound).toContainText(/0:[12]\d/, { timeout: 3000 });
  }).toPass();
  await keys.press(page.getByRole('button', { name: /^Play/ }).first());
  await expect(page.getByRole('button', { name: /^Pause/ }).first()).toBeFocused();
  await page.keyboard.press('Enter');
  for (const tick of await page.getByRole('checkbox').all()) await keys.press(tick, 'Space');
  await keys.press(button(page, 'Accept & Record Consent'));
  await expect(page.getByRole('heading', { level: 1, name: 'Recording Your Consent' })).toBeFocused();
  await keys.press(button(page, 'Start Recording'));
  await record(page, keys);
  await keys.press(button(page, 'Send Consent'));
  await expect(page.getByRole('heading', { name: 'Your consent is recorded' })).toBeVisible();
  await anna.reaches(
    (await anna.ask<{ agreementId: string }[]>('GET', `/api/users/${anna.user.id}/agreements`))[0]
      ?.agreementId ?? '',
    'completed',
  );
});

test('subscription, by keys alone', async () => {
  const anna = await newcomer();
  const { page, keys } = await begin();
  await enter(page.context(), anna.emailA);
  await page.goto('/dashboard');
  await keys.press(
    page.getByRole('navigation', { name: 'Main' }).getByRole('button', { name: 'Anna Miller' }),
  );
  await expect(page.getByRole('menuitem', { name: 'Profile Settings' })).toBeFocused();
  // A menu moves its focus a moment after the press: a second press before that would count for nothing.
  for (const name of ['Receipts', 'Subscription']) {
    await page.keyboard.press('ArrowDown');
    await expect(page.getByRole('menuitem', { name })).toBeFocused();
  }
  await page.keyboard.press('Enter');
  await expect(page.getByText('$20/month')).toBeVisible();
  await keys.press(button(page, 'Pay $20.00'));
  await expect(page).toHaveURL(/\/dashboard$/, { timeout: 45_000 });
  await page.goto('/subscribe');
  await keys.press(button(page, 'Cancel Subscription'));
  const question = page.getByRole('alertdialog');
  await keys.press(question.getByRole('button', { name: 'Cancel Subscription' }));
  await expect(page.getByText('Ends soon', { exact: true })).toBeVisible();
  await keys.press(button(page, 'Resume Subscription'));
  await expect(page.getByText('Active', { exact: true })).toBeVisible();
});

test('held payment, by keys alone', async () => {
  const anna = await newcomer();
  const contract = await paidContract(anna);
  const { page, keys } = await begin();
  await enter(page.context(), anna.emailA);
  await page.goto('/dashboard');
  await keys.press(page.getByRole('button', { name: /^More for/ }).first());
  await expect(page.getByRole('menuitem').first()).toBeFocused();
  await page.keyboard.type('Payment');
  await expect(page.getByRole('menuitem', { name: 'Payment protection' })).toBeFocused();
  await page.keyboard.press('Enter');
  await keys.type(page.getByLabel('Amount'), '120');
  await keys.press(button(page, 'Continue'));
  await expect(page.getByText('Seller Onboarding Required').first()).toBeVisible();

  // The seller, by the mailed link.
  const seller = await begin();
  await seller.page.goto(await sellerLink(anna.emailB, contract.agreementId));
  const opened = seller.page.waitForEvent('popup');
  await seller.keys.press(button(seller.page, 'Set Up Payouts'));
  const tab = await opened;
  await tab.getByRole('button', { name: 'Finish onboarding' }).press('Enter');
  await expect(tab.getByRole('heading', { name: 'Payment protection' })).toBeVisible();
  await tab.close();

  await expect(page.getByRole('radio', { name: 'Succeeds' })).toBeVisible({ timeout: 45_000 });
  await keys.press(button(page, 'Pay $120.00'));
  await expect(page).toHaveURL(/\/dashboard/, { timeout: 45_000 });
  await expect(page.getByText('Payment received', { exact: true })).toBeVisible();
  await keys.press(page.getByRole('button', { name: /^More for/ }).first());
  await expect(page.getByRole('menuitem').first()).toBeFocused();
  await page.keyboard.type('Payment');
  await expect(page.getByRole('menuitem', { name: 'Payment protection' })).toBeFocused();
  await page.keyboard.press('Enter');
  const next = page.getByRole('region', { name: 'What happens next' });
  await expect(next.getByText('Payment held')).toBeVisible({ timeout: 45_000 });
  await keys.press(button(page, 'I Received It'));
  const question = page.getByRole('alertdialog');
  await keys.press(question.getByRole('button', { name: 'I Received It' }));
  await keys.press(button(page, 'Release Now'));
  await keys.press(question.getByRole('button', { name: 'Release Escrow' }));
  const again = page.getByRole('dialog', { name: 'Your Password, Once More' });
  await keys.type(again.getByLabel('Password', { exact: true }), PASSWORD);
  await keys.press(again.getByRole('button', { name: 'Continue' }));
  await expect(next.getByText('Released', { exact: true })).toBeVisible({ timeout: 45_000 });
});
