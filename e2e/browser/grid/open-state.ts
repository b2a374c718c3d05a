import type { Browser, Page } from '@playwright/test';
import { enter, enterAsAdmin, somebody } from '../people.js';
import type { Stage } from './stage.js';
import type { State } from './state.js';

/** A page that shows the state, on a desktop, in light, without motion. */
export async function openState(
  browser: Browser,
  stage: Stage,
  { who, address, before, act, sees }: State,
): Promise<Page> {
  const { context, page } = await somebody(browser, 'desktop');
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
