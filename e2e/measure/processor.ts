import type { Page } from '@playwright/test';
import type { RunnerResult } from 'lighthouse';
import { pageFunctions } from 'lighthouse/core/lib/page-functions.js';
import { TraceProcessor } from 'lighthouse/core/lib/tracehouse/trace-processor.js';

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

/** What is read of an event; times in microseconds. */
interface TraceEvent {
  name: string;
  ts: number;
  dur: number;
  /** Of the thread's own clock. */
  tdur?: number;
}

/** A task of the page may take so many milliseconds before a press has to wait for it. */
const LONG_TASK_MS = 50;
const US_PER_MS = 1000;

/**
 * Total blocking time in milliseconds on a phone that is so many times slower: of each task that ends after the
 * first contentful paint what is beyond 50 ms. Counted is what the page's thread worked, not what the clock showed: on two processors
 * that browser, servers and Lighthouse share, a thread waits for its turn far longer than it works.
 * @throws Error where the trace does not tell
 */
export function blocking(trace: RunnerResult['artifacts']['Trace'], slower: number): number {
  const processed = TraceProcessor.processTrace(trace);
  const painted = TraceProcessor.processNavigation(processed).timestamps.firstContentfulPaint;
  const events: readonly TraceEvent[] = processed.mainThreadEvents;
  const tasks = events.filter(
    (event) => TraceProcessor.isScheduleableTask(event) && event.ts + event.dur > painted,
  );
  if (tasks.length === 0) throw new Error('The trace has no task after the first painting.');
  return tasks.reduce((sum, { tdur }) => {
    if (tdur === undefined) throw new Error('The trace does not tell how long a thread worked.');
    return sum + Math.max(0, (tdur / US_PER_MS) * slower - LONG_TASK_MS);
  }, 0);
}
