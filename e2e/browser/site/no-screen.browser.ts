import { type Browser, expect, test } from '@playwright/test';
import { expectFitsEverywhere, expectTargets } from '../fits.js';
import { GATE } from '../gate.js';
import { BOTH, inspect, launch } from '../pages.js';
import { enter, entryOf, paidRemoteContract, signIn, somebody } from '../people.js';
import { newcomer, payWith, unpaidContract } from '../prepared-people.js';

let browser: Browser;

test.beforeAll(async () => {
  browser = await launch();
});

test.afterAll(() => browser.close());

for (const width of BOTH) {
  test(`an address that leads nowhere (${width})`, async () => {
    const { context, page } = await somebody(browser, width);
    await page.goto('/no-such-page');
    await expect(page.getByRole('heading', { level: 1, name: 'Page Not Found' })).toBeVisible();
    await expect(
      page.getByText("The page you're looking for doesn't exist or you may need to log in again."),
    ).toBeVisible();
    await expect(page.getByRole('link', { name: 'Go Home' })).toHaveAttribute('href', '/');
    await expectTargets(page);
    await inspect(page, '94-not-found', width);
    await expectFitsEverywhere(page);

    const loaded = page.waitForEvent('load');
    await page.getByRole('button', { name: 'Refresh Page' }).click();
    await loaded;
    await page.evaluate(
      `['userToken', 'userId', 'userInfo'].forEach((key) => localStorage.setItem(key, '1'))`,
    );
    await page.getByRole('button', { name: 'Try Login Again' }).click();
    await expect(page).toHaveURL(/\/login$/);
    expect(
      await page.evaluate(`['userToken', 'userId', 'userInfo'].map((key) => localStorage.getItem(key))`),
    ).toEqual([null, null, null]);
    await context.close();
  });

  test(`a screen that does not arrive (${width})`, async () => {
    const { context, page } = await somebody(browser, width);
    await page.route('**/assets/not-found.screen-*.js', (route) => route.abort());
    await page.goto('/login');
    await expect(page.getByRole('heading', { level: 1, name: 'Sign In' })).toBeVisible();
    const logged = page.waitForResponse((answer) => answer.url().endsWith('/api/page-errors'));
    await page.evaluate(`history.pushState(null, '', '/nowhere')`);
    // It was loaded anew by itself, once.
    await expect(page.getByRole('heading', { level: 1, name: 'Something went wrong' })).toBeVisible();
    expect((await logged).status()).toBe(204);
    expect((await logged).request().postDataJSON()).toMatchObject({
      page: '/nowhere',
      message: expect.stringContaining('dynamically imported module'),
    });
    await expect(
      page.getByText(
        'We encountered an unexpected error. This has been logged and our team will investigate.',
      ),
    ).toBeVisible();
    await expect(page).toHaveTitle('Something went wrong · Split Second Contract');
    await expect(page.getByRole('link', { name: 'Go Home' })).toHaveAttribute('href', '/');
    await expectTargets(page);
    await inspect(page, '95-crash', width);
    await expectFitsEverywhere(page);

    // Going somewhere else leaves the error behind.
    await page.getByRole('contentinfo').getByRole('link', { name: 'Support' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Contact Support' })).toBeVisible();
    await page.goBack();
    await expect(page.getByRole('heading', { level: 1, name: 'Something went wrong' })).toBeVisible();
    await page.unroute('**/assets/not-found.screen-*.js');
    await page.getByRole('button', { name: 'Try Again' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Page Not Found' })).toBeVisible();
    await context.close();
  });
}

test('a screen whose file is gone since a release loads itself anew', async () => {
  const { context, page } = await somebody(browser, 'phone');
  await page.goto('/login');
  let isGone = true;
  await page.route('**/assets/contact.screen-*.js', (route) =>
    isGone ? route.fulfill({ status: 404 }) : route.continue(),
  );
  page.once('load', () => {
    isGone = false;
  });
  await page.getByRole('contentinfo').getByRole('link', { name: 'Support' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Contact Support' })).toBeVisible();
  await expect(page).toHaveURL(/\/contact$/);
  expect(isGone).toBe(false);
  await context.close();
});

test('a message whose code does not arrive is shown all the same, and the page stays', {
  tag: GATE,
}, async () => {
  const { context, page } = await somebody(browser, 'phone');
  await page.route('**/assets/toaster-*.js', (route) => route.fulfill({ status: 404 }));
  await page.goto('/login');
  await page.getByRole('button', { name: 'Forgot password?' }).click();
  // It is there for five seconds: looked for and closed in one step.
  const message = page.getByRole('status').filter({ hasText: 'Email Required' });
  await message.getByRole('button', { name: 'Close', exact: true }).click();
  await expect(message).toBeHidden();
  await expect(page.getByRole('heading', { level: 1, name: 'Sign In' })).toBeVisible();
  await context.close();
});

for (const isShort of [false, true]) {
  const how = isShort ? ', and the code of messages did not arrive' : '';

  test(`a payment without network says so and is made when it is back${how}`, async () => {
    const anna = await newcomer();
    const { agreementId } = await unpaidContract(anna);
    const { context, page } = await somebody(browser, 'phone');
    if (isShort) await page.route('**/assets/toaster-*.js', (route) => route.abort());
    await enter(context, anna.emailA);
    await page.goto(`/checkout?plan=split-second-contract&agreementId=${agreementId}`);
    await expect(page.getByRole('radio', { name: 'Succeeds' })).toBeVisible();
    const heading = page.getByRole('heading', { level: 1 });
    const title = (await heading.textContent()) ?? '';
    await context.setOffline(true);
    await payWith(page, 'Succeeds', '$5.00');
    const alert = page.getByRole('main').getByRole('alert');
    await expect(alert).toContainText('You are offline. Pay when the network is back.');
    await expect(heading).toHaveText(title);
    await expect(page.getByRole('radio', { name: 'Succeeds' })).toBeVisible();

    await context.setOffline(false);
    const close = page.getByRole('button', { name: 'Close', exact: true });
    if (await close.isVisible()) await close.click();
    await payWith(page, 'Succeeds', '$5.00');
    await expect(page).toHaveURL(/\/dashboard/, { timeout: 45_000 });
    await context.close();
  });

  test(`a reminder without network says that it was not sent, and the list stays${how}`, async () => {
    const { anna } = await paidRemoteContract();
    const { context, page } = await somebody(browser, 'phone');
    if (isShort) await page.route('**/assets/toaster-*.js', (route) => route.abort());
    await signIn(page, anna.emailA);
    const remind = entryOf(page, 'Ben Carter').getByRole('button', { name: /^Remind/ });
    await expect(remind).toBeVisible();
    await context.setOffline(true);
    await remind.click();
    await expect(page.getByText('Not sent', { exact: true }).first()).toBeVisible();
    await expect(page.getByRole('heading', { name: 'Contracts Timeline' })).toBeVisible();
    await expect(entryOf(page, 'Ben Carter')).toBeVisible();
    await context.setOffline(false);
    await expect(entryOf(page, 'Ben Carter')).toBeVisible();
    await context.close();
  });
}
