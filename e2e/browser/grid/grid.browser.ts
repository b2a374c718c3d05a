import { type Browser, expect, test } from '@playwright/test';
import { gateOn } from '../gate.js';
import { expectAccessible, launch, widths } from '../pages.js';
import { overflowing, tooSmall, unruly } from './layout.js';
import { openState } from './open-state.js';
import { type Stage, setStage } from './stage.js';
import { administrators } from './states.administration.js';
import { partyB, visitors } from './states.public.js';
import { users } from './states.users.js';

/** Every state of every screen, looked at in light and dark, on a phone and on a desktop, and as narrow as it gets. */

let browser: Browser;
let stage: Stage;

test.beforeAll(async () => {
  browser = await launch();
  stage = await setStage();
});

test.afterAll(() => browser.close());

test.describe.configure({ mode: 'parallel' });

const DESKTOP = widths.desktop;
/** The narrowest screen that must do, and a phone that shows everything twice as large, in CSS pixels. */
const NARROW = [
  { width: 320, height: 700 },
  { width: widths.phone.width / 2, height: widths.phone.height / 2 },
];

/** The screens on the way of most people: a page to read, a form, a list, a document, a payment. */
const IN_GATE = new Set(['home', 'deal: details', 'dashboard', 'viewer', 'checkout']);

for (const state of [...visitors, ...partyB, ...users, ...administrators]) {
  test(state.name, gateOn(IN_GATE.has(state.name)), async () => {
    const page = await openState(browser, stage, state);
    const start = page.viewportSize() ?? DESKTOP;
    const sizes = start.width === DESKTOP.width ? [DESKTOP, widths.phone] : [start];
    for (const size of sizes) {
      await page.setViewportSize(size);
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme });
        await test.step(`${size.width} ${colorScheme}`, () =>
          expectAccessible(page, colorScheme === 'dark' ? 'colours' : 'everything'));
      }
    }
    await page.emulateMedia({ reducedMotion: 'reduce', colorScheme: 'light' });
    expect(await page.evaluate<string[]>(tooSmall), 'smaller than 24 by 24 pixels').toEqual([]);
    expect(await page.evaluate<string[]>(unruly), 'moves although motion is reduced').toEqual([]);
    for (const size of NARROW) {
      await page.setViewportSize(size);
      // A list becomes cards a moment after the window became narrow.
      const fits = { message: `does not fit into ${size.width} pixels`, timeout: 2000 };
      await expect.poll(() => page.evaluate<string[]>(overflowing), fits).toEqual([]);
    }
    await page.context().close();
  });
}
