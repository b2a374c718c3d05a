import { defineConfig } from '@playwright/test';

/**
 * What the specification promises a person: every route for everybody, every message, every constant that can be
 * noticed, microphones that are blocked or missing, and the four journeys, by hand and by keys alone.
 */
const PROMISES = [
  'screens/*.browser.ts',
  'words/*.browser.ts',
  'journeys/*.browser.ts',
  'recorder/recorder-trouble.browser.ts',
].map((pattern) => `**/browser/${pattern}`);

/** Debian's Chromium with a fake microphone that plays a spoken agreement. */
export default defineConfig({
  testDir: './browser',
  projects: [
    { name: 'promises', testMatch: PROMISES, outputDir: '../.local/test-reports/promises' },
    // Every state looked at closely, and what may go wrong on the way.
    {
      name: 'states',
      testMatch: '**/*.browser.ts',
      testIgnore: PROMISES,
      outputDir: '../.local/test-reports/states',
    },
  ],
  globalSetup: './browser/start-system.ts',
  timeout: 300_000,
  expect: { timeout: 15_000 },
  // Files side by side, and within those files that say so also their tests.
  fullyParallel: false,
  workers: 2,
  forbidOnly: true,
  // As for the suites with servers: named and counted as flaky, and a fault to be found.
  retries: process.env.CI ? 1 : 0,
  reporter: [['list']],
  use: {
    browserName: 'chromium',
    // Somebody who waits longer for a control would have gone.
    actionTimeout: 45_000,
    screenshot: 'only-on-failure',
    // Recording every step costs as much as the step: TRACE=1 when a failure is not understood.
    trace: process.env.TRACE ? 'retain-on-failure' : 'off',
  },
});
