import { defineConfig } from '@playwright/test';
import browser from './playwright.config.js';
export default defineConfig({...browser, projects: undefined, workers: 1, testDir: './browser', testMatch: '**/*.browser.ts', globalSetup: './browser/start-system.ts', outputDir: '../.local/test-reports/tmp'});
