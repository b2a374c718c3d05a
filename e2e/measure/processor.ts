import type { Page } from '@playwright/test';
import { pageFunctions } from 'lighthouse/core/lib/page-functions.js';

/**
 * What Lighthouse's benchmark says of the phone that is imagined. Lighthouse means a phone four times slower than the
 * machine that it reckons with, and warns on one with less than 1,000, which it takes for half of that.
 */
const PHONE = 500;

/**
 * How many times slower than this machine the phone is, at least 1: a slow machine is slowed less, so that figures of
 * different machines, and of different minutes on one, can be compared. Takes a second.
 */
export async function slowdown(page: Page): Promise<number> {
  const index = await page.evaluate(pageFunctions.computeBenchmarkIndex);
  return Math.max(1, index / PHONE);
}
