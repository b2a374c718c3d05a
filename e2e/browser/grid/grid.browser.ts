import { type Browser, expect, type Page, test } from '@playwright/test';
import { gateOn } from '../gate.js';
import { expectAccessible, launch, widths } from '../pages.js';
import { covered, overflowing, tooSmall, unruly } from './layout.js';
import { openInSpanish, openState, opensInSpanish } from './open-state.js';
import { type Stage, setStage } from './stage.js';
import { administrators } from './states.administration.js';
import { partyB, visitors } from './states.public.js';
import { users } from './states.users.js';

/** Every state of every screen, in light and dark, on a phone, a tablet and a desktop, and as narrow as it gets. */

let browser: Browser;
let stage: Stage;

test.beforeAll(async () => {
  browser = await launch();
  stage = await setStage();
});

test.afterAll(() => browser.close());

test.describe.configure({ mode: 'parallel' });

const DESKTOP = widths.desktop;
const TABLET = { width: 768, height: 1024 };
/** The narrowest screen that must do, and a phone that shows everything twice as large, in CSS pixels. */
const NARROW = [
  { width: 320, height: 700 },
  { width: widths.phone.width / 2, height: widths.phone.height / 2 },
];

type Size = (typeof NARROW)[number];

/** Looked for again and again: a list becomes cards a moment after the window became narrow. */
const soon = (message: string) => ({ message });

async function expectFits(page: Page, size: Size): Promise<void> {
  await page.setViewportSize(size);
  await expect
    .poll(() => page.evaluate<string[]>(overflowing), soon(`does not fit into ${size.width} pixels`))
    .toEqual([]);
}

/** Nothing is beside the screen, and nothing fixed or sticky over a control. */
async function expectInPlace(page: Page, size: Size, hasPanel = false): Promise<void> {
  await expectFits(page, size);
  if (hasPanel) return;
  const is = soon(`covered on a screen of ${size.width} pixels`);
  await expect.poll(() => page.evaluate<string[]>(covered), is).toEqual([]);
}

/** The screens on the way of most people: a page to read, a form, a list, a document, a payment. */
const IN_GATE = new Set(['home', 'deal: details', 'dashboard', 'viewer', 'checkout']);

for (const state of [...visitors, ...partyB, ...users, ...administrators]) {
  test(state.name, gateOn(IN_GATE.has(state.name)), async () => {
    const page = await openState(browser, stage, state);
    const start = page.viewportSize() ?? DESKTOP;
    const sizes = start.width === DESKTOP.width ? [DESKTOP, TABLET, widths.phone] : [start];
    for (const size of sizes) {
      await page.emulateMedia({ reducedMotion: 'reduce', colorScheme: 'light' });
      await test.step(`${size.width} in place`, () => expectInPlace(page, size, state.hasPanel));
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ reducedMotion: 'reduce', colorScheme });
        await test.step(`${size.width} ${colorScheme}`, () =>
          expectAccessible(page, colorScheme === 'dark' ? 'colours' : 'everything'));
      }
    }
    await page.emulateMedia({ reducedMotion: 'reduce', colorScheme: 'light' });
    expect(await page.evaluate<string[]>(tooSmall), 'smaller than 24 by 24 pixels').toEqual([]);
    expect(await page.evaluate<string[]>(unruly), 'moves although motion is reduced').toEqual([]);
    for (const size of NARROW) await expectFits(page, size);
    await page.context().close();
  });
}

for (const state of [...visitors, ...partyB, ...users, ...administrators].filter(opensInSpanish)) {
  test(`${state.name}, in Spanish`, async () => {
    const page = await openInSpanish(browser, stage, state);
    for (const size of [DESKTOP, TABLET, widths.phone]) await expectInPlace(page, size);
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ reducedMotion: 'reduce', colorScheme });
      await expectAccessible(page, colorScheme === 'dark' ? 'colours' : 'everything');
    }
    await page.emulateMedia({ reducedMotion: 'reduce', colorScheme: 'light' });
    for (const size of NARROW) await expectFits(page, size);
    await page.context().close();
  });
}
