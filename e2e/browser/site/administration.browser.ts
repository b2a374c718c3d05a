import { type Browser, expect, type Page, test } from '@playwright/test';
import { invitationTo, type Journey, PartyB, type Saved } from '#testing';
import {
  chooseMore,
  deadLetter,
  finishedContract,
  logged,
  openAdministration,
  openLog,
  openSection,
  recordWith,
  signInAsAdmin,
  withClosedLog,
} from '../administrator.js';
import { GATE } from '../gate.js';
import { expectAccessible, inspect, launch, look, required, type Width } from '../pages.js';
import { oneMail, paidRemoteContract, somebody } from '../people.js';

let browser: Browser;
let anna: Journey;
let saved: Saved;
let number: string;

test.beforeAll(async () => {
  browser = await launch();
  ({ anna, saved } = await finishedContract());
  number = saved.agreementId.replace(/(\d{4})(?=\d)/g, '$1 ');
});

test.afterAll(async () => {
  await browser.close();
});

/** What the browser refuses or trips over. */
function problemsOf(page: Page): string[] {
  const problems: string[] = [];
  page.on('pageerror', (error) => problems.push(error.message));
  page.on('console', (message) => {
    if (/content.security.policy|refused to/i.test(message.text())) problems.push(message.text());
  });
  return problems;
}

const SECTIONS = [
  ['Users', () => /anna\..+@example\.test/],
  ['Agreements', () => number],
  ['Payments', () => number],
  // Other tests may have left something in these.
  ['Tickets', () => /^(No tickets yet|Open|Answered)$/],
  ['Transcripts by people', () => /^(No orders yet|Not paid yet|To transcribe|Delivered)$/],
  ['Jobs', () => 'No failed jobs'],
  ['System', () => 'Everything answers.'],
  ['What admins did', () => /^(Nothing yet|What|Who)$/],
] as const;

for (const width of ['phone', 'desktop'] as const satisfies Width[]) {
  test(`an administrator signs in and reads the figures and every list (${width})`, async () => {
    const { context, page } = await somebody(browser, width);
    const problems = problemsOf(page);
    await page.goto('/admin');
    await expect(page).toHaveURL(/\/admin-login/);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await look(page, '40-admin-login', width);
    await expectAccessible(page);
    await page.getByLabel('Email').fill(required('ADMIN_EMAIL'));
    await page.getByLabel('Password', { exact: true }).fill('not the password');
    await page.getByRole('main').getByRole('button', { name: 'Sign In' }).click();
    await expect(page.getByRole('alert').filter({ hasText: 'Login Failed' }).first()).toBeVisible();
    await expectAccessible(page);

    await signInAsAdmin(page);
    const figures = page.locator('dl[aria-label="Figures"] > div');
    await expect(figures.filter({ hasText: 'Revenue' })).toContainText(/\$\d+\.\d\d/);
    await expect(figures.filter({ hasText: 'Agreements' })).toContainText(/[1-9]/);
    for (const [index, [tab, content]] of SECTIONS.entries()) {
      await openSection(page, tab, tab === 'System' ? 'What the product needs' : tab);
      await expect(
        page.getByRole('tabpanel').getByText(content()).filter({ visible: true }).first(),
      ).toBeVisible();
      await look(page, `41-admin-${index + 1}`, width, true);
      await expectAccessible(page);
    }

    await openSection(page, 'Agreements');
    await chooseMore(recordWith(page, number), 'Extend access');
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: 'Extend access' }).click();
    await expect(dialog.getByText('Please write a reason of 3 to 500 characters')).toBeVisible();
    await look(page, '42-admin-dialog', width);
    await expectAccessible(page);
    await dialog.getByRole('button', { name: 'Go back' }).click();

    await page.getByRole('button', { name: 'Sign Out' }).click();
    await expect(page).toHaveURL(/\/admin-login/);
    expect(problems).toEqual([]);
    await context.close();
  });
}

test('a transcript made by a person reaches both parties', async () => {
  await anna.ask('POST', '/api/request-manual-transcription', { json: { agreementId: saved.agreementId } });
  await logged(anna, saved.agreementId, 'manual-ordered');
  const { context, page } = await somebody(browser, 'desktop');
  await openAdministration(page);
  await openSection(page, 'Transcripts by people');
  await recordWith(page, number)
    .getByRole('button', { name: /^Deliver the transcript/ })
    .click();
  const dialog = page.getByRole('dialog', { name: 'Deliver a transcript' });
  const words = 'Anna: I sell you my car for two thousand dollars. Ben: I agree.';
  await dialog.getByLabel('Transcript', { exact: true }).fill(words);
  await dialog.getByLabel('Reason').fill('Ordered by its owner, written by hand.');
  await look(page, '43-deliver', 'desktop');
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Deliver', exact: true }).click();
  await expect(page.getByText('Transcript delivered').first()).toBeVisible();
  await expect(recordWith(page, number).getByText('Delivered', { exact: true })).toBeVisible();
  const log = await openLog(page, number);
  await expect(log.getByText('Our support delivered a transcript')).toBeVisible();
  await expect(log.getByText('Ordered by its owner, written by hand.')).toBeVisible();
  await look(page, '44-admin-log', 'desktop');
  await expectAccessible(page);

  for (const email of [anna.emailA, anna.emailB]) await oneMail(email, /transcript made by a person$/);
  await logged(anna, saved.agreementId, 'manual-delivered');
  const { human } = await anna.ask<{ human: { text: string } | null }>(
    'GET',
    `/api/agreements/${saved.agreementId}/transcript`,
  );
  expect(human?.text).toBe(words);
  await context.close();
});

test('a transcript of two recordings is heard and written for each party', async () => {
  test.setTimeout(240_000);
  const remote = await paidRemoteContract();
  const invitation = await invitationTo(required('MAILBOX_URL'), remote.anna.emailB);
  const ben = new PartyB(required('SYSTEM_URL'), invitation);
  expect((await ben.consent(required('SPOKEN_WAV'))).status).toBe(201);
  const { agreementId } = remote.saved;
  await remote.anna.reaches(agreementId, 'completed', 120_000);
  await remote.anna.ask('POST', '/api/request-manual-transcription', { json: { agreementId } });
  await logged(remote.anna, agreementId, 'manual-ordered');
  const { context, page } = await somebody(browser, 'phone');
  await openAdministration(page);
  await openSection(page, 'Transcripts by people');
  const record = recordWith(page, agreementId.replace(/(\d{4})(?=\d)/g, '$1 '));
  await record.scrollIntoViewIfNeeded();
  await inspect(page, '45-two-recordings', 'phone');
  await record
    .getByRole('button', { name: /^Listen/ })
    .last()
    .click();
  const asked = page.getByRole('dialog');
  await asked.getByLabel('Reason').fill('Ordered by its owner.');
  await inspect(page, '45-listen', 'phone');
  await asked.getByRole('button', { name: /^Listen/ }).click();
  await expect(record.getByRole('button', { name: /^Play/ })).toHaveCount(1);
  await inspect(page, '45-heard', 'phone');
  await record.getByRole('button', { name: /^Deliver the transcript/ }).click();
  const dialog = page.getByRole('dialog', { name: 'Deliver a transcript' });
  await inspect(page, '45-deliver-two', 'phone');
  const boxes = dialog.getByRole('textbox', { name: /^What party/ });
  await boxes.nth(0).fill('I sell you my car for two thousand dollars.');
  await boxes.nth(1).fill('I agree.');
  await dialog.getByLabel('Reason').fill('Ordered by its owner, written by hand.');
  await dialog.getByRole('button', { name: 'Deliver', exact: true }).click();
  await expect(page.getByText('Transcript delivered').first()).toBeVisible();
  await logged(remote.anna, agreementId, 'manual-delivered');
  const { human } = await remote.anna.ask<{ human: { text: string } | null }>(
    'GET',
    `/api/agreements/${agreementId}/transcript`,
  );
  expect(human?.text).toMatch(/: I sell you my car for two thousand dollars\.\n\n.+: I agree\.$/);
  await context.close();
});

test('a message that was set aside is handled once more', async () => {
  const letter = await withClosedLog(async () => {
    await anna.ask('POST', '/api/request-customer-service', { json: { agreementId: saved.agreementId } });
    return deadLetter('agreements.note-ticket');
  });
  expect(letter).toMatchObject({ replayedAt: null });

  const { context, page } = await somebody(browser, 'desktop');
  await openAdministration(page);
  const before = await openLog(page, number);
  await expect(before.getByText('Support requested')).toBeHidden();
  await page.keyboard.press('Escape');

  await openSection(page, 'Jobs');
  const record = recordWith(page, 'agreements.note-ticket');
  await expect(record.getByText('Waiting')).toBeVisible();
  await look(page, '45-dead-letter', 'desktop', true);
  await expectAccessible(page);
  await record.getByRole('button', { name: /^Replay/ }).click();
  const dialog = page.getByRole('dialog', { name: 'Replay a message' });
  await dialog.getByLabel('Reason').fill('The log could not be written for a moment.');
  await look(page, '46-replay', 'desktop');
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Replay', exact: true }).click();
  await expect(page.getByText('The message was handed over once more').first()).toBeVisible();
  await expect(record.getByText('Replayed')).toBeVisible();

  await logged(anna, saved.agreementId, 'support-requested');
  const after = await openLog(page, number);
  await expect(after.getByText('Support requested')).toHaveCount(1);
  await page.keyboard.press('Escape');
  await openSection(page, 'What admins did');
  await expect(recordWith(page, 'The log could not be written for a moment.')).toBeVisible();
  await look(page, '48-acts', 'desktop');
  await context.close();
});

test('the queue monitor opens for administrators alone', { tag: GATE }, async () => {
  const path = '/api/admin/queues';
  const { context, page } = await somebody(browser, 'desktop');
  expect((await context.request.get(path)).status()).toBe(401);
  const asUser = { headers: { authorization: `Bearer ${anna.user.token}` } };
  expect([401, 403]).toContain((await context.request.get(path, asUser)).status());

  await openAdministration(page);
  await openSection(page, 'Jobs');
  const opened = context.waitForEvent('page');
  await page.getByRole('link', { name: /^Queue monitor/ }).click();
  const board = await opened;
  await expect(board.getByText(/transcription\./).first()).toBeVisible();
  // Once more in a page that is watched from its start: a reload would cut off what the monitor asks every few seconds.
  const watched = await context.newPage();
  const problems = problemsOf(watched);
  await watched.goto(board.url());
  await expect(watched.getByText(/transcription\./).first()).toBeVisible();
  await look(watched, '47-queues', 'desktop');
  expect(problems).toEqual([]);
  await context.close();
});
