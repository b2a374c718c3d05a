import { mkdir } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { type Browser, chromium, expect, type Page } from '@playwright/test';
import axe from 'axe-core';
import { letTimePass } from '#testing';
import { watchContext } from './strict.js';

const shots = resolve(import.meta.dirname, '../../.local/screenshots');

/** Sizes at which every screen must look right, in CSS pixels. */
export const widths = { phone: { width: 390, height: 844 }, desktop: { width: 1280, height: 860 } } as const;
export type Width = keyof typeof widths;
export const BOTH: readonly Width[] = ['phone', 'desktop'];

export function required(name: string): string {
  const value = process.env[name];
  if (!value) throw new Error(`${name} is not set; the global setup sets it`);
  return value;
}

/** Quiet, and like on every other machine. */
export const CHROMIUM_ARGS: readonly string[] = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** @param wav what the microphone plays over and over; null for no microphone at all */
export function microphoneArgs(wav: string | null = required('SPOKEN_WAV')): string[] {
  return wav ? ['--use-fake-device-for-media-stream', `--use-file-for-fake-audio-capture=${wav}`] : [];
}

/**
 * Somebody who waits until a page that was opened can be used: the picture that comes with some documents is not yet
 * the app. Only who opens a page up to `commit` sees that.
 */
function patient(page: Page): void {
  const goTo = page.goto.bind(page);
  const reload = page.reload.bind(page);
  const wait = () => page.locator('#root[inert]').waitFor({ state: 'detached' });
  page.goto = async (url, options) => {
    const answer = await goTo(url, options);
    if (options?.waitUntil !== 'commit') await wait();
    return answer;
  };
  page.reload = async (options) => {
    const answer = await reload(options);
    if (options?.waitUntil !== 'commit') await wait();
    return answer;
  };
}

/** Chromium whose microphone plays the spoken agreement or another sound. What its pages must not do fails the test. */
export async function launch(wav?: string | null, ...args: string[]): Promise<Browser> {
  const browser = await chromium.launch({
    executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
    args: [...CHROMIUM_ARGS, ...microphoneArgs(wav), ...args],
  });
  browser.on('context', (context) => {
    watchContext(context);
    context.on('page', patient);
  });
  return browser;
}

/** Ends what a test has opened in a browser that it shares: a page that is left open goes on playing, asking and drawing. */
export async function closePages(browser: Browser): Promise<void> {
  await Promise.all(browser.contexts().map((context) => context.close()));
}

/** A picture of the screen as it is now, named by step and width, for who asks for pictures (PICTURES=1). */
export async function look(page: Page, step: string, width: Width, isFullPage = false): Promise<void> {
  if (!process.env.PICTURES) return;
  await mkdir(shots, { recursive: true });
  await page.screenshot({ path: join(shots, `${step}-${widths[width].width}.png`), fullPage: isFullPage });
}

/** The screen as it is now, in light: accessible, and pictured for who asks for it. */
export async function lookClosely(page: Page, step: string, width: Width, isFullPage = false): Promise<void> {
  await look(page, step, width, isFullPage);
  await expectAccessible(page);
}

/** The screen as it is now, in light and in dark: accessible, and pictured (whole without a dialog) for who asks for it. */
export async function inspect(page: Page, step: string, width: Width): Promise<void> {
  const dialogs = await page.getByRole('dialog').or(page.getByRole('alertdialog')).count();
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    const name = colorScheme === 'dark' ? `${step}-dark` : step;
    await look(page, name, width, dialogs === 0);
    await expectAccessible(page, colorScheme === 'dark' ? 'colours' : 'everything');
  }
  await page.emulateMedia({ colorScheme: 'light' });
}

/** People speak: the microphone of the test goes on in real time, as a real one does. */
export const speakFor = (ms: number): Promise<void> => letTimePass(ms, 'speech of that length');

const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];
/** The rules whose result another theme can change. */
const COLOUR_RULES = ['color-contrast', 'link-in-text-block'];

/** As text, because these types know no documents. What is far from the screen is laid out, too. */
export const LAY_OUT_ALL = `for (const element of document.querySelectorAll('*')) {
  if (getComputedStyle(element).contentVisibility === 'auto') element.style.contentVisibility = 'visible';
}`;

const LOOK = `(async (runOnly) => {
  ${LAY_OUT_ALL}
  const atMost = (ms, promise) => Promise.race([promise, new Promise((resolve) => setTimeout(resolve, ms))]);
  const frame = () => atMost(1000, new Promise(requestAnimationFrame));
  // Colours fade from one theme to the other: halfway they are those of neither. What is paused never ends.
  await frame();
  await frame();
  const ending = document.getAnimations().filter(({ effect }) => effect.getComputedTiming().endTime < Infinity);
  await atMost(1000, Promise.allSettled(ending.map(({ finished }) => finished)));
  // A message comes and leaves by itself, also while axe looks; what it must never lie over is measured in
  // in-the-way.browser.ts.
  const placesOfMessages = () =>
    [...document.querySelectorAll('[role=region] > ol > li')].map((one) => one.getBoundingClientRect());
  const before = placesOfMessages();
  const { violations } = await axe.run(document, { resultTypes: ['violations'], runOnly, elementRef: true });
  const messages = [...before, ...placesOfMessages()];
  const isBelow = ({ element }) => {
    const { left, right, top, bottom } = element.getBoundingClientRect();
    return messages.some((one) => one.left < right && one.right > left && one.top < bottom && one.bottom > top);
  };
  return violations
    .map(({ id, nodes }) => ({ id, nodes: id === 'target-size' ? nodes.filter((node) => !isBelow(node)) : nodes }))
    .filter(({ nodes }) => nodes.length > 0)
    .map(({ id, nodes }) => id + ': ' + nodes.map(({ target }) => target.join(' ')).join(', '));
})`;

/** No accessibility problem that can be found by looking at the page's structure, or at its colours alone. */
export async function expectAccessible(
  page: Page,
  what: 'everything' | 'colours' = 'everything',
): Promise<void> {
  // What is fading in has the colours of neither end.
  await page.emulateMedia({ reducedMotion: 'reduce' });
  // Once per document: reading half a megabyte again costs more than most looks.
  if (!(await page.evaluate<boolean>('"axe" in window'))) await page.evaluate(axe.source);
  const runOnly = what === 'colours' ? { type: 'rule', values: COLOUR_RULES } : { type: 'tag', values: TAGS };
  const found = await page.evaluate<string[]>(`${LOOK}(${JSON.stringify(runOnly)})`);
  await page.emulateMedia({ reducedMotion: null });
  expect(found).toEqual([]);
}
