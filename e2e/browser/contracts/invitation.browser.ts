import { type Browser, expect, test } from '@playwright/test';
import { expectAccessible, launch, look } from '../pages.js';
import { entryOf, linkTo, oneMail, paidRemoteContract, signIn, somebody } from '../people.js';

let browser: Browser;

test.beforeAll(async () => {
  browser = await launch();
});

test.afterAll(async () => {
  await browser.close();
});

test('party B declines with a reason, and party A reads it', async () => {
  const { anna } = await paidRemoteContract();
  const b = await somebody(browser, 'phone');
  await b.page.goto(await linkTo(anna.emailB));
  await b.page.getByRole('button', { name: 'Decline' }).click();
  const dialog = b.page.getByRole('dialog');
  await dialog.getByLabel('Your reason').fill('The price is not what we said.');
  await look(b.page, '25-decline', 'phone');
  await expectAccessible(b.page);
  await dialog.getByRole('button', { name: 'Decline Agreement' }).click();
  await expect(b.page.getByRole('heading', { name: 'You declined this agreement' })).toBeVisible();
  await look(b.page, '26-declined', 'phone');
  await expectAccessible(b.page);

  const a = await somebody(browser, 'desktop');
  await signIn(a.page, anna.emailA);
  const entry = entryOf(a.page, 'Ben Carter');
  await expect(entry.getByText('Cancelled', { exact: true })).toBeVisible();
  await expect(entry.getByText('Ben Carter declined')).toBeVisible();
  await look(a.page, '27-dashboard-declined', 'desktop', true);
  await oneMail(anna.emailA, /declined/i);
  await Promise.all([a.context.close(), b.context.close()]);
});

test('the link of a mail that says no opens the question for the reason at once', async () => {
  const { anna, saved } = await paidRemoteContract();
  const b = await somebody(browser, 'phone');
  await b.page.goto(`${await linkTo(anna.emailB)}&decline=1`);
  const dialog = b.page.getByRole('dialog', { name: 'Decline this agreement' });
  await expect(dialog).toBeVisible();
  await expect(b.page).toHaveURL(new RegExp(`/remote-contract/${saved.agreementId}$`));
  await expectAccessible(b.page);
  await dialog.getByRole('button', { name: 'Go Back' }).click();
  await expect(dialog).toBeHidden();
  await expect(b.page.getByRole('heading', { name: 'Voice Contract Invitation' })).toBeVisible();
  await b.context.close();
});

test('party A cancels, and the link of party B says so', async () => {
  const { anna } = await paidRemoteContract();
  const a = await somebody(browser, 'phone');
  await signIn(a.page, anna.emailA);
  await entryOf(a.page, 'Ben Carter').getByRole('button', { name: /More/ }).click();
  await a.page.getByRole('menuitem', { name: 'Cancel' }).click();
  const dialog = a.page.getByRole('dialog');
  await dialog.getByLabel('Reason').fill('We met and did it in person.');
  await look(a.page, '28-cancel', 'phone');
  await expectAccessible(a.page);
  await dialog.getByRole('button', { name: 'Cancel Contract' }).click();
  await expect(entryOf(a.page, 'Ben Carter').getByText('Cancelled', { exact: true })).toBeVisible();

  const b = await somebody(browser, 'phone');
  await b.page.goto(await linkTo(anna.emailB));
  await expect(b.page.getByRole('heading', { name: 'This agreement was cancelled' })).toBeVisible();
  await look(b.page, '29-link-cancelled', 'phone');
  await expectAccessible(b.page);
  await oneMail(anna.emailB, /cancelled/i);
  await Promise.all([a.context.close(), b.context.close()]);
});

test('party A corrects the address of party B: the old link dies, the new one opens', async () => {
  const { anna } = await paidRemoteContract();
  const old = await linkTo(anna.emailB);
  const right = `right.${anna.emailB}`;
  const a = await somebody(browser, 'desktop');
  await signIn(a.page, anna.emailA);
  await entryOf(a.page, 'Ben Carter').getByRole('button', { name: 'Correct address' }).click();
  const dialog = a.page.getByRole('dialog');
  await dialog.getByLabel(/^Email of/).fill(right);
  await look(a.page, '30-correct-address', 'desktop');
  await expectAccessible(a.page);
  await dialog.getByRole('button', { name: 'Send to This Address' }).click();
  await expect(a.page.getByText('Invitation sent').first()).toBeVisible();

  const b = await somebody(browser, 'desktop');
  await b.page.goto(old);
  await expect(b.page.getByText('This link was replaced by a newer one.')).toBeVisible();
  await expect(b.page.getByRole('region', { name: 'Listen first' })).toHaveCount(0);
  await look(b.page, '31-old-link', 'desktop');
  await expectAccessible(b.page);
  await b.page.goto(await linkTo(right));
  await expect(b.page.getByRole('heading', { name: 'Voice Contract Invitation' })).toBeVisible();
  await Promise.all([a.context.close(), b.context.close()]);
});
