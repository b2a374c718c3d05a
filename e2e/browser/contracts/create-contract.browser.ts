import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { type Browser, expect, type Page, test } from '@playwright/test';
import { expectFitsEverywhere, expectTargets } from '../fits.js';
import { BOTH, inspect, launch, required, speakFor, type Width } from '../pages.js';
import { enter, somebody } from '../people.js';
import { newcomer } from '../prepared-people.js';

let browser: Browser;

test.beforeAll(async () => {
  browser = await launch();
});

test.afterAll(() => browser.close());

/** Longer than the preview, in milliseconds. */
const RECORDING_MS = 6500;

const button = (page: Page, name: string) =>
  page.getByRole('main').getByRole('button', { name, exact: true });

/** As text, because these types know no documents. Notes where a playing sound is stopped, in seconds. */
const NOTE_STOPS = `globalThis.stops = [];
const pause = HTMLMediaElement.prototype.pause;
HTMLMediaElement.prototype.pause = function () {
  if (!this.paused) globalThis.stops.push(this.currentTime);
  return pause.call(this);
};`;

async function open(width: Width, email?: string): Promise<Page> {
  const { context, page } = await somebody(browser, width);
  if (email) await enter(context, email);
  await page.addInitScript(NOTE_STOPS);
  await page.goto('/create-contract');
  const heading = page.getByRole('heading', { level: 1, name: 'Create Your Split Second Contract' });
  await expect(heading).toBeVisible();
  return page;
}

async function fillIn(page: Page): Promise<void> {
  await page.getByLabel('Party A Name').fill('Anna Miller');
  await page.getByLabel('Party A Email').fill('anna@example.test');
  await page.getByLabel('Party B Name').fill('Ben Carter');
  await page.getByLabel('Party B Email').fill('ben@example.test');
}

async function record(page: Page, ms = RECORDING_MS): Promise<void> {
  await button(page, 'Start Recording').click();
  await expect(page.getByText('Recording in progress...').first()).toBeVisible();
  await speakFor(ms);
  await button(page, 'Stop').click();
  await expect(page.getByRole('heading', { name: '5-Second Preview' })).toBeFocused();
}

for (const width of BOTH) {
  test(`a visitor records, previews five seconds and goes on to sign up (${width})`, async () => {
    const page = await open(width);
    await expect(page.getByRole('link', { name: 'Back to Home' })).toHaveAttribute('href', '/');
    await expect(page.getByText(/only \$5 to unlock/)).toBeVisible();
    await expect(page.getByText('$5 per contract • 30-day storage • AI transcription')).toBeVisible();
    await expect(page.getByRole('heading', { name: 'Agreement Details' })).toBeVisible();
    await expect(page.getByPlaceholder('0.00')).toBeVisible();
    const assistant = page.getByRole('region', { name: 'AI Assistant' });
    await expect(assistant.getByRole('log')).toContainText('voice contract');
    const missing = page.getByText('Please fill in all party details to start recording');
    await expect(missing).toBeVisible();
    await expect(button(page, 'Start Recording')).toHaveCount(0);
    await expectTargets(page);
    await inspect(page, '91-create', width);

    await fillIn(page);
    await page.getByLabel('Agreement Amount').fill('250');
    await expect(missing).toHaveCount(0);
    await expect(page.getByRole('timer')).toHaveText('0:00');
    await expect(
      page.getByText('By starting you confirm that everyone here knows this is being recorded.'),
    ).toBeVisible();
    await inspect(page, '92-create-ready', width);

    await button(page, 'Start Recording').click();
    await expect(page.getByText('Recording in progress...').first()).toBeVisible();
    await button(page, 'Pause').click();
    await expect(page.getByText('Recording paused').first()).toBeVisible();
    const controls = page.getByRole('region', { name: 'Recorder' }).getByRole('button');
    for (const control of await controls.all()) {
      const box = await control.boundingBox();
      expect(Math.min(box?.width ?? 0, box?.height ?? 0)).toBeGreaterThanOrEqual(44);
    }
    await button(page, 'Resume').click();
    await speakFor(RECORDING_MS);
    await button(page, 'Stop').click();

    await expect(page.getByRole('heading', { name: '5-Second Preview' })).toBeFocused();
    await expect(page.getByRole('heading', { name: 'Preview transcription' })).toBeVisible();
    await expect(
      page.getByText(/^Spoken agreement between Anna Miller .+ Agreed amount: \$250\.00\.$/),
    ).toBeVisible();
    const player = page.getByRole('region', { name: '5-Second Preview' });
    await player.getByRole('button', { name: 'Play Audio' }).click();
    await expect(player.getByRole('button', { name: 'Pause Audio' })).toBeVisible();
    await expect(player.getByRole('button', { name: 'Play Audio' })).toBeVisible();
    const stops = await page.evaluate<number[]>('globalThis.stops');
    expect(stops).toHaveLength(1);
    expect(stops[0]).toBeGreaterThanOrEqual(5);
    expect(stops[0]).toBeLessThanOrEqual(5.3);
    await expect(player.getByRole('slider')).toHaveValue('0');
    await expectFitsEverywhere(page);
    await inspect(page, '93-create-preview', width);

    await button(page, 'Save & Continue').click();
    await expect(page).toHaveURL(/\/signup$/);
    await expect(page.getByText('Recording Saved!').first()).toBeVisible();
    await expect(
      page.getByText('Create an account to access your recording and full features.').first(),
    ).toBeVisible();
    const kept = await page.evaluate<string[]>(
      `['pendingAgreementId', 'pendingPlanType'].map((key) => localStorage.getItem(key))`,
    );
    expect(kept).toEqual([expect.stringMatching(/^\d{16}$/), 'split-second-contract']);
    await page.context().close();
  });
}

test('who is signed in goes to checkout, and the log says when everyone was told', async () => {
  const anna = await newcomer();
  const page = await open('desktop', anna.emailA);
  await expect(page.getByLabel('Party A Email')).toHaveValue(anna.emailA);
  await page.getByLabel('Party A Name').fill('Anna Miller');
  await page.getByLabel('Party B Name').fill('Ben Carter');
  await page.getByLabel('Party B Email').fill(anna.emailB);
  const before = Date.now();
  await record(page, 2500);
  await button(page, 'Save & Continue').click();
  await expect(page).toHaveURL(/\/checkout\?agreementId=\d{16}&plan=split-second-contract$/);
  await expect(page.getByText('Recording Saved!').first()).toBeVisible();
  await expect(page.getByText('Your voice contract has been recorded and saved.').first()).toBeVisible();
  await expect(page.getByRole('heading', { level: 1, name: 'Checkout' })).toBeVisible();
  await expect(page.getByRole('button', { name: /^Pay/ })).toBeVisible();
  const agreementId = new URL(page.url()).searchParams.get('agreementId');
  const answer = await page.request.get(`${required('SYSTEM_URL')}/api/agreements/${agreementId}/events`);
  const events = (await answer.json()) as { type: string; detail: { noticeGivenAt?: string } }[];
  const told = Date.parse(events.find(({ type }) => type === 'recorded')?.detail.noticeGivenAt ?? '');
  expect(told).toBeGreaterThanOrEqual(before - 1000);
  expect(told).toBeLessThanOrEqual(Date.now());

  await page.goto('/dashboard');
  await page.getByRole('button', { name: /View contract/ }).click();
  const viewer = page.getByRole('dialog', { name: 'Voice Contract Viewer' });
  await expect(
    viewer.getByText('Everyone present was told about the recording:').filter({ visible: true }),
  ).toHaveCount(1);
  await page.context().close();
});

test('says which detail is wrong before anybody has spoken', async () => {
  const page = await open('phone');
  await fillIn(page);
  await page.getByLabel('Party B Email').fill('ANNA@example.test');
  await button(page, 'Start Recording').click();
  await expect(page.getByText('Each of you needs an email address of their own')).toBeVisible();
  await expect(page.getByLabel('Party B Email')).toBeFocused();
  await page.getByLabel('Party B Email').fill('ben');
  await button(page, 'Start Recording').click();
  await expect(page.getByText('Please enter a valid email address')).toBeVisible();
  await page.getByLabel('Party B Email').fill('ben@example.test');
  await page.getByLabel('Agreement Amount').fill('lots');
  await button(page, 'Start Recording').click();
  await expect(page.getByLabel('Agreement Amount')).toBeFocused();
  await expect(page.getByText('Use a number such as 250 or 250.00')).toBeVisible();
  await expect(page.getByText('Ready to record')).toBeVisible();
  await page.context().close();
});

test('the keyboard is enough from the first field to the account', async () => {
  const page = await open('desktop');
  await page.getByRole('link', { name: 'Back to Home' }).focus();
  const type = async (label: string, text: string) => {
    await page.keyboard.press('Tab');
    await expect(page.getByLabel(label)).toBeFocused();
    await page.keyboard.type(text);
  };
  await type('Party A Name', 'Anna Miller');
  await type('Party A Email', 'anna@example.test');
  await type('Party B Name', 'Ben Carter');
  await type('Party B Email', 'ben@example.test');
  const reach = async (name: string) => {
    const goal = button(page, name);
    for (let i = 0; i < 20; i += 1) {
      await page.keyboard.press('Tab');
      // What has the focus is seen, whatever sticks to the edges of the screen.
      await expect(page.locator(':focus')).toBeInViewport();
      if ((await goal.and(page.locator(':focus')).count()) > 0) return;
    }
    throw new Error(`Tab does not reach ${name}`);
  };
  await reach('Start Recording');
  await page.keyboard.press('Enter');
  await expect(page.getByText('Recording in progress...').first()).toBeVisible();
  await speakFor(1500);
  await expect(button(page, 'Stop')).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: '5-Second Preview' })).toBeFocused();
  await reach('Record Again');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('region', { name: 'Record your agreement' })).toBeFocused();
  await reach('Start Recording');
  await page.keyboard.press('Space');
  await expect(page.getByText('Recording in progress...').first()).toBeVisible();
  await speakFor(1500);
  await page.keyboard.press('Space');
  await expect(page.getByRole('heading', { name: '5-Second Preview' })).toBeFocused();
  await reach('Save & Continue');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/signup$/);
  await page.context().close();
});

test('a large photo is made small, shown and kept with the draft', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'ssc-photo-'));
  const photo = join(folder, 'civic.png');
  await promisify(execFile)('ffmpeg', [
    ...['-v', 'error', '-f', 'lavfi', '-i', 'testsrc=size=3200x1600'],
    ...['-frames:v', '1', photo],
  ]);
  const page = await open('phone');
  await page.getByLabel('Kind of deal').selectOption('Car sale');
  await fillIn(page);
  const shown = page.getByRole('img', { name: 'Chosen photo: civic.jpg' });
  const size = () =>
    shown.evaluate((image) => {
      const { naturalWidth, naturalHeight } = image as unknown as Record<string, number>;
      return [naturalWidth, naturalHeight];
    });
  await page.getByLabel('Photo Upload').setInputFiles(photo);
  await expect(shown).toBeVisible();
  await expect.poll(size).toEqual([2000, 1000]);
  await button(page, 'Remove photo').click();
  await expect(shown).toHaveCount(0);
  await page.getByLabel('Photo Upload').setInputFiles({
    name: 'broken.heic',
    mimeType: 'image/heic',
    buffer: Buffer.from('no picture'),
  });
  await expect(page.getByText('This browser cannot read that picture.')).toBeVisible();
  await page.getByLabel('Photo Upload').setInputFiles(photo);
  await expect(shown).toBeVisible();
  await record(page, 2500);

  await page.reload();
  await expect(page.getByRole('heading', { name: 'We kept your last recording' })).toBeVisible();
  await page.getByRole('button', { name: /^Keep/ }).click();
  await expect(page.getByRole('heading', { name: '5-Second Preview' })).toBeVisible();
  await expect(page.getByLabel('Kind of deal')).toHaveValue('car');
  await expect(page.getByLabel('Party B Name')).toHaveValue('Ben Carter');
  await expect.poll(size).toEqual([2000, 1000]);
  await page.context().close();
  await rm(folder, { recursive: true, force: true });
});

test('says so when there is no preview; the recording is saved all the same', async () => {
  const page = await open('desktop');
  await fillIn(page);
  await page.evaluate(`URL.createObjectURL = () => { throw new Error('no more of them'); }`);
  await record(page, 1500);
  await expect(page.getByText('Preview Error').first()).toBeVisible();
  await expect(
    page.getByText('Could not create audio preview, but recording is saved.').first(),
  ).toBeVisible();

  await button(page, 'Record Again').click();
  await page.evaluate(`URL.createObjectURL = () => 'blob:' + location.origin + '/nothing'`);
  await record(page, 1500);
  await button(page, 'Play Audio').click();
  await expect(page.getByText('Audio Preview Error').first()).toBeVisible();
  await expect(
    page.getByText('Could not load audio preview. The recording is still saved.').first(),
  ).toBeVisible();
  await button(page, 'Save & Continue').click();
  await expect(page).toHaveURL(/\/signup$/);
  await page.context().close();
});
