import { type Browser, expect, test } from '@playwright/test';
import { BOTH, inspect, launch } from '../pages.js';
import { oneMail, signIn, somebody } from '../people.js';
import { newcomer, payWith, receiptOf } from '../prepared-people.js';
import { recorded } from '../recorder/recording.js';

let browser: Browser;

test.beforeAll(async () => {
  browser = await launch();
});

test.afterAll(() => browser.close());

for (const width of BOTH) {
  test(`a subscription covers a new contract, is cancelled and resumed (${width})`, async () => {
    const anna = await newcomer();
    const { context, page } = await somebody(browser, width);
    await signIn(page, anna.emailA);
    await page.goto('/subscribe');
    await expect(page.getByText('$20/month')).toBeVisible();
    await expect(page.getByRole('radio', { name: 'Succeeds' })).toBeVisible();
    await inspect(page, '61-subscribe', width);
    await payWith(page, 'Succeeds', '$20.00');
    await expect(page).toHaveURL(/\/dashboard$/, { timeout: 45_000 });

    await page.goto('/record-voice-deal');
    await page.getByLabel('Party A Name').fill('Anna Miller');
    await page.getByLabel('Party A Email').fill(anna.emailA);
    await page.getByLabel('Party B Name').fill('Ben Carter');
    await page.getByLabel('Party B Email').fill(anna.emailB);
    await page.getByLabel('Agreement Amount').fill('2000');
    await page.getByRole('button', { name: 'Start Recording' }).click();
    await expect(page.getByText('Recording in progress...').first()).toBeVisible();
    await recorded(page, 3);
    await page.getByRole('button', { name: 'Stop', exact: true }).click();
    await page.getByRole('button', { name: 'Continue to Payment' }).click();
    await page.getByRole('button', { name: /Complete Contract$/ }).click();
    await expect(page.getByText('Nothing to pay')).toBeVisible({ timeout: 30_000 });
    await expect(page.getByText('Your subscription covers this contract.')).toBeVisible();
    await inspect(page, '62-covered', width);
    await oneMail(anna.emailA, /^Nothing to pay: contract/);

    await page.goto('/subscribe');
    const own = page.getByRole('region', { name: 'Your subscription' });
    await expect(own.getByText('Active', { exact: true })).toBeVisible();
    await inspect(page, '63-subscription', width);
    await own.getByRole('button', { name: 'Cancel Subscription' }).click();
    const dialog = page.getByRole('alertdialog');
    await expect(dialog.getByText('Cancel your subscription?')).toBeVisible();
    await inspect(page, '64-cancel-subscription', width);
    await dialog.getByRole('button', { name: 'Cancel Subscription' }).click();
    await expect(own.getByText('Ends soon', { exact: true })).toBeVisible();
    await inspect(page, '65-subscription-ends', width);
    await own.getByRole('button', { name: 'Resume Subscription' }).click();
    await expect(own.getByText('Active', { exact: true })).toBeVisible();
    await own.getByRole('link', { name: 'See Receipts' }).click();
    await expect(receiptOf(page, '$20.00')).toContainText('TEST');
    await context.close();
  });
}
