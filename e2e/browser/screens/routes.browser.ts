import { type Browser, type BrowserContext, expect, type Page, test } from '@playwright/test';
import { GATE } from '../gate.js';
import { launch } from '../pages.js';
import { enter, enterAsAdmin, somebody } from '../people.js';
import { type Cast, castRoles, ROLES, ROUTES, type Role, titleOf } from './routes.js';

let browser: Browser;
let cast: Cast;
const people = new Map<Role, { context: BrowserContext; page: Page }>();

test.beforeAll(async () => {
  browser = await launch();
  cast = await castRoles();
  for (const role of ROLES) people.set(role, await somebody(browser, 'desktop'));
  const as = (role: Role) => people.get(role)?.context as BrowserContext;
  await enter(as('user'), cast.user.emailA);
  await enterAsAdmin(as('admin'));
});

test.afterAll(() => browser.close());

for (const { route, status = 200, address, screen, instead } of ROUTES) {
  test(`${route}: what visitors, users, administrators and party B see`, async () => {
    for (const role of ROLES) {
      await test.step(role, async () => {
        const { page } = people.get(role) as { page: Page };
        const expected = { path: undefined, ...(instead?.[role] ?? screen) };
        const answer = await page.goto(address?.(cast, role) ?? route);
        expect(answer?.status()).toBe(status);
        await expect(page.getByRole('heading', { level: 1, name: expected.heading }).first()).toBeVisible();
        await expect(page.locator('h1')).toHaveCount(1);
        await expect(page).toHaveTitle(titleOf(expected));
        await expect(page.locator('main')).toHaveCount(1);
        if (instead?.[role]?.path) expect(new URL(page.url()).pathname).toBe(expected.path);
        else expect(new URL(page.url()).pathname).toBe((address?.(cast, role) ?? route).split('?')[0]);
      });
    }
  });
}

test('going to another screen moves the focus to its heading', { tag: GATE }, async () => {
  const { context, page } = await somebody(browser, 'desktop');
  await enter(context, cast.user.emailA);
  await page.goto('/dashboard');
  const bar = page.getByRole('navigation', { name: 'Main' });
  const heading = page.getByRole('heading', { level: 1 });
  await expect(heading).toHaveText('Welcome back, Anna Miller');
  for (const [link, name] of [
    ['Support', 'Contact Support'],
    ['Create Contract', 'Split Second Contract'],
    ['Dashboard', 'Welcome back, Anna Miller'],
  ] as const) {
    await bar.getByRole('link', { name: link, exact: true }).click();
    await expect(heading.and(page.getByText(name, { exact: true }))).toBeFocused();
  }
  await page.getByRole('main').getByRole('link', { name: 'Receipts' }).click();
  await expect(heading).toHaveText('Receipts');
  await expect(heading).toBeFocused();
  // Back too is a change of screen.
  await page.goBack();
  await expect(heading).toHaveText('Welcome back, Anna Miller');
  await expect(heading).toBeFocused();
  await context.close();
});

test('the first key goes to the link over the bar, and the link to the content', { tag: GATE }, async () => {
  const { context, page } = await somebody(browser, 'phone');
  await page.goto('/login');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await page.keyboard.press('Tab');
  const skip = page.getByRole('link', { name: 'Skip to content' });
  await expect(skip).toBeFocused();
  await expect(skip).toBeInViewport();
  await page.keyboard.press('Enter');
  await page.keyboard.press('Tab');
  await expect(page.getByLabel('Email')).toBeFocused();
  await context.close();
});
