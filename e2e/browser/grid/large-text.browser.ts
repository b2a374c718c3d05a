import { type Browser, expect, test } from '@playwright/test';
import { expectAccessible, launch, widths } from '../pages.js';
import { covered, overflowing } from './layout.js';
import { openState } from './open-state.js';
import { type Stage, setStage } from './stage.js';
import { administrators } from './states.administration.js';
import { partyB, visitors } from './states.public.js';
import { users } from './states.users.js';

/** Every screen for somebody whose browser shows text twice as large. */

let browser: Browser;
let stage: Stage;

test.beforeAll(async () => {
  // What "very large text" in the browser's settings does, only more of it.
  browser = await launch(undefined, '--blink-settings=defaultFontSize=32');
  stage = await setStage();
});

test.afterAll(() => browser.close());

test.describe.configure({ mode: 'parallel' });

const SCREENS = new Set([
  'home',
  'how it works',
  'deal: details',
  'deal: recording',
  'deal: review',
  'login: problems',
  'contact',
  'assistant',
  'invitation',
  'dashboard',
  'viewer',
  'logout',
  'profile',
  'receipts',
  'checkout',
  'subscribe',
  'escrow',
  'record',
  'admin: Agreements',
]);

for (const state of [...visitors, ...partyB, ...users, ...administrators]) {
  if (!SCREENS.has(state.name)) continue;
  test(state.name, async () => {
    const page = await openState(browser, stage, state);
    const size = await page.evaluate<string>('getComputedStyle(document.documentElement).fontSize');
    expect(size).toBe('32px');
    for (const { width, height } of [widths.desktop, widths.phone]) {
      await page.setViewportSize({ width, height });
      await page.emulateMedia({ reducedMotion: 'reduce', colorScheme: 'light' });
      const soon = { message: `at ${width} pixels` };
      await expect.poll(() => page.evaluate<string[]>(overflowing), soon).toEqual([]);
      if (!state.hasPanel) await expect.poll(() => page.evaluate<string[]>(covered), soon).toEqual([]);
      await expectAccessible(page);
    }
    await page.context().close();
  });
}
