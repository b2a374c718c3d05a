import { type Browser, expect, type Page, test } from '@playwright/test';
import type { Journey } from '#testing';
import { launch } from '../browser/pages.js';
import { enter } from '../browser/people.js';
import { newcomer, unpaidContract } from '../browser/prepared-people.js';
import { median } from './figures.js';
import { expectPace, note, press, ROUNDS, slowed } from './press.js';

const CONTRACTS = 100;
const MANY = 500;
/** Rows that the dashboard draws before the rest of a page. */
const SCREENFUL = 12;

let browser: Browser;

test.beforeAll(async () => {
  browser = await launch();
});

test.afterAll(() => browser.close());

async function recordOnce(): Promise<void> {
  const page = await slowed(browser);
  await page.goto('/record-voice-deal');
  await page.getByLabel('Party A Name').fill('Anna Miller');
  await page.getByLabel('Party A Email').fill('anna@example.test');
  await page.getByLabel('Party B Name').fill('Ben Carter');
  await page.getByLabel('Party B Email').fill('ben@example.test');
  const button = (name: string) => page.getByRole('button', { name, exact: true });
  await press(page, 'Start Recording', async () => {
    await button('Start Recording').click();
    await expect(page.getByText('Recording in progress...').first()).toBeVisible();
  });
  await press(page, 'Pause', async () => {
    await button('Pause').click();
    await expect(page.getByText('Recording paused').first()).toBeVisible();
  });
  await press(page, 'Resume', async () => {
    await button('Resume').click();
    await expect(page.getByText('Recording in progress...').first()).toBeVisible();
  });
  await press(page, 'Stop', async () => {
    await button('Stop').click();
    await expect(page.getByRole('heading', { level: 1, name: 'Review Recording' })).toBeVisible();
  });
  await page.context().close();
}

test('recorder: start, pause, resume, stop', async () => {
  for (let round = 0; round < ROUNDS; round += 1) await recordOnce();
  expectPace();
});

async function useDashboard(page: Page): Promise<void> {
  await page.goto('/dashboard');
  await expect(page.getByRole('button', { name: /^View contract/ })).toHaveCount(50);
  const filters = page.getByRole('group', { name: 'Show' });
  await press(page, 'Show more', async () => {
    await page.getByRole('button', { name: 'Show more' }).click();
    await expect(page.getByRole('button', { name: /^View contract/ })).toHaveCount(CONTRACTS);
  });
  for (const name of ['Completed', 'In Progress', 'All']) {
    await press(page, `filter ${name}`, () =>
      filters.getByRole('button', { name: new RegExp(`^${name}`) }).click(),
    );
  }
  await press(page, 'View', async () => {
    await page
      .getByRole('button', { name: /^View contract/ })
      .first()
      .click();
    await expect(page.getByRole('dialog')).toBeVisible();
  });
  await press(page, 'Close', async () => {
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toHaveCount(0);
  });
}

async function contracts(anna: Journey, count: number): Promise<void> {
  for (let made = 0; made < count; made += 10) {
    await Promise.all(
      Array.from({ length: 10 }, (_, at) => unpaidContract(anna, { partyBName: `Ben Qx${made + at}` })),
    );
  }
}

test('dashboard with a hundred contracts: filters and dialogs', async () => {
  const anna = await newcomer();
  await contracts(anna, CONTRACTS);
  const page = await slowed(browser);
  await enter(page.context(), anna.emailA);
  for (let round = 0; round < ROUNDS; round += 1) await useDashboard(page);
  expectPace();
});

/** As text: notes the ms from the latest key until the list begins with what was asked for. */
const WATCH_SEARCH = `{
  let pressed = 0;
  let words = '';
  globalThis.answered = 0;
  addEventListener('input', (event) => {
    pressed = event.timeStamp;
    words = event.target.value;
    globalThis.answered = 0;
  }, true);
  const first = () => document.querySelector('main ul > li:has(button[aria-label^="View contract"])');
  new MutationObserver(() => {
    if (globalThis.answered > 0 || !first()?.textContent.toLowerCase().includes(words)) return;
    globalThis.answered = performance.now() - pressed;
    globalThis.drawnFirst = document.querySelectorAll('main ul > li:has(button[aria-label^="View contract"])').length;
  }).observe(document.querySelector('main'), { subtree: true, childList: true, characterData: true });
}`;

/** As text: ms between frames while the page is moved by 4,000 px. */
const SCROLL = `new Promise((done) => {
  const frames = [];
  let last = performance.now();
  const step = (now) => {
    frames.push(now - last);
    last = now;
    scrollBy(0, 40);
    if (frames.length < 100) requestAnimationFrame(step);
    else done(frames.sort((one, other) => one - other)[95]);
  };
  requestAnimationFrame(step);
})`;

/** How much longer a frame of the list may take than one of a page that holds nothing but text, in the same run. */
const SMOOTH = 2;

/** A page of the same height that holds nothing but lines of text. */
const BARE = `data:text/html,<body style="font:16px sans-serif">${'<p>A line of text</p>'.repeat(400)}</body>`;

test('dashboard with five hundred contracts: the first row, search, scrolling', async () => {
  const anna = await newcomer();
  await contracts(anna, MANY);
  const page = await slowed(browser);
  await enter(page.context(), anna.emailA);
  await page.goto('/dashboard');
  const rows = page.getByRole('button', { name: /^View contract/ });
  await expect(rows).toHaveCount(50);
  const first = await page.getByRole('listitem').filter({ has: rows }).first().boundingBox();
  expect(first?.y, 'the first row is in the first screen').toBeLessThan(844);

  const search = page.getByRole('searchbox');
  await search.focus();
  await search.fill('qx499');
  await expect(rows).toHaveCount(1);
  await page.evaluate(WATCH_SEARCH);
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const words of ['qx1', 'qx12', 'qx123']) {
      await search.fill(words);
      await expect(rows).toHaveCount({ qx1: 50, qx12: 11, qx123: 1 }[words] ?? 0);
      note(`search "${words}"`, await page.evaluate<number>('globalThis.answered'));
      const drawnFirst = await page.evaluate<number>('globalThis.drawnFirst');
      expect(drawnFirst, 'rows that the answer waits for').toBeLessThanOrEqual(SCREENFUL);
    }
  }
  await search.fill('');
  await expect(rows.nth(49)).toBeAttached();
  const more = page.getByRole('button', { name: 'Show more' });
  while (await more.isVisible()) {
    const drawn = await rows.count();
    await more.click();
    await expect.poll(() => rows.count()).toBeGreaterThan(drawn);
  }
  await expect(rows).toHaveCount(MANY);
  const bare = await slowed(browser);
  await bare.goto(BARE);
  const frames: number[] = [];
  const controls: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const [moved, all] of [
      [page, frames],
      [bare, controls],
    ] as const) {
      await moved.bringToFront();
      await moved.evaluate('scrollTo(0, 0)');
      all.push(await moved.evaluate<number>(SCROLL));
    }
  }
  for (const frame of frames) note('slow frame (of 20 one) while scrolling', frame);
  for (const frame of controls) note('slow frame of a bare page', frame);
  expectPace();
  const ratio = median(frames) / median(controls);
  expect(ratio, 'frames of five hundred rows to those of a bare page').toBeLessThanOrEqual(SMOOTH);
});
