import { defineConfig } from '@playwright/test';

/** Debian's Chromium with a fake microphone that plays a spoken agreement. */
export default defineConfig({
  testDir: './browser',
  testMatch: '*.browser.ts',
  globalSetup: './browser/start-system.ts',
  outputDir: '../.local/test-reports/browser',
  timeout: 180_000,
  expect: { timeout: 15_000 },
  fullyParallel: false,
  workers: 1,
  forbidOnly: true,
  reporter: [['list']],
  use: {
    browserName: 'chromium',
    screenshot: 'only-on-failure',
    trace: 'retain-on-failure',
  },
});
