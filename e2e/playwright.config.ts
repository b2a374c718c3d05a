import { defineConfig } from '@playwright/test';
import { GATE } from './browser/gate.js';

/** Debian's Chromium with a fake microphone that plays a spoken agreement. */
export default defineConfig({
  testDir: './browser',
  testMatch: '**/*.browser.ts',
  projects: [
    // What only a browser shows.
    { name: 'browser', grep: new RegExp(GATE), outputDir: '../.local/test-failures/browser' },
    // Every route, message, constant and state, looked at closely.
    {
      name: 'browser-deep',
      grepInvert: new RegExp(GATE),
      outputDir: '../.local/test-failures/browser-deep',
    },
  ],
  globalSetup: './browser/start-system.ts',
  timeout: 300_000,
  // Generous, as every limit that measures nothing: a slow machine is not a fault.
  expect: { timeout: 30_000 },
  // Files side by side, and within those files that say so also their tests.
  fullyParallel: false,
  workers: 2,
  forbidOnly: true,
  // A test that failed is found out, not tried again.
  retries: 0,
  reporter: [['list']],
  use: {
    browserName: 'chromium',
    // Somebody who waits longer for a control would have gone.
    actionTimeout: 45_000,
    screenshot: 'only-on-failure',
    // Steps and documents; pictures of every step would cost as much as the step.
    trace: { mode: 'retain-on-failure', screenshots: false, snapshots: true, sources: false },
  },
});
