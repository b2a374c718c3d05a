import type { Page } from '@playwright/test';
import { pageFunctions } from 'lighthouse/core/lib/page-functions.js';

/**
 * What Lighthouse's benchmark says of the phone that is imagined: a quarter of 2,000, which we take for the machine that
 * Lighthouse reckons with (docs/adr/0064-the-phone-that-lighthouse-imagines-is-the-same-everywhere.md).
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

/** How much the speed of this machine may change during a measurement that counts. */
const STEADY = 1.15;

/** Whether two readings of `slowdown`, before and after a measurement, are of the same machine. */
export function isSteady(before: number, after: number): boolean {
  return Math.max(before, after) <= STEADY * Math.min(before, after);
}
