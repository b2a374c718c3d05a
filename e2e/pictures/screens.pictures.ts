import { copyFile, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { type Browser, expect, type Page, test } from '@playwright/test';
import { type Stage, setStage } from '../browser/grid/stage.js';
import { LAY_OUT_ALL, launch, widths } from '../browser/pages.js';
import { enter, enterAsAdmin, somebody } from '../browser/people.js';
import { ROOT } from '../browser/start-system.js';

/** Fourteen screens, each in light and dark, on a phone and on a desktop. */

const FOLDER = join(ROOT, '.local/screens');

/** Those that the README shows, by the name under which it does. */
const SHOWN: Readonly<Record<string, string>> = {
  '01-home-390-light': 'home-phone',
  '04-recording-390-light': 'recording-phone',
  '05-review-390-light': 'safe-phone',
  '08-dashboard-1280-light': 'dashboard-desktop',
  '09-viewer-1280-light': 'viewer-desktop',
  '09-viewer-1280-dark': 'viewer-desktop-dark',
  '11-escrow-1280-light': 'escrow-desktop',
};

let browser: Browser;
let stage: Stage;

test.beforeAll(async () => {
  browser = await launch();
  stage = await setStage();
  await mkdir(FOLDER, { recursive: true });
});

test.afterAll(() => browser.close());

test.describe.configure({ mode: 'parallel' });

interface Picture {
  name: string;
  who?: 'user' | 'admin';
  address: (stage: Stage) => string;
  /** From the open page to what the picture shows. */
  act?: (page: Page) => Promise<unknown>;
  sees: (page: Page) => Promise<unknown>;
  /** As far as it goes down, not only what is seen first. */
  isWhole?: boolean;
}

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name }).first();

async function fillDeal(page: Page): Promise<void> {
  await page.getByLabel('Party A Name').fill('Anna Miller');
  await page.getByLabel('Party A Email').fill('anna.miller@example.com');
  await page.getByLabel('Party B Name').fill('Ben Carter');
  await page.getByLabel('Party B Email').fill('ben.carter@example.com');
  await page.getByLabel('Agreement Amount').fill('2000');
}

async function recordFor(page: Page, clock: RegExp): Promise<void> {
  await fillDeal(page);
  await page.getByRole('main').getByRole('button', { name: 'Start Recording' }).click();
  await expect(page.getByRole('timer')).toHaveText(clock, { timeout: 30_000 });
}

const PICTURES: readonly Picture[] = [
  {
    name: '01-home',
    address: () => '/',
    // The example contract under the button comes last: its code is loaded when the page is idle.
    sees: (page) => expect(page.getByText('Maria Santos').first()).toBeVisible(),
  },
  {
    name: '02-how-it-works',
    address: () => '/how-it-works',
    sees: async (page) => {
      await expect(page.getByText('Maria Santos').first()).toBeVisible();
      await expect(page.getByRole('heading', { name: 'Have a deal to make today?' })).toBeVisible();
    },
    isWhole: true,
  },
  {
    name: '03-details',
    address: () => '/record-voice-deal',
    act: fillDeal,
    sees: (page) => expect(button(page, 'Start Recording')).toBeVisible(),
    isWhole: true,
  },
  {
    name: '04-recording',
    address: () => '/record-voice-deal',
    act: (page) => recordFor(page, /0:0[4-9]/),
    sees: (page) => expect(page.getByText('Recording in progress...').first()).toBeVisible(),
  },
  {
    name: '05-review',
    address: () => '/record-voice-deal',
    act: async (page) => {
      await recordFor(page, /0:0[6-9]/);
      await page.getByRole('button', { name: 'Stop', exact: true }).click();
    },
    sees: (page) => expect(page.getByText('Safe on this device').first()).toBeVisible(),
  },
  {
    name: '06-signup',
    address: () => '/signup',
    sees: (page) => expect(page.getByLabel('Username')).toBeVisible(),
  },
  {
    name: '07-checkout',
    who: 'user',
    address: ({ unpaid }) => `/checkout?plan=split-second-contract&agreementId=${unpaid.agreementId}`,
    sees: (page) => expect(page.getByRole('radio', { name: 'Succeeds' })).toBeVisible(),
    isWhole: true,
  },
  {
    name: '08-dashboard',
    who: 'user',
    address: () => '/dashboard',
    sees: (page) => expect(page.getByText('Awaiting Other Party').first()).toBeVisible(),
    isWhole: true,
  },
  {
    name: '09-viewer',
    who: 'user',
    address: () => '/dashboard',
    act: (page) =>
      page
        .locator('tr, li')
        .filter({ hasText: 'Completed' })
        .getByRole('button', { name: /^View contract/ })
        .last()
        .click(),
    sees: (page) =>
      expect(
        page
          .getByRole('dialog')
          .getByText(/two thousand dollars/)
          .first(),
      ).toBeVisible(),
  },
  {
    name: '10-invitation',
    address: ({ invitation }) => invitation,
    sees: (page) =>
      expect(page.getByRole('heading', { level: 1, name: 'Voice Contract Invitation' })).toBeVisible(),
    isWhole: true,
  },
  {
    name: '11-escrow',
    who: 'user',
    address: ({ escrow }) => `/escrow?agreementId=${escrow.agreementId}`,
    sees: (page) => expect(page.getByText('Payment held').first()).toBeVisible(),
    isWhole: true,
  },
  {
    name: '12-receipts',
    who: 'user',
    address: () => '/receipts',
    sees: (page) => expect(page.getByText('TEST').first()).toBeVisible(),
  },
  {
    name: '13-administration',
    who: 'admin',
    address: () => '/admin?section=agreements',
    sees: (page) => expect(button(page, /^Log of/)).toBeVisible(),
  },
  {
    name: '14-not-found',
    address: () => '/no-such-page',
    sees: (page) => expect(page.getByRole('heading', { level: 1, name: 'Page Not Found' })).toBeVisible(),
  },
];

/** A font that comes later than 0.1 s is left out (`font-display: optional`); on the next visit it is at hand. */
async function openInOwnFont(page: Page, address: string): Promise<void> {
  const tools = await page.context().newCDPSession(page);
  await expect(async () => {
    await page.goto(address);
    await page.getByRole('banner').waitFor();
    await page.evaluate('document.fonts.ready');
    await tools.send('DOM.enable');
    await tools.send('CSS.enable');
    const { root } = await tools.send('DOM.getDocument');
    const { nodeId } = await tools.send('DOM.querySelector', { nodeId: root.nodeId, selector: 'header a' });
    const { fonts } = await tools.send('CSS.getPlatformFontsForNode', { nodeId });
    expect(fonts.map(({ isCustomFont }) => isCustomFont)).toEqual([true]);
  }).toPass({ timeout: 20_000 });
  await tools.detach();
}

for (const { name, who, address, act, sees, isWhole = false } of PICTURES) {
  for (const [width, size] of Object.entries(widths)) {
    test(`${name} ${width}`, async () => {
      const { context, page } = await somebody(browser, width as keyof typeof widths);
      await page.emulateMedia({ reducedMotion: 'reduce' });
      if (who === 'user') await enter(context, stage.anna.emailA);
      if (who === 'admin') await enterAsAdmin(context);
      await openInOwnFont(page, address(stage));
      await act?.(page);
      await sees(page);
      // Else the bar that stays at the top would stand where the window was, and what is far down would be blank.
      if (isWhole) await page.evaluate(`${LAY_OUT_ALL}; scrollTo(0, 0)`);
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
        const picture = `${name}-${size.width}-${colorScheme}`;
        const path = join(FOLDER, `${picture}.png`);
        await page.screenshot({ path, fullPage: isWhole });
        const shown = SHOWN[picture];
        if (shown) await copyFile(path, join(ROOT, 'docs/images', `${shown}.png`));
      }
      await context.close();
    });
  }
}
