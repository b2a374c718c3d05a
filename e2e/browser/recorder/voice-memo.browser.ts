import { expect, test } from '@playwright/test';
import { inspect, launch, required } from '../pages.js';
import { somebody } from '../people.js';
import { fillDetails, limitPlans } from './recording.js';
import { silentWav } from './sounds.js';

const SILENT = 'We hear nothing in this recording. Play it before you go on.';

test('a voice memo of a visitor without a microphone is saved, and leads to an account', async () => {
  const bare = await launch(null);
  const { page, context } = await somebody(bare, 'phone');
  await fillDetails(page);
  await page.getByRole('button', { name: 'Start Recording' }).click();
  await expect(page.getByText('No microphone found')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Upload an audio file instead' })).toBeVisible();
  await inspect(page, '82-upload-instead', 'phone');
  await page.locator('input[data-sound]').setInputFiles(required('SPOKEN_WAV'));
  await expect(page.getByRole('heading', { level: 1, name: 'Review Recording' })).toBeVisible();
  await expect(page.getByText('agreement.wav', { exact: true })).toBeVisible();
  await expect(page.getByText('Safe on this device')).toBeVisible();
  await expect(page.getByText(SILENT)).toHaveCount(0);
  await inspect(page, '82-upload-review', 'phone');
  await page.getByRole('button', { name: 'Continue to Payment' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Create Account' })).toBeVisible({
    timeout: 60_000,
  });
  await context.close();
  await bare.close();
});

test('a voice memo is chosen below the form, and silence in it is told', async () => {
  const browser = await launch();
  const { page, context } = await somebody(browser, 'desktop');
  await page.goto('/create-contract');
  await page.locator('input[data-sound]').setInputFiles(await silentWav());
  await expect(page.getByText(SILENT)).toBeVisible();
  await inspect(page, '83-silent-file', 'desktop');
  await context.close();
  await browser.close();
});

test('a voice memo that is longer than its plan is not taken', async () => {
  const browser = await launch();
  const { page, context } = await somebody(browser, 'phone');
  await limitPlans(page, 5);
  await fillDetails(page);
  await page.locator('input[data-sound]').setInputFiles(required('SPOKEN_WAV'));
  await expect(page.getByText('Recording Too Long').first()).toBeVisible();
  await expect(page.getByRole('button', { name: 'Start Recording' })).toBeVisible();
  await context.close();
  await browser.close();
});
