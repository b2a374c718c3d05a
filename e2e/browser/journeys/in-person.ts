import { randomUUID } from 'node:crypto';
import { type Browser, expect, type Page } from '@playwright/test';
import { RELIABLE_WORDS } from '#testing';
import { type look, lookClosely, speakFor, type Width, widths } from '../pages.js';
import { oneMail } from '../people.js';

/** A product under test, and how long somebody speaks into it, in milliseconds. */
export interface Place {
  url: string;
  mailboxUrl: string;
  speechMs: number;
  /** What must be seen of the transcription; an engine that answers at once may be done before the dashboard is open. */
  stages: string[];
  /** What is done at the steps whose screens other tests of the gate look at closely. */
  see: typeof look;
}

interface Watched {
  problems: string[];
  liveStages: Set<string>;
  loads: string[];
}

/** Notes everything that must not happen, and what came through Socket.IO. */
function watch(page: Page, url: string): Watched {
  const watched: Watched = { problems: [], liveStages: new Set(), loads: [] };
  page.on('pageerror', (error) => watched.problems.push(`error: ${error.message}`));
  page.on('console', (message) => {
    if (/content.security.policy|refused to/i.test(message.text())) watched.problems.push(message.text());
  });
  page.on('framenavigated', (frame) => {
    if (frame === page.mainFrame()) watched.loads.push(new URL(frame.url()).pathname);
  });
  page.on('websocket', (socket) => {
    if (!socket.url().startsWith(url.replace('http', 'ws'))) return;
    socket.on('framereceived', ({ payload }) => {
      const stage = /"stage":"(\w+)"/.exec(String(payload))?.[1];
      if (stage) watched.liveStages.add(stage);
    });
  });
  return watched;
}

/** From the home page to the finished transcript, by two people at one table: spoken, saved, paid, read and heard. */
export async function inPerson(
  browser: Browser,
  width: Width,
  { url, mailboxUrl, speechMs, stages, see }: Place,
): Promise<void> {
  const name = randomUUID().slice(0, 8);
  const emailA = `anna.${name}@example.test`;
  const emailB = `ben.${name}@example.test`;
  const context = await browser.newContext({
    viewport: widths[width],
    permissions: ['microphone'],
    baseURL: url,
  });
  const page = await context.newPage();
  const watched = watch(page, url);

  await page.goto('/');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await see(page, '01-home', width);
  await page.getByRole('link', { name: 'Record an agreement' }).first().click();

  await expect(page.getByRole('heading', { level: 1, name: 'Split Second Contract' })).toBeVisible();
  await page.getByLabel('Party A Name').fill('Anna Miller');
  await page.getByLabel('Party A Email').fill(emailA);
  await page.getByLabel('Party B Name').fill('Ben Carter');
  await page.getByLabel('Party B Email').fill(emailB);
  await page.getByLabel('Agreement Amount').fill('2000');
  const presence = page.getByRole('group', { name: 'Is the other person with you?' });
  await expect(presence.getByRole('radio', { name: 'Yes, we record together' })).toBeChecked();
  await see(page, '02-details', width, true);

  await page.getByRole('button', { name: 'Start Recording' }).click();
  await expect(page.getByText('Recording in progress...').first()).toBeVisible();
  await speakFor(speechMs / 2);
  await lookClosely(page, '03-recording', width);
  await speakFor(speechMs / 2);
  await page.getByRole('button', { name: 'Stop', exact: true }).click();

  await expect(page.getByRole('heading', { level: 1, name: 'Review Recording' })).toBeVisible();
  await lookClosely(page, '04-review', width, true);
  await page.getByRole('button', { name: 'Continue to Payment' }).click();
  await expect(page.getByText('Safe on our server').first()).toBeVisible();
  await lookClosely(page, '05-safe', width, true);

  await page.getByRole('main').getByRole('link', { name: 'Create Account' }).click();
  await page.getByLabel('Username').fill('Anna Miller');
  await page.getByLabel('Email').fill(emailA);
  await page.getByLabel('Password', { exact: true }).fill('three brown horses');
  await page.getByLabel('Confirm Password').fill('three brown horses');
  await lookClosely(page, '06-signup', width, true);
  await page.getByRole('main').getByRole('button', { name: 'Create Account' }).click();

  await expect(page).toHaveURL(/\/checkout\?/);
  await expect(page.getByRole('radio', { name: 'Succeeds' })).toBeVisible();
  await see(page, '07-checkout', width, true);
  await page.getByRole('radio', { name: 'Declined' }).check();
  await page.getByRole('button', { name: 'Pay $5.00' }).click();
  await expect(page.getByText('Payment Failed').first()).toBeVisible();
  await see(page, '08-declined', width, true);
  await page.getByRole('radio', { name: 'Succeeds' }).check();
  await page.getByRole('button', { name: 'Pay $5.00' }).click();

  await expect(page).toHaveURL(/\/dashboard/, { timeout: 45_000 });
  watched.loads.length = 0;
  const row = page.getByRole('button', { name: /View contract/ });
  await expect(row).toBeVisible();
  await see(page, '09-dashboard-live', width, true);
  const entry = page.locator('tr, li').filter({ hasText: 'Ben Carter' });
  await expect(entry.getByText('Completed', { exact: true })).toBeVisible({ timeout: 120_000 });
  // The status came through Socket.IO: this document was never loaded again.
  expect(watched.loads).toEqual([]);
  await expect.poll(() => [...watched.liveStages]).toEqual(expect.arrayContaining(stages));
  await see(page, '10-dashboard', width, true);

  await row.click();
  const viewer = page.getByRole('dialog', { name: 'Voice Contract Viewer' });
  await expect(viewer.getByText(/two thousand dollars/).first()).toBeVisible();
  // What could not be made out well is shown on request.
  const hidden = viewer.getByRole('button', { name: 'Show the words anyway' });
  if (await hidden.isVisible()) await hidden.click();
  const said = (await viewer.innerText()).toLowerCase();
  // Through a microphone the draft engine makes out little; which words it should is measured without one.
  expect(RELIABLE_WORDS.filter((words) => said.includes(words)).length).toBeGreaterThanOrEqual(1);
  await see(page, '11-viewer', width);
  await viewer.getByRole('button', { name: 'Play Audio' }).first().click();
  await expect(viewer.getByRole('button', { name: 'Pause Audio' }).first()).toBeVisible();
  const download = page.waitForEvent('download');
  await viewer.getByRole('button', { name: 'Download', exact: true }).click();
  expect((await download).suggestedFilename()).toMatch(/^agreement_\d{16}_recording\.mp3$/);

  await page.goto('/no-such-page');
  await expect(page.getByRole('heading', { name: 'Page Not Found' })).toBeVisible();
  await lookClosely(page, '12-not-found', width);

  await oneMail(emailA, /^Your account was created$/, mailboxUrl);
  await oneMail(emailA, /^Your receipt for contract /, mailboxUrl);
  for (const email of [emailA, emailB]) {
    await oneMail(email, /^Your agreement with .+: recording and transcript$/, mailboxUrl);
  }
  expect(watched.problems).toEqual([]);
  await context.close();
}
