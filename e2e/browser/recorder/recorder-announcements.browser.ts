import { type Browser, expect, test } from '@playwright/test';
import { Journey } from '#testing';
import { launch, required } from '../pages.js';
import { enter, somebody } from '../people.js';
import { button, heard, limitPlans, said, watchRecorder } from './recording.js';
import { toneWav } from './sounds.js';

test.describe.configure({ timeout: 120_000 });

let browser: Browser;

test.beforeAll(async () => {
  browser = await launch(await toneWav());
});

test.afterAll(() => browser.close());

const LIMIT_SECONDS = 62;

/** As text, because these types know no documents. The recorder's clock, and the pieces of sound with it, run three times as fast. */
const HURRY = `
const now = performance.now.bind(performance);
performance.now = () => now() * 3;
const begin = MediaRecorder.prototype.start;
MediaRecorder.prototype.start = function (slice) { begin.call(this, slice / 3); };`;

test('what is read out along a recording up to its limit, in exactly this order', async () => {
  const anna = new Journey(required('SYSTEM_URL'), { patienceMs: 20_000 });
  await anna.signup();
  const saved = await anna.save(required('TONE_WEBM'));
  await anna.createPaymentIntent(saved);
  const { context, page } = await somebody(browser, 'phone');
  await enter(context, anna.emailA);
  await watchRecorder(page);
  await page.addInitScript(HURRY);
  await limitPlans(page, LIMIT_SECONDS);
  await page.goto(`/record?agreementId=${saved.agreementId}&plan=split-second-contract`);
  await button(page, 'Start Recording').click();
  await heard(page, 'Recording started');
  await button(page, 'Pause').click();
  await heard(page, 'Recording paused');
  await button(page, 'Resume').click();
  await expect(button(page, 'Process Recording')).toBeVisible({ timeout: 60_000 });
  await heard(page, 'Time limit reached. Recording complete.');
  const lines = (await said(page)).filter(({ role }) => role === 'status').map(({ text }) => text);
  expect(lines.filter((text) => /^(Recording|Time limit|\d)/.test(text))).toEqual([
    'Recording started',
    'Recording paused',
    'Recording resumed',
    '30 seconds left',
    '60 percent of the time is used, 25 seconds left',
    '80 percent of the time is used, 12 seconds left',
    '90 percent of the time is used, 6 seconds left',
    '1 minute recorded',
    'Time limit reached. Recording complete.',
  ]);
  await context.close();
});
