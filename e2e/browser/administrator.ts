import { expect, type Locator, type Page } from '@playwright/test';
import pg from 'pg';
import { eventually, Journey, type Saved, sessionHeaders } from '#testing';
import { required } from './pages.js';
import { enterAsAdmin } from './people.js';

/** An administrator signs in on the screen. */
export async function signInAsAdmin(page: Page): Promise<void> {
  await page.goto('/admin-login');
  await page.getByLabel('Email').fill(required('ADMIN_EMAIL'));
  await page.getByLabel('Password', { exact: true }).fill(required('ADMIN_PASSWORD'));
  await page.getByRole('main').getByRole('button', { name: 'Sign In' }).click();
  await expectAdministration(page);
}

/** An administrator who is signed in already opens the administration. */
export async function openAdministration(page: Page): Promise<void> {
  await enterAsAdmin(page.context());
  await page.goto('/admin');
  await expectAdministration(page);
}

const expectAdministration = (page: Page) =>
  expect(page.getByRole('heading', { level: 1, name: 'Administration' })).toBeVisible();

/** The tab of a section, whether or not it says that something waits there. */
export const sectionTab = (page: Page, name: string): Locator =>
  page.getByRole('tab', { name: new RegExp(`^${name}( \\d|$)`) });

/** Opens a section by its tab, with its list loaded. */
export async function openSection(page: Page, tab: string, title: string = tab): Promise<void> {
  await sectionTab(page, tab).click();
  await expect(page.getByRole('heading', { level: 2, name: title, exact: true })).toBeVisible();
  await expect(page.getByRole('button', { name: `Refresh: ${title}`, exact: true })).toBeEnabled();
}

/** The record with that content, as table row or card. */
export const recordWith = (page: Page, text: string | RegExp): Locator =>
  page.getByRole('tabpanel').locator('tr, li').filter({ hasText: text });

/** Chooses from the menu of a record. */
export async function chooseMore(record: Locator, item: string): Promise<void> {
  await record.getByRole('button', { name: /^More for/ }).click();
  await record.page().getByRole('menuitem', { name: item }).click();
}

/** The log of a contract, found by its number. */
export async function openLog(page: Page, number: string): Promise<Locator> {
  await openSection(page, 'Agreements');
  await recordWith(page, number)
    .getByRole('button', { name: /^Log of/ })
    .click();
  const dialog = page.getByRole('dialog', { name: /^Log of/ });
  await expect(dialog.getByText('Contract completed', { exact: true })).toBeVisible();
  return dialog;
}

/** Somebody with a paid contract and its finished transcript. */
export async function finishedContract(): Promise<{ anna: Journey; saved: Saved }> {
  const anna = new Journey(required('SYSTEM_URL'), { patienceMs: 20_000 });
  await anna.signup();
  const saved = await anna.save(required('SPOKEN_WAV'));
  expect(await anna.pay(saved)).toMatchObject({ status: 'succeeded' });
  await anna.reaches(saved.agreementId, 'completed', 120_000);
  return { anna, saved };
}

/** Until the log of a contract has an entry of that type. */
export async function logged(anna: Journey, agreementId: string, type: string): Promise<void> {
  await eventually(
    async () => {
      const log = await anna.ask<{ type: string }[]>('GET', `/api/agreements/${agreementId}/events`);
      if (!log.some((entry) => entry.type === type)) throw new Error(log.map((entry) => entry.type).join());
    },
    30_000,
    `${type} in the log`,
  );
}

export interface DeadLetter {
  handler: string;
  subject: string;
  replayedAt: string | null;
}

/** The message that a handler has set aside, once the administration shows it. */
export async function deadLetter(handler: string): Promise<DeadLetter> {
  const json = { email: required('ADMIN_EMAIL'), password: required('ADMIN_PASSWORD') };
  const { token } = await new Journey(required('SYSTEM_URL'), { patienceMs: 20_000 }).ask<{ token: string }>(
    'POST',
    '/api/admin/login',
    { json },
  );
  return eventually(
    async () => {
      const answer = await fetch(`${required('SYSTEM_URL')}/api/admin/dead-letters`, {
        headers: sessionHeaders(token),
      });
      const letters = (await answer.json()) as DeadLetter[];
      const found = letters.find((letter) => letter.handler === handler);
      if (!found) throw new Error(JSON.stringify(letters));
      return found;
    },
    30_000,
    `a dead letter of ${handler}`,
  );
}

/** Runs something while the agreements service cannot write its log. */
export async function withClosedLog<T>(work: () => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: required('AGREEMENTS_DATABASE_URL') });
  await client.connect();
  try {
    await client.query('revoke insert on agreement_events from ssc_agreements_runtime');
    return await work();
  } finally {
    await client.query('grant insert on agreement_events to ssc_agreements_runtime');
    await client.end();
  }
}
