import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { chromium, expect, test } from '@playwright/test';
import lighthouse from 'lighthouse';
import { freePorts } from '#testing';
import { CHROMIUM_ARGS, required } from '../browser/pages.js';
import { ROOT } from '../browser/start-system.js';
import { median, table } from './figures.js';
import { slowdown } from './processor.js';

/** Lighthouse as a phone on slow 4G, the median of five runs of the production build behind the gateway. */

const ADDRESSES = ['/', '/how-it-works', '/record-voice-deal', '/login'];
/** `LIGHTHOUSE_RUNS=1` is a quick look. */
const RUNS = Number(process.env.LIGHTHOUSE_RUNS ?? 5);

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

const rows: string[][] = [];

test.afterAll(() => {
  const head = ['address', 'perf', 'a11y', 'best', 'seo', 'LCP ms', 'CLS', 'TBT ms', 'kB', 'slower'];
  process.stdout.write(`\nmedian of ${RUNS}\n${table(head, rows)}\n`);
});

for (const address of ADDRESSES) {
  test(address, async () => {
    const runs: Figures[] = [];
    const missed = new Set<string>();
    for (let run = 0; run < RUNS; run += 1) runs.push(await measure(address, missed));
    const middle = (name: string) => median(runs.map((figures) => figures[name] ?? Number.NaN));
    rows.push([
      address,
      ...CATEGORIES.map((name) => middle(name).toFixed(0)),
      middle('largest-contentful-paint').toFixed(0),
      middle('cumulative-layout-shift').toFixed(3),
      middle('total-blocking-time').toFixed(0),
      (middle('total-byte-weight') / 1000).toFixed(0),
      middle('slower').toFixed(1),
    ]);
    const below = CATEGORIES.filter((name) => middle(name) < LEAST[name]);
    const above = Object.entries(MOST).filter(([name, most]) => middle(name) > most);
    expect([...below, ...above.map(([name]) => name)], [...missed].join('\n')).toEqual([]);
  });
}

/** One run in a browser of its own; what costs points outside performance is added to `missed`. */
async function measure(address: string, missed: Set<string>): Promise<Figures> {
  const [port = 0] = await freePorts(1);
  const browser = await chromium.launch({
    executablePath: required('HEADLESS_SHELL'),
    args: [...CHROMIUM_ARGS, `--remote-debugging-port=${port}`],
  });
  const page = await browser.newPage();
  const slower = await slowdown(page);
  await page.close();
  const result = await lighthouse(required('SYSTEM_URL') + address, {
    port,
    output: 'json',
    logLevel: 'error',
    onlyCategories: [...CATEGORIES],
    throttling: { cpuSlowdownMultiplier: slower },
  }).finally(() => browser.close());
  if (!result) throw new Error('Lighthouse gave no result');
  const { audits, categories } = result.lhr;
  const folder = join(ROOT, '.local/test-reports/lighthouse');
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, `${address.replace(/\W/g, '-')}.json`), JSON.stringify(result.lhr));
  for (const name of CATEGORIES.slice(1)) {
    for (const { id, weight } of categories[name]?.auditRefs ?? []) {
      const audit = audits[id];
      if (weight > 0 && audit && audit.score !== null && audit.score < 1) missed.add(`${id}: ${audit.title}`);
    }
  }
  return {
    slower,
    ...Object.fromEntries(CATEGORIES.map((name) => [name, (categories[name]?.score ?? 0) * 100])),
    ...Object.fromEntries(
      [...Object.keys(MOST), 'total-byte-weight'].map((name) => [
        name,
        audits[name]?.numericValue ?? Number.NaN,
      ]),
    ),
  };
}
