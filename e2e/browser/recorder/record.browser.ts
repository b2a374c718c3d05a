import { type Browser, expect, type Page, test } from '@playwright/test';
import { Journey, type Saved } from '#testing';
import { openAdministration } from '../administrator.js';
import { BOTH, inspect, launch, required, speakFor, type Width } from '../pages.js';
import { entryOf, linkTo, paidRemoteContract, recordConsent, signIn, somebody } from '../people.js';
import { limitPlans } from './recording.js';

let browser: Browser;

test.beforeAll(async () => {
  browser = await launch();
});

test.afterAll(async () => {
  await browser.close();
});

test.describe.configure({ timeout: 300_000 });

/** Long enough that the engine can be seen at work, in milliseconds. */
const SPEECH_MS = 8000;

/** Party A with a contract that waits for its payment. */
async function unpaidContract(): Promise<{ anna: Journey; saved: Saved }> {
  const anna = new Journey(required('SYSTEM_URL'), { patienceMs: 20_000 });
  await anna.signup();
  const saved = await anna.save(required('TONE_WEBM'));
  await anna.createPaymentIntent(saved);
  return { anna, saved };
}

async function openRecorder(width: Width): Promise<{ page: Page; saved: Saved; close: () => Promise<void> }> {
  const { anna, saved } = await unpaidContract();
  const { context, page } = await somebody(browser, width);
  await signIn(page, anna.emailA);
  await page.goto(`/record?agreementId=${saved.agreementId}&plan=split-second-contract`);
  await expect(page.getByRole('heading', { level: 1, name: 'Record Your Agreement' })).toBeVisible();
  return { page, saved, close: () => context.close() };
}

const button = (page: Page, name: string) =>
  page.getByRole('main').getByRole('button', { name, exact: true });

async function record(page: Page, ms: number): Promise<void> {
  await button(page, 'Start Recording').click();
  await expect(page.getByText('Recording in progress...').first()).toBeVisible();
  await speakFor(ms);
  await button(page, 'Stop Recording').click();
  await expect(button(page, 'Process Recording')).toBeVisible();
}

/**
 * Notes the tones of the bar and the words about the time that is left, as they come: each is there for a second or three,
 * in which a busy machine may not look.
 */
const NOTE_WARNINGS = `(() => {
  const seen = { tones: [], words: [] };
  const look = () => {
    const tone = document.querySelector('[role=progressbar][data-tone]')?.dataset.tone;
    if (tone && tone !== seen.tones.at(-1)) seen.tones.push(tone);
    for (const { textContent } of document.querySelectorAll('main span'))
      if (textContent.endsWith(' remaining') && textContent !== seen.words.at(-1)) seen.words.push(textContent);
  };
  look();
  new MutationObserver(look).observe(document, { subtree: true, childList: true, characterData: true, attributes: true });
  globalThis.warnings = seen;
})()`;

interface Warnings {
  tones: string[];
  words: string[];
}

for (const width of BOTH) {
  test(`records, processes and reads the transcript before paying (${width})`, async () => {
    const { page, saved, close } = await openRecorder(width);
    await expect(page.getByText('Split Second Contract Plan')).toBeVisible();
    await expect(page.getByText('Ready to record')).toBeVisible();
    await expect(page.getByRole('timer')).toHaveText('00:00');
    await expect(page.getByText('Maximum 10:00')).toBeVisible();
    await expect(page.getByText('End with verbal confirmation from both parties')).toBeVisible();
    await inspect(page, '70-record-ready', width);

    await button(page, 'Start Recording').click();
    await expect(page.getByText('Recording in progress...').first()).toBeVisible();
    await speakFor(3000);
    await button(page, 'Pause').click();
    await expect(page.getByText('Recording paused').first()).toBeVisible();
    const held = await page.getByRole('timer').textContent();
    await inspect(page, '71-record-paused', width);
    await expect(page.getByRole('timer')).toHaveText(held ?? '');
    await button(page, 'Resume').click();
    await expect(page.getByText('Recording in progress...').first()).toBeVisible();
    await speakFor(SPEECH_MS);
    await button(page, 'Stop Recording').click();
    await expect(page.getByText('Recording complete').first()).toBeVisible();
    await expect(page.getByText('Safe on this device')).toBeVisible();
    await inspect(page, '72-record-review', width);

    await button(page, 'Process Recording').click();
    await expect(button(page, 'Processing...')).toBeVisible();
    await expect(page.getByText(/^(Queued|Preparing audio|Transcribing|Sealing) \d+%$/)).toBeVisible();
    await inspect(page, '73-record-processing', width);
    await expect(page.getByRole('heading', { level: 1, name: 'Your Transcript' })).toBeVisible({
      timeout: 120_000,
    });
    await expect(
      page.getByRole('region', { name: 'Transcript' }).getByRole('listitem').first(),
    ).toContainText(/^\d+:\d\d/);
    await expect(page.getByRole('region', { name: 'Digital Receipt' })).toContainText(/[0-9a-f]{64}/);
    await expect(page.getByRole('region', { name: 'Participants' })).toContainText('Anna Miller');
    await inspect(page, '74-record-transcript', width);
    const pay = page.getByRole('link', { name: 'Continue to Payment' });
    await expect(pay).toHaveAttribute(
      'href',
      `/checkout?plan=split-second-contract&agreementId=${saved.agreementId}`,
    );

    // What was processed is found again, and can be replaced.
    await page.reload();
    await page.getByRole('button', { name: 'Show Transcript' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Your Transcript' })).toBeVisible();
    await page.getByRole('link', { name: 'Continue to Payment' }).click();
    await expect(page).toHaveURL(/\/checkout\?plan=split-second-contract&agreementId=\d{16}$/);
    await expect(page.getByRole('heading', { level: 1, name: 'Checkout' })).toBeVisible();
    await close();
  });

  test(`offers people when no engine can read it (${width})`, async () => {
    const { page, saved, close } = await openRecorder(width);
    await page.route('**/api/transcribe', (route) =>
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
            customerService: { available: true, description: 'Our support looks at it with you.' },
          },
        },
      }),
    );
    await record(page, 2500);
    await button(page, 'Process Recording').click();
    await expect(
      page.getByRole('heading', { name: 'Transcription Service Temporarily Unavailable' }),
    ).toBeVisible();
    await expect(page.getByText('$2.00').first()).toBeVisible();
    await inspect(page, '75-record-fallback', width);
    const asked = width === 'phone' ? 'Request Professional Transcription' : 'Request Customer Service Help';
    const expected =
      width === 'phone'
        ? `/checkout?service=manual-transcription&agreementId=${saved.agreementId}`
        : `/checkout?plan=split-second-contract&agreementId=${saved.agreementId}`;
    await button(page, asked).click();
    await page.waitForURL((url) => url.pathname + url.search === expected, { timeout: 10_000 });
    await close();
  });

  test(`warns before the limit and stops at it (${width})`, async () => {
    const { anna, saved } = await unpaidContract();
    const { context, page } = await somebody(browser, width);
    await signIn(page, anna.emailA);
    await limitPlans(page, 14);
    await page.goto(`/record?agreementId=${saved.agreementId}&plan=split-second-contract`);
    const bar = page.getByRole('progressbar', { name: 'Recorded time' });
    await expect(bar).toHaveAttribute('data-tone', 'blue');
    await page.evaluate(NOTE_WARNINGS);
    await button(page, 'Start Recording').click();
    await expect(button(page, 'Process Recording')).toBeVisible({ timeout: 45_000 });
    const { tones, words } = await page.evaluate<Warnings>('globalThis.warnings');
    expect(tones).toEqual(['blue', 'yellow', 'red']);
    expect(words).toContainEqual(expect.stringMatching(/^0:0[1-3] remaining$/));
    expect(words).toContainEqual(expect.stringMatching(/^Approaching time limit - 0:0[01] remaining$/));
    await expect(page.getByText('Time limit reached. Recording complete.').first()).toBeVisible();

    // The plan became smaller: what the recorder made before is taken all the same.
    await limitPlans(page, 5);
    await page.reload();
    await page.getByRole('button', { name: 'Keep' }).click();
    await button(page, 'Process Recording').click();
    await expect(page.getByRole('heading', { level: 1, name: 'Your Transcript' })).toBeVisible({
      timeout: 120_000,
    });
    await page.getByRole('link', { name: 'Continue to Payment' }).click();
    await expect(page).toHaveURL(
      new RegExp(`/checkout\\?plan=split-second-contract&agreementId=${saved.agreementId}`),
    );
    await context.close();
  });
}

test('takes a file that was recorded elsewhere, and nothing that is no sound', async () => {
  const { page, close } = await openRecorder('phone');
  const chooser = page.locator('input[type=file]');
  await chooser.setInputFiles({ name: 'note.txt', mimeType: 'text/plain', buffer: Buffer.from('no sound') });
  await expect(page.getByText('Invalid File').first()).toBeVisible();
  await expect(page.getByText('Please select an audio file').first()).toBeVisible();

  await chooser.setInputFiles({ name: 'fake.wav', mimeType: 'audio/wav', buffer: Buffer.from('no sound') });
  await expect(page.getByRole('alert').filter({ hasText: 'Transcription Failed' })).toBeVisible();
  await inspect(page, '77-record-refused', 'phone');

  await chooser.setInputFiles(required('SPOKEN_WAV'));
  await expect(page.getByText('agreement.wav')).toBeVisible();
  await expect(page.getByRole('heading', { level: 1, name: 'Your Transcript' })).toBeVisible({
    timeout: 120_000,
  });
  await close();
});

test('says what went wrong in the words for it', async () => {
  const { page, close } = await openRecorder('desktop');
  let answer = { status: 0, code: '', message: '' };
  await page.route('**/api/transcribe', (route) =>
    route.fulfill({
      status: answer.status,
      json: { statusCode: answer.status, code: answer.code, message: answer.message, errors: [] },
    }),
  );
  await record(page, 1500);
  for (const [status, code, message, title] of [
    [429, 'too_many_requests', 'Too many requests.', 'Transcription limit reached'],
    [422, 'broken_recording', 'It cannot be read.', 'Transcription Failed'],
  ] as const) {
    answer = { status, code, message };
    await button(page, 'Process Recording').click();
    await expect(page.getByRole('alert').filter({ hasText: title }).first()).toBeVisible();
  }
  answer = { status: 402, code: 'payment_required', message: 'Pay first.' };
  await button(page, 'Process Recording').click();
  const question = page.getByRole('alertdialog', { name: 'Payment Required' });
  await question.getByRole('button', { name: 'Go Back' }).click();
  // The session ended meanwhile: the recording waits on this device.
  answer = { status: 401, code: 'unauthenticated', message: 'Please log in.' };
  await button(page, 'Process Recording').click();
  await expect(page.getByText('API Authentication Error').first()).toBeVisible();
  await expect(page).toHaveURL(/\/login$/);
  await close();
});

test('a recording that a crash left behind is kept for its contract alone', async () => {
  const { page, close } = await openRecorder('phone');
  await button(page, 'Start Recording').click();
  await expect(page.getByRole('timer')).toHaveText(/00:0[3-9]/);
  page.on('dialog', (dialog) => void dialog.accept());
  const address = page.url();
  await page.goto('/record-voice-deal');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page.getByText('We kept your last recording')).toHaveCount(0);
  await page.goto(address);
  await page.getByRole('button', { name: 'Keep' }).click();
  await expect(button(page, 'Process Recording')).toBeVisible();
  await close();
});

test('says why nothing can be recorded: no microphone, no contract, not one’s own, already paid', async () => {
  const { saved: foreign } = await unpaidContract();
  const { anna, saved: paid } = await paidRemoteContract();
  const { context, page } = await somebody(browser, 'phone');
  await page.goto(`/record?agreementId=${paid.agreementId}&plan=basic`);
  await expect(page).toHaveURL(/\/login$/);
  await signIn(page, anna.emailA);
  for (const [agreementId, heading] of [
    ['', 'No contract chosen'],
    [foreign.agreementId, 'Agreement Not Found'],
    ['1000000000000000', 'Agreement Not Found'],
    [paid.agreementId, 'This recording is sealed'],
  ] as const) {
    await page.goto(`/record?agreementId=${agreementId}&plan=basic`);
    await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible();
  }
  await inspect(page, '78-record-sealed', 'phone');
  const unpaid = await anna.save(required('TONE_WEBM'));
  await anna.createPaymentIntent(unpaid);
  await page.goto('/dashboard');
  await entryOf(page, 'Awaiting Payment').getByRole('button', { name: /^More/ }).click();
  await context.clearPermissions();
  await page.getByRole('menuitem', { name: 'Record Again' }).click();
  await button(page, 'Start Recording').click();
  await expect(page.getByText('Unable to access microphone. Please check permissions.')).toBeVisible();
  await inspect(page, '79-record-blocked', 'phone');
  await context.close();
});

test('party B sees the transcript being made after the consent', async () => {
  const { anna } = await paidRemoteContract();
  const { context, page } = await somebody(browser, 'phone');
  await page.goto(await linkTo(anna.emailB));
  await recordConsent(page, 6);
  await page.getByRole('button', { name: 'Send Consent' }).click();
  await expect(page.getByText(/^(Queued|Preparing audio|Transcribing|Sealing) \d+%$/)).toBeVisible();
  await inspect(page, '80-consent-progress', 'phone');
  await expect(page.getByText('The transcript is ready. It is on its way to you by email.')).toBeVisible({
    timeout: 120_000,
  });
  await inspect(page, '81-consent-ready', 'phone');
  await context.close();
});

test('the administrators’ list of contracts follows what happens', async () => {
  const { anna, saved } = await unpaidContract();
  const { context, page } = await somebody(browser, 'desktop');
  await openAdministration(page);
  const opened = page.waitForEvent('websocket');
  await page.goto('/admin?section=agreements');
  const id = saved.agreementId.replace(/(.{4})(?=.)/g, '$1 ');
  await expect(entryOf(page, id).getByText('Awaiting Payment')).toBeVisible();
  await (await opened).waitForEvent('framereceived');
  await anna.pay(saved);
  await expect(entryOf(page, id).getByText('Completed', { exact: true })).toBeVisible({ timeout: 90_000 });
  await context.close();
});
