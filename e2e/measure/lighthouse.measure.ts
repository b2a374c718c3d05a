import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { chromium, expect, test } from '@playwright/test';
import lighthouse, { type RunnerResult } from 'lighthouse';
import { freePorts } from '#testing';
import { CHROMIUM_ARGS, required } from '../browser/pages.js';
import { ROOT } from '../browser/start-system.js';
import { median, table } from './figures.js';
import { isSteady, slowdown } from './processor.js';

/** Lighthouse as a phone on slow 4G, the median of five runs of the production build behind the gateway. */

const ADDRESSES = ['/', '/how-it-works', '/record-voice-deal', '/login'];
/** `LIGHTHOUSE_RUNS=1` is a quick look. */
const RUNS = Number(process.env.LIGHTHOUSE_RUNS ?? 5);
/** Of so many runs for each that counts, most must not count before it is said that this machine cannot measure. */
const MOST_RUNS = 5 * RUNS;

const CATEGORIES = ['performance', 'accessibility', 'best-practices', 'seo'] as const;
const LEAST: Record<(typeof CATEGORIES)[number], number> = {
  performance: 95,
  accessibility: 100,
  'best-practices': 100,
  seo: 100,
};
/** Largest contentful paint and blocking in milliseconds, shift without a unit. */
const MOST = {
  'largest-contentful-paint': 1800,
  'cumulative-layout-shift': 0.02,
  'total-blocking-time': 100,
};

type Figures = Record<string, number>;
type Result = RunnerResult['lhr'];

const rows: string[][] = [];

test.afterAll(() => {
  const head = [
    'address',
    'perf',
    'a11y',
    'best',
    'seo',
    'LCP ms',
    'CLS',
    'TBT ms',
    'kB',
    'slower',
    'of runs',
  ];
  process.stdout.write(`\nmedian of ${RUNS}\n${table(head, rows)}\n`);
});

for (const address of ADDRESSES) {
  test(address, async () => {
    const runs: Figures[] = [];
    const missed = new Set<string>();
    let done = 0;
    for (; runs.length < RUNS && done < MOST_RUNS; done += 1) {
      const figures = await measure(address, missed);
      if (figures) runs.push(figures);
    }
    expect(runs.length, `runs during which the machine kept its speed, of ${done}`).toBe(RUNS);
    const middle = (name: string) => median(runs.map((figures) => figures[name] ?? Number.NaN));
    rows.push([
      address,
      ...CATEGORIES.map((name) => middle(name).toFixed(0)),
      middle('largest-contentful-paint').toFixed(0),
      middle('cumulative-layout-shift').toFixed(3),
      middle('total-blocking-time').toFixed(0),
      (middle('total-byte-weight') / 1000).toFixed(0),
      middle('slower').toFixed(1),
      String(done),
    ]);
    const below = CATEGORIES.filter((name) => middle(name) < LEAST[name]);
    const above = Object.entries(MOST).filter(([name, most]) => middle(name) > most);
    expect([...below, ...above.map(([name]) => name)], [...missed].join('\n')).toEqual([]);
  });
}

/**
 * One run in a browser of its own. Null where the machine became faster or slower meanwhile: the phone would not have
 * been the imagined one.
 */
async function measure(address: string, missed: Set<string>): Promise<Figures | null> {
  const [port = 0] = await freePorts(1);
  const browser = await chromium.launch({
    executablePath: required('HEADLESS_SHELL'),
    args: [...CHROMIUM_ARGS, `--remote-debugging-port=${port}`],
  });
  try {
    const page = await browser.newPage();
    const slower = await slowdown(page);
    const result = await lighthouse(required('SYSTEM_URL') + address, {
      port,
      output: 'json',
      logLevel: 'error',
      onlyCategories: [...CATEGORIES],
      throttling: { cpuSlowdownMultiplier: slower },
    });
    if (!result) throw new Error('Lighthouse gave no result');
    const figures = await figuresOf(result.lhr, address, missed);
    return isSteady(slower, await slowdown(page)) ? { slower, ...figures } : null;
  } finally {
    await browser.close();
  }
}

/** What Lighthouse found, which is also written down; what costs points outside performance is added to `missed`. */
async function figuresOf(lhr: Result, address: string, missed: Set<string>): Promise<Figures> {
  const { audits, categories } = lhr;
  const folder = join(ROOT, '.local/test-reports/lighthouse');
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, `${address.replace(/\W/g, '-')}.json`), JSON.stringify(lhr));
  for (const name of CATEGORIES.slice(1)) {
    for (const { id, weight } of categories[name]?.auditRefs ?? []) {
      const audit = audits[id];
      if (weight > 0 && audit && audit.score !== null && audit.score < 1) missed.add(`${id}: ${audit.title}`);
    }
  }
  return {
    ...Object.fromEntries(CATEGORIES.map((name) => [name, (categories[name]?.score ?? 0) * 100])),
    ...Object.fromEntries(
      [...Object.keys(MOST), 'total-byte-weight'].map((name) => [
        name,
        audits[name]?.numericValue ?? Number.NaN,
      ]),
    ),
  };
}
