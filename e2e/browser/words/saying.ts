import { expect, type Page, type Route } from '@playwright/test';

/** The words are on the screen: a title, and what it says. */
export async function expectSaid(page: Page, title: string, text?: string | RegExp): Promise<void> {
  await expect(page.getByText(title, { exact: true }).first()).toBeVisible();
  if (text !== undefined) await expect(page.getByText(text).first()).toBeVisible();
}

/** How the server answers something from now on. */
export type Answer = 'unreachable' | { status: number; code?: string; message?: string };

/** Lets a call of the page end badly; without code and message the answer has no words of its own. */
export async function answer(page: Page, path: string, how: Answer): Promise<void> {
  await page.route(
    ({ pathname }) => pathname === path || new RegExp(`^${path.replaceAll('*', '[^/]+')}$`).test(pathname),
    (route) => fulfil(route, how),
  );
}

async function fulfil(route: Route, how: Answer): Promise<void> {
  if (how === 'unreachable') return route.abort();
  const { status, code, message } = how;
  if (code === undefined) return route.fulfill({ status, contentType: 'text/plain', body: '' });
  await route.fulfill({ status, json: { statusCode: status, code, message, errors: [] } });
}
