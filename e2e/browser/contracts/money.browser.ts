import { type Browser, expect, type Page, test } from '@playwright/test';
import { openAdministration, openSection, recordWith } from '../administrator.js';
import { BOTH, inspect, launch } from '../pages.js';
import { entryOf, oneMail, signIn, somebody } from '../people.js';
import { newcomer, numberOf, paidContract, payWith, receiptOf, unpaidContract } from '../prepared-people.js';

// Many screens, each looked at in light and in dark.
test.describe.configure({ timeout: 360_000 });

let browser: Browser;

test.beforeAll(async () => {
  browser = await launch();
});

test.afterAll(async () => {
  await browser.close();
});

/** Answers the question of the bank behind the test card, and comes back. */
async function answerBank(page: Page, answer: 'Confirm payment' | 'Refuse'): Promise<void> {
  await expect(page.getByRole('heading', { name: 'Confirm your payment' })).toBeVisible();
  await page.getByRole('button', { name: answer }).click();
  await expect(page).toHaveURL(/\/dashboard$/);
}

for (const width of BOTH) {
  test(`$5: declined, no funds, refused by the bank, confirmed, and paid at once (${width})`, async () => {
    const anna = await newcomer();
    const first = await unpaidContract(anna);
    const { context, page } = await somebody(browser, width);
    await signIn(page, anna.emailA);
    const pay = entryOf(page, numberOf(first)).getByRole('link', { name: 'Complete Payment' });
    await expect(pay).toBeVisible();
    await inspect(page, '50-open-payment', width);
    await pay.click();

    await expect(page.getByRole('heading', { level: 1, name: 'Checkout' })).toBeVisible();
    await expect(page.getByRole('radio', { name: 'Succeeds' })).toBeChecked();
    await expect(page.getByText('Do not enter a real card')).toBeVisible();
    await inspect(page, '51-checkout', width);
    const refusal = page.getByRole('main').getByRole('alert');
    await payWith(page, 'Declined', '$5.00');
    await expect(refusal).toContainText(/declined/i);
    await expect(refusal).toContainText('Nothing was charged');
    await payWith(page, 'Insufficient funds', '$5.00');
    await expect(refusal).toContainText(/insufficient funds/i);
    await inspect(page, '52-no-funds', width);

    await payWith(page, 'Needs authentication', '$5.00');
    await answerBank(page, 'Refuse');
    await expect(page.getByText('Your bank did not confirm the payment.')).toBeVisible();
    await inspect(page, '53-refused-by-bank', width);
    await page.getByRole('link', { name: 'Pay Again' }).click();
    await payWith(page, 'Needs authentication', '$5.00');
    await answerBank(page, 'Confirm payment');
    const notice = page.getByRole('main').filter({ hasText: 'Payment received' });
    await expect(notice.getByText('The receipt is among your receipts.')).toBeVisible();
    await expect(pay).toBeHidden();
    await inspect(page, '54-back-from-bank', width);

    const second = await unpaidContract(anna);
    await page.goto(`/checkout?plan=split-second-contract&agreementId=${second.agreementId}`);
    await payWith(page, 'Succeeds', '$5.00');
    await expect(page).toHaveURL(/\/dashboard$/, { timeout: 45_000 });

    await page.getByRole('main').getByRole('link', { name: 'Receipts' }).click();
    for (const contract of [first, second]) {
      const receipt = receiptOf(page, numberOf(contract));
      await expect(receipt).toContainText('$5.00');
      await expect(receipt.getByText('TEST', { exact: true })).toBeVisible();
      await oneMail(anna.emailA, new RegExp(`^Your receipt for contract #${numberOf(contract)}`));
    }
    await inspect(page, '55-receipts', width);
    await receiptOf(page, numberOf(first))
      .getByRole('button', { name: /^Open receipt/ })
      .click();
    const dialog = page.getByRole('dialog', { name: 'Receipt' });
    await expect(dialog.getByText('Made in test mode. No money moved.')).toBeVisible();
    await inspect(page, '56-receipt', width);
    await context.close();
  });

  test(`a form that does not load says so after 15 seconds, and can be tried again (${width})`, async () => {
    const anna = await newcomer();
    const { agreementId } = await unpaidContract(anna);
    const { context, page } = await somebody(browser, width);
    await signIn(page, anna.emailA);
    await page.clock.install();
    await page.goto(`/checkout?plan=split-second-contract&agreementId=${agreementId}`);
    await page.getByRole('radio', { name: 'Never loads' }).check();
    await page.getByRole('button', { name: 'Open the Form That Never Loads' }).click();
    await expect(page.getByText('The payment form is loading.')).toBeAttached();
    const warning = page.getByRole('alert').filter({ hasText: 'Still loading' });
    const opened = await page.evaluate(() => Date.now());
    await page.clock.pauseAt(opened + 10_000);
    await expect(warning).toBeHidden();
    await page.clock.runFor(5_000);
    await expect(warning).toContainText('longer than usual');
    await page.clock.resume();
    await inspect(page, '57-slow-form', width);
    await warning.getByRole('button', { name: 'Try Again' }).click();
    await payWith(page, 'Succeeds', '$5.00');
    await expect(page).toHaveURL(/\/dashboard$/, { timeout: 45_000 });
    await context.close();
  });

  test(`$2: a transcript by a person is ordered, waits on the dashboard, and is paid (${width})`, async () => {
    const anna = await newcomer();
    const saved = await paidContract(anna);
    const { agreementId } = saved;
    const order = await anna.ask('POST', '/api/request-manual-transcription', { json: { agreementId } });
    expect(order).toMatchObject({ status: 'requested' });
    const { context, page } = await somebody(browser, width);
    await signIn(page, anna.emailA);
    const open = page.getByRole('region', { name: 'Open payments' });
    await expect(async () => {
      await page.reload();
      await expect(open).toBeVisible({ timeout: 2000 });
    }).toPass();
    await expect(open).toContainText(numberOf(saved));
    await inspect(page, '58-open-transcript', width);
    await open.getByRole('link', { name: /^Pay \$2\.00/ }).click();
    await expect(page).toHaveURL(/\/checkout\?service=manual-transcription&agreementId=/);
    await expect(page.getByText('Professional Transcription Service')).toBeVisible();
    await inspect(page, '59-checkout-transcript', width);
    await payWith(page, 'Succeeds', '$2.00');
    await expect(page).toHaveURL(/\/dashboard$/, { timeout: 45_000 });
    await expect(page.getByRole('heading', { name: 'Contracts Timeline' })).toBeVisible();
    await expect(open).toBeHidden();
    await page.goto('/receipts');
    await expect(receiptOf(page, '$2.00')).toContainText(numberOf(saved));
    await oneMail(anna.emailA, /^Your receipt for a transcript by a person/);
    await page.goto(`/checkout?service=manual-transcription&agreementId=${agreementId}`);
    await expect(page.getByText('This is already paid.')).toBeVisible();
    await inspect(page, '60-already-paid', width);
    await context.close();
  });

  test(`an administrator pays a payment back, with a reason (${width})`, async () => {
    const anna = await newcomer();
    const saved = await paidContract(anna);
    const { context, page } = await somebody(browser, width);
    await openAdministration(page);
    await openSection(page, 'Payments');
    const record = recordWith(page, numberOf(saved));
    await record.getByRole('button', { name: /^Refund payment/ }).click();
    const dialog = page.getByRole('dialog', { name: 'Refund a payment' });
    await expect(dialog).toContainText('$5.00 goes back');
    await dialog.getByRole('button', { name: 'Refund', exact: true }).click();
    await expect(dialog.getByText('Please write a reason of 3 to 500 characters')).toBeVisible();
    await dialog.getByLabel('Reason').fill('Paid twice by mistake.');
    await inspect(page, '66-refund', width);
    await dialog.getByRole('button', { name: 'Refund', exact: true }).click();
    await expect(page.getByText('Refund started').first()).toBeVisible();
    // The list is read again by itself until the money is on its way.
    await expect(record.getByText('Refunded', { exact: true })).toBeVisible({ timeout: 45_000 });
    await expect(record.getByRole('button', { name: /^Refund payment/ })).toHaveCount(0);
    await inspect(page, '67-refunded', width);
    await oneMail(anna.emailA, /^\$5\.00 USD comes back to you/);
    const buyer = await somebody(browser, width);
    await signIn(buyer.page, anna.emailA);
    await buyer.page.goto('/receipts');
    await expect(receiptOf(buyer.page, numberOf(saved)).getByText('Refunded')).toBeVisible();
    await receiptOf(buyer.page, numberOf(saved))
      .getByRole('button', { name: /^Open receipt/ })
      .click();
    await expect(buyer.page.getByRole('dialog').getByText('Total after refund')).toBeVisible();
    await inspect(buyer.page, '68-refunded-receipt', width);
    await Promise.all([context.close(), buyer.context.close()]);
  });
}
