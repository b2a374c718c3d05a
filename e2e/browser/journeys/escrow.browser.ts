import { type Browser, expect, test } from '@playwright/test';
import { gateOn, JOURNEYS } from '../gate.js';
import { inspect, launch, look, lookClosely } from '../pages.js';
import { entryOf, oneMail, signIn, somebody } from '../people.js';
import {
  givePassword,
  newcomer,
  next,
  paidContract,
  payWith,
  sayYes,
  sellerLink,
  timeline,
} from '../prepared-people.js';

// Many screens, each looked at in light and in dark.
test.describe.configure({ timeout: 360_000 });

let browser: Browser;

test.beforeAll(async () => {
  browser = await launch();
});

test.afterAll(() => browser.close());

for (const { name, width, isGate } of JOURNEYS) {
  test(`a payment is held, delivered and released (${name})`, gateOn(isGate), async () => {
    const see = isGate ? look : inspect;
    const seeFirst = isGate ? lookClosely : inspect;
    const anna = await newcomer();
    const contract = await paidContract(anna);
    const buyer = await somebody(browser, width);
    const { page } = buyer;
    await signIn(page, anna.emailA);
    await entryOf(page, 'Ben Carter').getByRole('button', { name: /More/ }).click();
    await page.getByRole('menuitem', { name: 'Payment protection' }).click();

    await page.getByLabel('Amount').fill('2000');
    await expect(page.getByLabel('Seller email')).toHaveValue(anna.emailB);
    const form = page.locator('form');
    await expect(form).toContainText('Protection fee (5%)$100.00');
    await expect(form).toContainText('Seller gets$1,900.00');
    await seeFirst(page, '70-protect', width);
    await page.getByRole('button', { name: 'Continue', exact: true }).click();

    await expect(page.getByText('Seller Onboarding Required').first()).toBeVisible();
    await see(page, '71-onboarding', width);
    const opened = buyer.context.waitForEvent('page');
    await page.getByRole('button', { name: 'Start Seller Onboarding' }).click();
    const tab = await opened;
    await tab.getByRole('button', { name: 'Finish onboarding' }).click();
    await expect(tab.getByRole('heading', { name: 'Payment protection' })).toBeVisible();
    await tab.close();
    // The first tab asks again by itself.
    await expect(page.getByRole('radio', { name: 'Succeeds' })).toBeVisible({ timeout: 45_000 });
    await expect(page.getByText('Protection fee (5%)')).toBeVisible();
    await seeFirst(page, '72-pay-escrow', width);
    await payWith(page, 'Succeeds', '$2,000.00');
    await expect(page).toHaveURL(/\/dashboard/, { timeout: 45_000 });
    await expect(page.getByText('Payment received', { exact: true })).toBeVisible();
    const entry = entryOf(page, 'Ben Carter');
    await expect(entry.getByText('Payment held')).toBeVisible();
    await see(page, '73-dashboard-held', width);
    await entry.getByRole('button', { name: /More/ }).click();
    await page.getByRole('menuitem', { name: 'Payment protection' }).click();
    await expect(next(page).getByText('Payment held')).toBeVisible();
    await see(page, '73-escrow', width);

    const seller = await somebody(browser, width);
    const link = await sellerLink(anna.emailB, contract.agreementId, /has paid/);
    await seller.page.goto(link);
    await expect(next(seller.page).getByText('Payment held')).toBeVisible();
    // The key has been read and must not stay where screens are shared and histories kept.
    await expect(seller.page).toHaveURL(new RegExp(`/escrow\\?agreementId=${contract.agreementId}$`));
    await seeFirst(seller.page, '74-seller', width);
    await seller.page.getByRole('button', { name: 'Mark as Delivered' }).click();
    await see(seller.page, '75-delivered-question', width);
    await sayYes(seller.page, 'Mark as Delivered');
    await expect(next(seller.page).getByText('Time to check').first()).toBeVisible();
    await expect(seller.page.getByRole('timer')).toContainText(/23 h \d+ min left/);
    await see(seller.page, '76-seller-waits', width);

    await page.reload();
    await expect(page.getByRole('timer')).toContainText(/23 h \d+ min left/);
    await see(page, '77-clock', width);
    await page.getByRole('button', { name: 'Release Now' }).click();
    await expect(page.getByRole('alertdialog')).toContainText('Release $1,900.00 to Ben Carter?');
    await seeFirst(page, '78-release', width);
    await sayYes(page, 'Release Escrow');
    await givePassword(page);
    await expect(timeline(page).getByText('Released to the seller')).toBeVisible();
    await expect(next(page).getByText('Released', { exact: true })).toBeVisible({ timeout: 45_000 });
    await see(page, '79-released', width);
    await seller.page.goto(link);
    await expect(next(seller.page)).toContainText('You have been paid.');
    await see(seller.page, '80-seller-paid', width);
    await oneMail(anna.emailA, /^Your payment to .* was released$/);
    await oneMail(anna.emailB, /^You get \$1,900\.00/);
    await Promise.all([buyer.context.close(), seller.context.close()]);
  });
}
