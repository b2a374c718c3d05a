import { type Browser, expect, type Page, test } from '@playwright/test';
import { launch } from '../pages.js';
import { enter, enterAsAdmin, signIn, somebody } from '../people.js';
import { type Cast, castRoles } from './routes.js';

let browser: Browser;
let cast: Cast;

test.beforeAll(async () => {
  browser = await launch();
  cast = await castRoles();
});

test.afterAll(() => browser.close());

test.describe.configure({ mode: 'parallel' });

const bar = (page: Page) => page.getByRole('navigation', { name: 'Main' });
const gear = (page: Page) => bar(page).getByRole('link', { name: 'Administration' });

test('the bar for visitors, for users, for administrators', async () => {
  const { context, page } = await somebody(browser, 'desktop');
  await page.goto('/');
  const link = (name: string) => bar(page).getByRole('link', { name, exact: true });
  for (const [name, href] of [
    ['Sign In', '/login'],
    ['Sign Up', '/signup'],
    ['Support', '/contact'],
  ] as const) {
    await expect(link(name)).toHaveAttribute('href', href);
  }
  await expect(gear(page)).toHaveCount(0);

  await enter(context, cast.user.emailA);
  await page.reload();
  for (const [name, href] of [
    ['Dashboard', '/dashboard'],
    ['Create Contract', '/record-voice-deal'],
    ['Support', '/contact'],
  ] as const) {
    await expect(link(name)).toHaveAttribute('href', href);
  }
  await expect(link('Sign In')).toHaveCount(0);
  await expect(gear(page)).toHaveCount(0);
  await bar(page).getByRole('button', { name: 'Anna Miller' }).click();
  await expect(page.getByRole('menuitem', { name: 'Logout' })).toBeVisible();
  await page.getByRole('menuitem', { name: 'Profile Settings' }).click();
  await expect(page).toHaveURL(/\/profile$/);

  await enterAsAdmin(context);
  await page.reload();
  await expect(gear(page)).toHaveAttribute('href', '/admin');
  await context.close();
});

test('on a phone the bar folds into a menu', async () => {
  const { context, page } = await somebody(browser, 'phone');
  await page.goto('/');
  const opener = page.getByRole('button', { name: 'Open menu' });
  await expect(bar(page).getByRole('link', { name: 'Sign In' })).toBeHidden();
  await opener.click();
  await expect(bar(page).getByRole('link', { name: 'Sign In' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(bar(page).getByRole('link', { name: 'Sign In' })).toBeHidden();
  await opener.click();
  await bar(page).getByRole('link', { name: 'Support' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Contact Support' })).toBeVisible();
  await expect(bar(page).getByRole('link', { name: 'Sign In' })).toBeHidden();
  await page.getByRole('link', { name: 'Current Employees' }).click();
  await expect(page).toHaveURL(/\/admin-login$/);
  await context.close();
});

test('the dashboard: greeting, cards, filters with counts, columns, actions', async () => {
  const { context, page } = await somebody(browser, 'desktop');
  await signIn(page, cast.user.emailA);
  await expect(page.getByText(cast.user.emailA, { exact: true })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Profile Settings' })).toBeVisible();
  await expect(page.getByRole('link', { name: '+ Create New Contract' })).toHaveAttribute(
    'href',
    '/record-voice-deal',
  );
  for (const card of ['Contracts Created', 'Recordings in Progress', 'Pending Sign-Offs', 'Completed']) {
    await expect(page.getByRole('button', { name: new RegExp(card) }).first()).toBeVisible();
  }
  await expect(page.getByRole('columnheader')).toHaveText(['Date', 'Type', 'Parties', 'Status', 'Actions']);
  const filters = page.getByRole('group', { name: 'Show' });
  await expect(filters.getByRole('button')).toHaveText([/^All/, /^Completed/, /^In Progress/, /^Awaiting/]);
  const rows = page.getByRole('row').filter({ has: page.getByRole('button', { name: /^View contract/ }) });
  await expect(rows).toHaveCount(2);
  const unpaid = rows.filter({ hasText: 'Awaiting Payment' });
  await expect(unpaid).toContainText('Split Second Contract');
  await expect(unpaid).toContainText('Anna Miller ↔ Ben Carter');
  // As high as its two lines of text, with the way to pay; the rest is in the menu.
  expect((await unpaid.boundingBox())?.height).toBeLessThanOrEqual(76);
  await expect(unpaid.getByRole('link', { name: 'Complete Payment' })).toBeVisible();
  await unpaid.getByRole('button', { name: /^More for/ }).click();
  const menu = page.getByRole('menuitem');
  await expect(menu.filter({ hasText: /^Share/ })).toBeVisible();
  await expect(menu.filter({ hasText: /^Resend/ })).toContainText('Mails you the link to pay');
  await expect(menu.filter({ hasText: /^Remind/ })).toHaveCount(0);
  await page.keyboard.press('Escape');
  await expect(unpaid.getByRole('button', { name: /^Remind/ })).toHaveCount(0);
  await filters.getByRole('button', { name: /^Awaiting/ }).click();
  await expect(rows).toHaveCount(0);
  await page.getByRole('button', { name: /Contracts Created/ }).click();
  await expect(rows).toHaveCount(2);
  await filters.getByRole('button', { name: /^In Progress/ }).click();
  await expect(unpaid).toBeVisible();
  await context.close();
});

test('the dashboard on a phone: the first contract is on the first screen', async () => {
  const { context, page } = await somebody(browser, 'phone');
  await signIn(page, cast.user.emailA);
  const list = page.getByRole('region', { name: 'Contracts Timeline' });
  const contracts = list.getByRole('listitem');
  await expect(contracts).toHaveCount(2);
  await expect(contracts.first().getByText('Anna Miller ↔ Ben Carter')).toBeInViewport({ ratio: 1 });
  const first = await contracts.first().boundingBox();
  expect(first?.y).toBeLessThan(844 - 72);
  await context.close();
});

test('how it works: four steps, five scenes, six features, and the way to record', async () => {
  const { context, page } = await somebody(browser, 'phone');
  await page.goto('/how-it-works');
  for (const step of [
    'Record Agreement',
    'Preview and Confirm',
    'Create Account with $5 payment',
    'Access Features',
    'Legally Binding',
    'Escrow Protection',
    'AI Transcription',
    'Photo Support',
    '30-Day Storage',
    'Download and Share',
  ]) {
    await expect(page.getByRole('heading', { name: step, exact: true })).toBeAttached();
  }
  await expect(page.getByText('Before you start', { exact: true })).toBeAttached();
  await expect(page.getByText('During recording', { exact: true })).toBeAttached();
  const ways = page.getByRole('main').locator('a[href^="/record-voice-deal"]');
  expect(await ways.count()).toBeGreaterThanOrEqual(2);
  await ways.first().click();
  await expect(page).toHaveURL(/\/record-voice-deal/);
  await context.close();
});
