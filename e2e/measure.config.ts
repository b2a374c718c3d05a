import { defineConfig } from '@playwright/test';
import browser from './playwright.config.js';

/** `make lighthouse`: figures that need the machine for themselves. */
export default defineConfig({
  ...browser,
  projects: undefined,
  testDir: './measure',
  testMatch: '*.measure.ts',
  globalSetup: './measure/start.ts',
  outputDir: '../.local/test-reports/measure',
  timeout: 600_000,
  workers: 1,
});
