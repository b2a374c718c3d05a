import { defineConfig } from '@playwright/test';
import type { Engine } from './engines/drivers.js';
import browser from './playwright.config.js';

const ENGINES: Engine[] = ['chromium', 'firefox', 'webkit'];

/** The journeys that a phone makes, in every engine that Debian has. */
export default defineConfig<{ engine: Engine }>({
  ...browser,
  projects: ENGINES.filter((engine) => [undefined, '', engine].includes(process.env.TEST_ENGINE)).map(
    (engine) => ({ name: engine, use: { engine } }),
  ),
  // One at a time: WebKit's microphone loses what it has no time to fetch, and words with it.
  workers: 1,
  testDir: './engines',
  testMatch: '**/*.engines.ts',
  globalSetup: './engines/start-product.ts',
  outputDir: '../.local/test-failures/engines',
  use: {},
});
