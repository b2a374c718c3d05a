import { type Browser, expect, type Page } from '@playwright/test';
import { enter, enterAsAdmin, somebody } from '../people.js';
import type { Stage } from './stage.js';
import type { State } from './state.js';

/** A page that shows the state, on a desktop, in light, without motion. */
export async function openState(
  browser: Browser,
  stage: Stage,
  { who, address, before, act, sees }: State,
  locale = 'en-US',
): Promise<Page> {
  const { context, page } = await somebody(browser, 'desktop', { locale });
  await page.emulateMedia({ reducedMotion: 'reduce', colorScheme: 'light' });
  if (who === 'user') await enter(context, stage.anna.emailA);
  if (who === 'newbie') await enter(context, stage.newbie.emailA);
  if (who === 'admin') await enterAsAdmin(context);
  await before?.(page, stage);
  await page.goto(typeof address === 'string' ? address : address(stage));
  await act?.(page, stage);
  await sees(page);
  return page;
}

/**
 * Whether a state can be opened in Spanish: acts press what is named in English, and a page for which nothing arrives
 * does not tell when it is there.
 */
export const opensInSpanish = ({ name, act }: State): boolean => !act && !name.includes('loading');

/** The same page in Spanish, with all that it fetches. */
export async function openInSpanish(browser: Browser, stage: Stage, state: State): Promise<Page> {
  const sees = async (page: Page) => {
    await expect(page.locator('html')).toHaveAttribute('lang', /^es/);
    // Behind a dialog there are no headings.
    const heading = page.getByRole('heading', { level: 1 }).or(page.getByRole('dialog'));
    await expect(heading.first()).toBeVisible();
    await page.waitForLoadState('networkidle');
  };
  return openState(browser, stage, { ...state, sees }, 'es-US');
}
