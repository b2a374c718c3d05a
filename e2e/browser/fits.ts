import { expect, type Page } from '@playwright/test';
import { LAY_OUT_ALL } from './pages.js';

/** The narrowest screen that must do, in CSS pixels. */
export const NARROW = { width: 320, height: 640 };

/** As text, because these types know no documents. Answers what reaches beyond the screen or hides some of its words. */
const WHAT_DOES_NOT_FIT = `(() => {
  ${LAY_OUT_ALL}
  const wide = document.documentElement.clientWidth;
  const name = (e) => e.tagName.toLowerCase() + ' "' + (e.textContent ?? '').trim().slice(0, 40) + '"';
  const all = [...document.querySelectorAll('body *')].filter((e) => e.checkVisibility() && !e.closest('.sr-only'));
  const scrolls = (e) => e.parentElement && (/auto|scroll/.test(getComputedStyle(e.parentElement).overflowX) || scrolls(e.parentElement));
  const beyond = document.documentElement.scrollWidth > wide
    ? all.filter((e) => e.getBoundingClientRect().right > wide + 1 && !scrolls(e)).map((e) => 'beyond: ' + name(e))
    : [];
  const cut = all.filter((e) => {
    // What is typed scrolls inside its field.
    if (/^(input|textarea|select)$/i.test(e.tagName)) return false;
    const { overflowX, textOverflow } = getComputedStyle(e);
    return /hidden|clip/.test(overflowX) && textOverflow !== 'ellipsis' && e.scrollWidth > e.clientWidth + 1;
  }).map((e) => 'cut: ' + name(e));
  return [...beyond, ...cut];
})()`;

/** Nothing has to be scrolled sideways, and no text is cut off, once a list has become cards. */
export async function expectFits(page: Page): Promise<void> {
  await expect.poll(() => page.evaluate<string[]>(WHAT_DOES_NOT_FIT)).toEqual([]);
}

/** The same at 320 pixels, and with text of twice the size on a phone and on a desktop. */
export async function expectFitsEverywhere(page: Page): Promise<void> {
  const before = page.viewportSize();
  await page.setViewportSize(NARROW);
  await expectFits(page);
  for (const size of [
    { width: 390, height: 844 },
    { width: 1280, height: 860 },
  ]) {
    await page.setViewportSize(size);
    await page.evaluate(`document.documentElement.style.fontSize = '200%'`);
    await expectFits(page);
    await page.evaluate(`document.documentElement.style.fontSize = ''`);
  }
  if (before) await page.setViewportSize(before);
}

/** As text. What can be pressed and is smaller than the given number of pixels; a control in a label is as large as that. */
const tooSmall = (pixels: number) => `(() => {
  ${LAY_OUT_ALL}
  const controls = document.querySelectorAll('a[href], button, summary, select, textarea, input');
  return [...controls].filter((e) => e.checkVisibility() && !e.closest('.sr-only')).flatMap((e) => {
    const { width, height } = (e.closest('label') ?? e).getBoundingClientRect();
    return Math.min(width, height) < ${pixels} - 0.5
      ? [(e.getAttribute('aria-label') ?? e.textContent ?? e.name) + ' ' + Math.round(width) + '×' + Math.round(height)]
      : [];
  });
})()`;

/** Everything that can be pressed is at least 24 pixels wide and high. */
export async function expectTargets(page: Page, pixels = 24): Promise<void> {
  expect(await page.evaluate<string[]>(tooSmall(pixels))).toEqual([]);
}

/** As text. Animations that move something for longer than a moment. */
const MOVING = `document.getAnimations().filter((one) => one.playState === 'running' && one.effect.getComputedTiming().activeDuration > 1).length`;

/** Nothing moves by itself. */
export async function expectStill(page: Page): Promise<void> {
  expect(await page.evaluate<number>(MOVING)).toBe(0);
}
