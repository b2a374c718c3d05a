import { type Browser, expect, type Page, test } from '@playwright/test';
import type { Journey, Saved } from '#testing';
import { closePages, launch, required } from '../pages.js';
import { enter, somebody } from '../people.js';
import { newcomer, paidContract, payWith, unpaidContract } from '../prepared-people.js';
import { answer, expectSaid } from './saying.js';

let browser: Browser;
let anna: Journey;
let unpaid: Saved;
let paid: Saved;

test.beforeAll(async () => {
  browser = await launch();
  anna = await newcomer();
  [unpaid, paid] = await Promise.all([unpaidContract(anna), paidContract(anna)]);
});

test.afterEach(() => closePages(browser));

test.afterAll(() => browser.close());

test.describe.configure({ mode: 'parallel' });

async function entered(person = anna): Promise<Page> {
  const { context, page } = await somebody(browser, 'phone');
  await enter(context, person.emailA);
  return page;
}

const checkout = () => `/checkout?plan=split-second-contract&agreementId=${unpaid.agreementId}`;
const succeeds = (page: Page) => page.getByRole('radio', { name: 'Succeeds' });

for (const [what, how] of [
  ['fails', { status: 500 }],
  ['cannot be reached', 'unreachable'],
] as const) {
  test(`checkout: preparing the payment ${what}`, async () => {
    const page = await entered();
    await answer(page, '/api/create-payment-intent', how);
    await page.goto(checkout());
    await expectSaid(page, 'Payment Setup Error', 'Unable to initialize payment. Please try again.');
    await page.unrouteAll();
    await page.getByRole('main').getByRole('button', { name: 'Try Again' }).click();
    await expect(succeeds(page)).toBeVisible();
  });
}

test('checkout: nothing is pending', async () => {
  const page = await entered(await newcomer());
  await page.goto('/checkout');
  await expectSaid(page, 'Payment Setup Error', 'Unable to initialize payment. Please try again.');
});

test('checkout: pressed before the form is ready', async () => {
  const page = await entered();
  await page.goto(checkout());
  await page.getByRole('radio', { name: 'Never loads' }).check();
  await page.getByRole('button', { name: 'Open the Form That Never Loads' }).click();
  await page.getByRole('button', { name: 'Pay $5.00' }).click();
  await expectSaid(page, 'Payment Error', 'Payment system is not ready. Please refresh the page');
});

test('checkout: the provider cannot be reached, then declines', async () => {
  const page = await entered();
  const provider = `${new URL(required('STRIPE_URL')).origin}/**/confirm`;
  await page.route(provider, (route) => route.abort());
  await page.goto(checkout());
  await payWith(page, 'Succeeds', '$5.00');
  await expectSaid(page, 'Payment Error', 'An unexpected error occurred. Please try again.');
  await page.unrouteAll();
  await payWith(page, 'Declined', '$5.00');
  await expectSaid(page, 'Payment Failed', /declined/i);
});

test('checkout: the methods stand in their order', async () => {
  const page = await entered();
  await page.goto(checkout());
  await expect(page.getByRole('tab')).toHaveText([/^Card/, /^Apple Pay/, /^Google Pay/]);
  await expect(page.locator('input[autocomplete^="cc-"], iframe')).toHaveCount(0);
});

test('held payment: something is missing, it cannot be made, the seller cannot begin', async () => {
  const page = await entered();
  await page.goto(`/escrow?agreementId=${paid.agreementId}`);
  // It starts with the amount of the contract.
  await expect(page.getByLabel('Amount')).toHaveValue('2000');
  await page.getByLabel('Amount').fill('');
  await page.getByRole('button', { name: 'Continue', exact: true }).click();
  await expectSaid(page, 'Missing Information', 'Please fill in all required fields');
  await page.getByLabel('Amount').fill('80');
  await answer(page, '/api/create-escrow-intent', { status: 500 });
  await page.getByRole('button', { name: 'Continue', exact: true }).click();
  await expectSaid(page, 'Error', 'Failed to create escrow payment');
  await page.unrouteAll();
  await page.getByRole('button', { name: 'Continue', exact: true }).click();
  await expectSaid(
    page,
    'Seller Onboarding Required',
    /The seller must complete the connected-account setup/,
  );
  await answer(page, '/api/create-connect-account', { status: 500 });
  await page.getByRole('button', { name: 'Start Seller Onboarding' }).click();
  await expectSaid(page, 'Error', 'Failed to start seller onboarding');
});
