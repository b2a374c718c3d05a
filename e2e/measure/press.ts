import { type Browser, expect, type Page } from '@playwright/test';
import { somebody } from '../browser/people.js';
import { median, table } from './figures.js';
import { slowdown } from './processor.js';

/** How long a page takes to answer a press on the processor of a phone: the median of five. */

const MOST_MS = 100;
/** One press alone says more about what else the two processors did in that moment. */
export const ROUNDS = 5;

const answers = new Map<string, number[]>();
const rates: number[] = [];

/** As text, because these types know no documents. */
const WATCH = `globalThis.presses = [];
  new PerformanceObserver((list) => globalThis.presses.push(...list.getEntries()
    .filter((entry) => entry.interactionId > 0).map((entry) => entry.duration)))
    .observe({ type: 'event', durationThreshold: 16, buffered: true });`;

/** A phone with a slow processor. */
export async function slowed(browser: Browser): Promise<Page> {
  const { context, page } = await somebody(browser, 'phone');
  await page.addInitScript(WATCH);
  const rate = await slowdown(page);
  rates.push(rate);
  const session = await context.newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate });
  return page;
}

/** Notes how many ms something took. */
export function note(name: string, milliseconds: number): void {
  answers.set(name, [...(answers.get(name) ?? []), milliseconds]);
}

/** Does something and notes how long the slowest of its presses was answered. */
export async function press(page: Page, name: string, act: () => Promise<unknown>): Promise<void> {
  await page.evaluate('globalThis.presses.length = 0');
  await act();
  // Two frames later every press has its entry; one that took less than 16 ms has none.
  await page.evaluate(
    'new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done, 100))))',
  );
  note(name, Math.max(0, ...(await page.evaluate<number[]>('globalThis.presses'))));
}

/** Writes down what was noted since the last time, and fails on what took too long. */
export function expectPace(): void {
  const rows = [...answers].map(([name, all]) => [name, median(all).toFixed(0), Math.max(...all).toFixed(0)]);
  process.stdout.write(
    `\nfrom the press to the next frame, processor ${median(rates).toFixed(1)} times slower, ${ROUNDS} rounds\n`,
  );
  process.stdout.write(`${table(['press', 'median ms', 'slowest ms'], rows)}\n`);
  for (const [name, all] of answers) expect.soft(median(all), name).toBeLessThanOrEqual(MOST_MS);
  answers.clear();
  rates.length = 0;
}
