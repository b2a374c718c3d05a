import { type Browser, expect, type Page, test, type WebSocketRoute } from '@playwright/test';
import type { Journey, Saved } from '#testing';
import { GATE } from '../gate.js';
import { launch } from '../pages.js';
import { enter, somebody } from '../people.js';
import { newcomer, unpaidContract } from '../prepared-people.js';

/** The dashboard is as the server has it, whatever becomes of the connection that tells it so. */

let browser: Browser;

test.beforeAll(async () => {
  browser = await launch();
});

test.afterAll(() => browser.close());

/** Opens the dashboard with its live connection in somebody else's hands. */
async function openDashboard(onSocket: (socket: WebSocketRoute) => unknown) {
  const anna = await newcomer();
  const saved = await unpaidContract(anna);
  const { context, page } = await somebody(browser, 'desktop');
  await enter(context, anna.emailA);
  await page.routeWebSocket(/\/socket\.io\//, onSocket);
  await page.goto('/dashboard');
  await expect(status(page, 'Awaiting Payment')).toBeVisible();
  return { anna, saved, context, page };
}

const status = (page: Page, name: string) => page.getByRole('row').getByText(name, { exact: true });

const cancel = (anna: Journey, { agreementId }: Saved) =>
  anna.ask('POST', `/api/agreements/${agreementId}/cancel`, { json: { reason: 'Sold to a friend.' } });

test('what happens before the live connection is there is shown when it is', { tag: GATE }, async () => {
  const gate = Promise.withResolvers<void>();
  const { anna, saved, context, page } = await openDashboard(async (socket) => {
    await gate.promise;
    socket.connectToServer();
  });
  await cancel(anna, saved);
  await expect(status(page, 'Awaiting Payment')).toBeVisible();
  gate.resolve();
  await expect(status(page, 'Cancelled')).toBeVisible();
  await context.close();
});

test('a live connection that cannot be let in for a moment is tried again', async () => {
  let refusals = 0;
  const { anna, saved, context, page } = await openDashboard((socket) => {
    if (refusals === 1) {
      socket.connectToServer();
      return;
    }
    // The words of Socket.IO: the connection is open; the wish to listen is refused.
    const opened = {
      sid: 'refused',
      upgrades: [],
      pingInterval: 25_000,
      pingTimeout: 20_000,
      maxPayload: 65_536,
    };
    socket.onMessage(() => {
      refusals += 1;
      socket.send(`44${JSON.stringify({ message: 'unavailable' })}`);
    });
    socket.send(`0${JSON.stringify(opened)}`);
  });
  await expect.poll(() => refusals).toBe(1);
  await cancel(anna, saved);
  await expect(status(page, 'Cancelled')).toBeVisible();
  expect(refusals).toBe(1);
  await context.close();
});
