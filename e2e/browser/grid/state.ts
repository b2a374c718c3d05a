import { expect, type Page } from '@playwright/test';
import type { Role } from '../screens/routes.js';
import { answer } from '../words/saying.js';
import type { Stage } from './stage.js';

export interface State {
  name: string;
  /** Whose session the browser has; default: nobody's. */
  who?: Exclude<Role, 'party B'> | 'newbie';
  address: string | ((stage: Stage) => string);
  /** Before the page is opened: what the server answers. */
  before?: (page: Page, stage: Stage) => Promise<unknown>;
  /** From the open page to the state. */
  act?: (page: Page, stage: Stage) => Promise<unknown>;
  /** What is on the screen when the state is reached. */
  sees: (page: Page) => Promise<void>;
  /** Shows something that somebody has opened over the page, and may close again. */
  hasPanel?: true;
}

export const main = (page: Page) => page.getByRole('main');
export const heading = (name: string | RegExp) => (page: Page) =>
  expect(page.getByRole('heading', { level: 1, name }).first()).toBeVisible();
export const words = (text: string | RegExp) => (page: Page) =>
  expect(page.getByText(text).first()).toBeVisible();
export const press = (name: string | RegExp) => (page: Page) =>
  main(page).getByRole('button', { name }).first().click();
export const dialog = (name: string | RegExp) => (page: Page) =>
  expect(page.getByRole('dialog', { name }).or(page.getByRole('alertdialog', { name }))).toBeVisible();
/** The server never answers. */
export const silent = (path: string) => (page: Page) => page.route(path, () => undefined);
export const broken = (path: string) => (page: Page) => answer(page, path, { status: 500 });

export async function fillDeal(page: Page): Promise<void> {
  await page.getByLabel('Party A Name').fill('Anna Miller');
  await page.getByLabel('Party A Email').fill('anna@example.test');
  await page.getByLabel('Party B Name').fill('Ben Carter');
  await page.getByLabel('Party B Email').fill('ben@example.test');
}

export async function record(page: Page): Promise<void> {
  await main(page).getByRole('button', { name: 'Start Recording' }).click();
  await expect(page.getByText('Recording in progress...').first()).toBeVisible();
  await expect(page.getByRole('timer')).toHaveText(/0:0[1-9]/);
}

export const stop = (page: Page) => page.getByRole('button', { name: 'Stop', exact: true }).click();
export const openViewer = (page: Page) =>
  page
    .locator('tr, li')
    .filter({ hasText: 'Completed' })
    .getByRole('button', { name: /^View contract/ })
    .last()
    .click();
/** What the menu of the first contract with this status offers. */
export const choose = (item: string, status: string) => async (page: Page) => {
  await page
    .getByRole('row')
    .filter({ hasText: status })
    .getByRole('button', { name: /^More for/ })
    .first()
    .click();
  await page.getByRole('menuitem', { name: item, exact: true }).click();
};
export const recordAddress = ({ unpaid }: Stage) =>
  `/record?agreementId=${unpaid.agreementId}&plan=split-second-contract`;
