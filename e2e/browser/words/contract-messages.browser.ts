import { readFile } from 'node:fs/promises';
import { type Browser, expect, type Locator, type Page, test } from '@playwright/test';
import type { Journey, Saved } from '#testing';
import {
  chooseMore,
  finishedContract,
  openAdministration,
  openSection,
  recordWith,
} from '../administrator.js';
import { closePages, launch, required } from '../pages.js';
import { signIn, somebody } from '../people.js';
import { newcomer, numberOf } from '../prepared-people.js';
import { answer, expectSaid } from './saying.js';

let browser: Browser;
let anna: Journey;
let saved: Saved;

test.beforeAll(async () => {
  browser = await launch();
  ({ anna, saved } = await finishedContract());
});

test.afterEach(() => closePages(browser));

test.afterAll(() => browser.close());

test.describe.configure({ mode: 'parallel' });

async function openViewer(): Promise<{ page: Page; viewer: Locator }> {
  const { context, page } = await somebody(browser, 'desktop');
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await signIn(page, anna.emailA);
  await page.getByRole('button', { name: /View contract/ }).click();
  const viewer = page.getByRole('dialog', { name: 'Voice Contract Viewer' });
  await expect(viewer.getByRole('button', { name: 'Download', exact: true })).toBeVisible();
  return { page, viewer };
}

const playButton = (viewer: Locator) => viewer.getByRole('button', { name: 'Play Audio' }).first();
const button = (box: Locator | Page, name: string) => box.getByRole('button', { name, exact: true });

test('playing is said, and so is why it cannot be played', async () => {
  const { page, viewer } = await openViewer();
  const path = `/api/agreements/${saved.agreementId}/audio`;
  // A connection that breaks off once is not worth a word.
  await page.route(`**${path}?*`, (route) => route.abort('connectionreset'), { times: 1 });
  await playButton(viewer).click();
  await expectSaid(page, 'Playing Audio');
  await page.reload();
  await answer(page, path, { status: 500 });
  await playButton(viewer).click();
  await expectSaid(page, 'Audio Playback Failed', 'Could not play the audio file');
  await page.unrouteAll();
  await answer(page, path, { status: 410, code: 'odd', message: 'The sound was moved.' });
  await page.reload();
  await playButton(viewer).click();
  await expectSaid(page, 'Audio Playback Failed', 'The sound was moved.');
});

test('a download has the name of its contract, and says why it failed', async () => {
  const { page, viewer } = await openViewer();
  const download = page.waitForEvent('download');
  await button(viewer, 'Download').click();
  expect((await download).suggestedFilename()).toBe(`agreement_${saved.agreementId}_recording.mp3`);
  await expectSaid(page, 'Download Started');
  const path = `/api/agreements/${saved.agreementId}/audio`;
  await answer(page, path, { status: 500 });
  const asked = page.waitForRequest((request) => new URL(request.url()).pathname === path);
  await button(viewer, 'Download').click();
  expect(new URL((await asked).url()).searchParams.get('t')).toMatch(/^\d+$/);
  await expectSaid(page, 'Download Failed', 'Could not download the audio file');
});

test('without a token nothing is played or downloaded', async () => {
  const { page, viewer } = await openViewer();
  // As when another tab signs out while this page does not hear of it.
  await page.evaluate("localStorage.removeItem('userToken')");
  await page.evaluate("globalThis.dispatchEvent(new StorageEvent('storage', { key: 'userToken' }))");
  await expect(viewer).toHaveCount(0);
  await expect(page.getByRole('link', { name: 'Sign In' }).first()).toBeVisible();
});

test('a transcript is retrieved, copied and kept as a file, or the failure has words', async () => {
  const { page, viewer } = await openViewer();
  await button(viewer, 'Export').click();
  await page.getByRole('menuitem', { name: 'Generate Transcript' }).click();
  const dialog = page.getByRole('dialog', { name: 'Generated Transcript' });
  await expectSaid(page, 'Transcript Generated', 'Existing transcript retrieved');
  await expect(dialog.getByText('This transcript existed already')).toBeVisible();
  await button(dialog, 'Copy Transcript').click();
  await expectSaid(page, 'Copied to Clipboard');
  const copied = String(await page.evaluate('navigator.clipboard.readText()'));
  const download = page.waitForEvent('download');
  await button(dialog, 'Download Transcript').click();
  const file = await download;
  expect(file.suggestedFilename()).toBe(`transcript_${saved.agreementId}.txt`);
  expect(await readFile(await file.path(), 'utf8')).toBe(copied);
  await page.keyboard.press('Escape');

  const path = `/api/agreements/${saved.agreementId}/generate-transcript`;
  await answer(page, `/api/agreements/${saved.agreementId}/transcript`, {
    status: 404,
    code: 'x',
    message: 'x',
  });
  await answer(page, path, { status: 503, code: 'busy', message: 'The engine is resting.' });
  await page.reload();
  await expect(viewer).toBeVisible();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: /^Share contract/ }).click();
  await expectSaid(page, 'Transcript Generation Failed', 'The engine is resting.');
});

test('a new transcript is announced when it is there', async () => {
  const { page } = await openViewer();
  await page.route(`**/api/agreements/${saved.agreementId}/generate-transcript`, (route) =>
    route.fulfill({ json: { transcript: 'Anna: I sell you my car.', cached: false } }),
  );
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: /^Share contract/ }).click();
  await expectSaid(page, 'Transcript Generated', 'New transcript generated successfully');
});

test('saving a recording: the words of the server, then saved', async () => {
  const { page } = await somebody(browser, 'phone');
  await page.goto('/record-voice-deal');
  await recordDeal(page);
  await page.route('**/api/agreements/temporary', (route) =>
    route.fulfill({
      status: 422,
      json: { statusCode: 422, code: 'odd_deal', message: 'Something is odd about this deal.', errors: [] },
    }),
  );
  await page.route('**/api/recordings**', (route) =>
    route.fulfill({
      status: 422,
      json: { statusCode: 422, code: 'odd_deal', message: 'Something is odd about this deal.', errors: [] },
    }),
  );
  await button(page, 'Continue to Payment').click();
  await expectSaid(page, 'Error', 'Something is odd about this deal.');
  await expect(button(page, 'Continue to Payment')).toBeEnabled();
  await page.unrouteAll();
  await button(page, 'Continue to Payment').click();
  await expectSaid(page, 'Recording Saved!', 'Create an account to access your recording and full features.');
});

test('saving a recording as somebody who is signed in', async () => {
  const { page } = await somebody(browser, 'phone');
  await signIn(page, (await newcomer()).emailA);
  await page.goto('/record-voice-deal');
  await recordDeal(page);
  await button(page, 'Continue to Payment').click();
  await expectSaid(page, 'Recording Saved!', 'Your voice contract has been recorded and saved.');
  await expect(page.getByRole('button', { name: 'Pay $5 - Complete Contract' })).toBeVisible();
  await expect(page.getByText('Recording expires in 30 days if not paid')).toBeVisible();
});

test('a preview that cannot be loaded does not frighten', async () => {
  const { page } = await somebody(browser, 'phone');
  await page.addInitScript("URL.createObjectURL = () => 'blob:' + location.origin + '/nothing';");
  await page.goto('/record-voice-deal');
  await recordDeal(page);
  await page.getByRole('button', { name: /^Play/ }).first().click();
  await expectSaid(
    page,
    'Audio Preview Error',
    'Could not load audio preview. The recording is still saved.',
  );
});

test('until the four party fields are filled nothing starts', async () => {
  const { page } = await somebody(browser, 'phone');
  await page.goto('/record-voice-deal');
  const start = page.getByRole('main').getByRole('button', { name: 'Start Recording' });
  const hint = 'Please fill in all party details to start recording';
  await expect(page.getByText(hint)).toBeVisible();
  await expect(start).toHaveAttribute('aria-disabled', 'true');
  await expect(start).toHaveAccessibleDescription(new RegExp(hint));
  await start.press('Enter');
  await expect(page.getByLabel('Party A Name')).toBeFocused();
  await fillParties(page);
  await expect(page.getByText(hint)).toHaveCount(0);
  await expect(start).not.toHaveAttribute('aria-disabled', 'true');
});

test('the administration keeps a recording under its number, and says when it cannot', async () => {
  const { page } = await somebody(browser, 'desktop');
  await openAdministration(page);
  await openSection(page, 'Agreements');
  const open = () => chooseMore(recordWith(page, numberOf(saved)), 'Download audio');
  const dialog = page.getByRole('dialog', { name: 'Download audio' });
  await answer(page, `/api/admin/download-audio/${saved.agreementId}`, { status: 500 });
  await open();
  await dialog.getByLabel('Reason').fill('A court asked for it.');
  await button(dialog, 'Download audio').click();
  await expectSaid(page, 'Download Failed', /^Failed to download audio file/);
  await page.unrouteAll();
  const download = page.waitForEvent('download');
  await button(dialog, 'Download audio').click();
  expect((await download).suggestedFilename()).toBe(`${saved.agreementId}_recording.webm`);
});

test('help that cannot be asked for says so', async () => {
  const { page } = await somebody(browser, 'phone');
  await signIn(page, anna.emailA);
  await answer(page, `/api/agreements/${saved.agreementId}/transcript`, {
    status: 404,
    code: 'x',
    message: 'x',
  });
  await page.route(`**/api/agreements/${saved.agreementId}/generate-transcript`, (route) =>
    route.fulfill({
      status: 503,
      json: {
        statusCode: 503,
        code: 'transcription_failed',
        message: 'Transcription Service Unavailable',
        errors: [],
        error: 'transcription_failed',
        fallbackOptions: {
          manualService: { available: true, description: 'A person transcribes it within 24 hours.' },
          customerService: { available: false, description: '' },
        },
      },
    }),
  );
  await page.getByRole('button', { name: /^Share contract/ }).click();
  const dialog = page.getByRole('dialog', { name: 'Generated Transcript' });
  await expect(dialog.getByText('Transcription Service Temporarily Unavailable')).toBeVisible();
  await expect(dialog.getByText('A person transcribes it within 24 hours.')).toBeVisible();
  // What the server does not offer is not offered.
  await expect(button(dialog, 'Request Customer Service Help')).toHaveCount(0);
  await answer(page, '/api/request-manual-transcription', { status: 500 });
  await button(dialog, 'Request Professional Transcription').click();
  await expectSaid(page, 'Request Failed');
});

test('an invitation that cannot be loaded', async () => {
  const { page } = await somebody(browser, 'phone');
  await page.goto('/remote-contract/1000000000000000');
  await expect(page.getByRole('heading', { level: 1, name: 'Agreement Not Found' })).toBeVisible();
  await expect(page.getByText('The requested agreement could not be found.')).toBeVisible();
  await answer(page, '/api/agreements/remote/*', {
    status: 500,
    code: 'odd',
    message: 'The shelf is locked.',
  });
  await page.reload();
  await expect(page.getByText('The shelf is locked.')).toBeVisible();
  await page.getByRole('link', { name: 'Return Home' }).click();
  await expect(page).toHaveURL(`${required('SYSTEM_URL')}/`);
});

async function fillParties(page: Page): Promise<void> {
  await page.getByLabel('Party A Name').fill('Anna Miller');
  await page.getByLabel('Party A Email').fill('anna.words@example.test');
  await page.getByLabel('Party B Name').fill('Ben Carter');
  await page.getByLabel('Party B Email').fill('ben.words@example.test');
}

/** Fills in the details and records two seconds. */
async function recordDeal(page: Page): Promise<void> {
  await fillParties(page);
  await page.getByRole('main').getByRole('button', { name: 'Start Recording' }).click();
  await expect(page.getByText('Recording in progress...').first()).toBeVisible();
  await expect(page.getByRole('timer')).toHaveText(/0:0[2-9]/);
  await page.getByRole('button', { name: 'Stop', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Review Recording' })).toBeVisible();
}
