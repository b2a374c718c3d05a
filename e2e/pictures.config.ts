import { defineConfig } from '@playwright/test';
import browser from './playwright.config.js';

/** `make screenshots`: pictures of the key screens. */
export default defineConfig({
  ...browser,
  projects: undefined,
  testDir: './pictures',
  testMatch: '*.pictures.ts',
  globalSetup: './browser/start-system.ts',
  outputDir: '../.local/test-reports/pictures',
});
