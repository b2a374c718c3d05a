import { type Browser, expect, test } from '@playwright/test';
import { openAdministration } from '../administrator.js';
import { BOTH, inspect, launch } from '../pages.js';
import { entryOf, oneMail, signIn, somebody } from '../people.js';
import {
  escrowFor,
  givePassword,
  newcomer,
  next,
  numberOf,
  paidContract,
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

test.afterAll(async () => {
  await browser.close();
});

for (const width of BOTH) {
  test(`a problem is reported, and support divides the money (${width})`, async () => {
    const anna = await newcomer();
    const contract = await paidContract(anna);
    await escrowFor(anna, contract, 100);
    const buyer = await somebody(browser, width);
    await signIn(buyer.page, anna.emailA);
    await buyer.page.goto(`/escrow?agreementId=${contract.agreementId}`);
    await buyer.page.getByRole('button', { name: 'I Received It' }).click();
    await sayYes(buyer.page, 'I Received It');
    await expect(next(buyer.page).getByText('Time to check').first()).toBeVisible();
    await buyer.page.getByRole('button', { name: 'Report a Problem' }).click();
    const report = buyer.page.getByRole('dialog', { name: 'Report a problem' });
    await report.getByRole('button', { name: 'Report Problem' }).click();
    await expect(report.getByText('Please write 3 to 500 characters')).toBeVisible();
    await report.getByLabel('What is wrong?').fill('A wheel is missing.');
    await inspect(buyer.page, '81-problem', width);
    await report.getByRole('button', { name: 'Report Problem' }).click();
    await expect(next(buyer.page).getByText('Payment stopped')).toBeVisible();
    // What passes by may lie over a part of a control, depending on how far the page was scrolled.
    await buyer.page
      .getByRole('region', { name: /^Notifications/ })
      .getByRole('button', { name: 'Close' })
      .click();
    await inspect(buyer.page, '82-disputed', width);

    const administrator = await somebody(browser, width);
    await openAdministration(administrator.page);
    await administrator.page.getByRole('tab', { name: 'Payment protection' }).click();
    const waiting = administrator.page.getByRole('region', { name: 'Waiting for a decision' });
    const record = waiting.locator('tr, li').filter({ hasText: numberOf(contract) });
    await expect(record).toContainText('$100.00');
    await inspect(administrator.page, '83-waiting', width);
    await record.getByRole('button', { name: /^Decide about/ }).click();
    const decision = administrator.page.getByRole('dialog', { name: 'Decide about payment protection' });
    await expect(decision.getByText('A wheel is missing.')).toBeVisible();
    await decision.getByLabel('Part of the seller, before the fee').fill('60');
    await expect(decision).toContainText('Seller gets$57.00');
    await expect(decision).toContainText('Buyer gets back$40.00');
    await decision.getByLabel('Reason').fill('The wheel costs forty dollars.');
    await inspect(administrator.page, '84-decide', width);
    await decision.getByRole('button', { name: 'Decide', exact: true }).click();
    await expect(administrator.page.getByText('Both sides are told by email.').first()).toBeVisible();
    await expect(record).toHaveCount(0);
    const all = administrator.page.getByRole('region', { name: 'All payment protection' });
    const decided = all.locator('tr, li').filter({ hasText: numberOf(contract) });
    // The list is read again by itself until the money has moved.
    await expect(decided.getByText('Decided', { exact: true })).toBeVisible({ timeout: 45_000 });
    await expect(administrator.page.getByText('In balance')).toBeVisible();
    await decided.getByRole('button', { name: /^Steps of/ }).click();
    await expect(administrator.page.getByRole('dialog').getByText('A decision was made')).toBeVisible();
    await inspect(administrator.page, '85-steps', width);

    const seller = await somebody(browser, width);
    await seller.page.goto(await sellerLink(anna.emailB, contract.agreementId));
    await buyer.page.reload();
    for (const [{ page }, step] of [
      [buyer, '86-divided'],
      [seller, '87-seller-divided'],
    ] as const) {
      await expect(timeline(page).getByText('Divided by decision')).toBeVisible();
      await expect(next(page)).toContainText('The money was divided. This is finished.');
      await expect(next(page)).toContainText('The wheel costs forty dollars.');
      await inspect(page, step, width);
    }
    await oneMail(anna.emailA, /^The decision about your payment/);
    await oneMail(anna.emailB, /^The decision about your payment/);
    await Promise.all([buyer, administrator, seller].map(({ context }) => context.close()));
  });

  test(`the dashboard offers a release only for a held payment of the plan pro (${width})`, async () => {
    const anna = await newcomer();
    await paidContract(anna, { planType: 'pro', partyBName: 'Not Held' });
    const plain = await paidContract(anna, { partyBName: 'Not Pro' });
    const pro = await paidContract(anna, { planType: 'pro', partyBName: 'Pro And Held' });
    for (const contract of [plain, pro]) await escrowFor(anna, contract, 80);
    const { context, page } = await somebody(browser, width);
    await signIn(page, anna.emailA);
    const offer = (name: string) => entryOf(page, name).getByRole('link', { name: /^Release Escrow/ });
    await expect(async () => {
      await page.reload();
      await expect(offer('Pro And Held')).toBeVisible({ timeout: 2000 });
    }).toPass();
    await expect(entryOf(page, 'Pro And Held')).toContainText('Funds release within 24 hours.');
    await expect(offer('Not Held')).toHaveCount(0);
    await expect(offer('Not Pro')).toHaveCount(0);
    await inspect(page, '88-release-offer', width);
    await offer('Pro And Held').click();
    await expect(page.getByRole('alertdialog')).toContainText(/Release \$[\d.]+ to /);
    await sayYes(page, 'Release Escrow');
    await givePassword(page);
    await expect(next(page).getByText('Released', { exact: true })).toBeVisible({ timeout: 45_000 });
    await page.goto('/dashboard');
    await expect(entryOf(page, 'Pro And Held')).toBeVisible();
    await expect(page.getByRole('link', { name: /^Release Escrow/ })).toHaveCount(0);
    await context.close();
  });
}

test('a step that is confirmed while another is on its way follows it', async () => {
  const anna = await newcomer();
  const contract = await paidContract(anna);
  await escrowFor(anna, contract, 70);
  const { context, page } = await somebody(browser, 'phone');
  await signIn(page, anna.emailA);
  await page.goto(`/escrow?agreementId=${contract.agreementId}`);
  const gate = Promise.withResolvers<void>();
  await page.route('**/received', async (route) => {
    await gate.promise;
    await route.continue();
  });
  await page.getByRole('button', { name: 'I Received It' }).click();
  await sayYes(page, 'I Received It');
  await page.getByRole('button', { name: 'Release Now' }).click();
  await sayYes(page, 'Release Escrow');
  gate.resolve();
  await givePassword(page);
  await expect(next(page).getByText('Released', { exact: true })).toBeVisible({ timeout: 45_000 });
  await context.close();
});

test('a step that is confirmed without a network is refused at once, and does not happen later', async () => {
  const anna = await newcomer();
  const contract = await paidContract(anna);
  await escrowFor(anna, contract, 70);
  const { context, page } = await somebody(browser, 'phone');
  await signIn(page, anna.emailA);
  await page.goto(`/escrow?agreementId=${contract.agreementId}`);
  const release = page.getByRole('button', { name: 'Release Now' });
  await expect(release).toBeVisible();
  await context.setOffline(true);
  await release.click();
  await sayYes(page, 'Release Escrow');
  await expect(page.getByRole('alert').filter({ hasText: 'We cannot reach the server.' })).toBeVisible();
  let isSent = false;
  await page.route('**/release', (route) => {
    isSent = true;
    return route.continue();
  });
  await context.setOffline(false);
  await page.reload();
  await expect(release).toBeVisible();
  expect(isSent).toBe(false);
  await release.click();
  await sayYes(page, 'Release Escrow');
  await givePassword(page);
  await expect(next(page).getByText('Released', { exact: true })).toBeVisible({ timeout: 45_000 });
  expect(isSent).toBe(true);
  await context.close();
});
