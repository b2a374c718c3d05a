import { type Browser, expect, type Locator, type Page, test } from '@playwright/test';
import type { Journey } from '#testing';
import { closePages, launch } from '../pages.js';
import { enter, PASSWORD, somebody } from '../people.js';
import { newcomer, paidContract } from '../prepared-people.js';
import { answer } from './saying.js';

let browser: Browser;
let anna: Journey;

test.beforeAll(async () => {
  browser = await launch();
  anna = await newcomer();
});

test.afterEach(() => closePages(browser));

test.afterAll(() => browser.close());

test.describe.configure({ mode: 'parallel' });

/** Lets time stand still; it goes on only when told to. */
async function stopClock(page: Page): Promise<void> {
  await page.clock.install();
  await page.clock.pauseAt(Date.now() + 60_000);
}

const toasts = (page: Page): Locator => page.getByRole('region', { name: /^Notifications/ }).locator('li');

/** The login page, after asking for a new password without an address. */
async function withToast(): Promise<Page> {
  const { page } = await somebody(browser, 'desktop');
  await page.goto('/login');
  await page.getByRole('button', { name: 'Forgot password?' }).click();
  await expect(toasts(page)).toContainText('Email Required');
  return page;
}

test('one message is shown at a time, and the newest', async () => {
  const page = await withToast();
  await answer(page, '/api/auth/forgot-password', { status: 500 });
  await page.getByLabel('Email').fill(anna.emailA);
  await page.getByRole('button', { name: 'Forgot password?' }).click();
  await expect(toasts(page)).toContainText('Error');
  await expect(toasts(page)).toHaveCount(1);
});

test('a message goes after 5 seconds', async () => {
  const { page } = await somebody(browser, 'desktop');
  await page.goto('/login');
  await stopClock(page);
  await page.getByRole('button', { name: 'Forgot password?' }).click();
  await expect(async () => {
    // What draws messages is loaded with the first one.
    await page.clock.runFor(1);
    await expect(toasts(page)).toContainText('Email Required', { timeout: 100 });
  }).toPass();
  // A pointer over it or focus in it would hold it.
  await page.mouse.move(0, 0);
  await page.clock.runFor(4800);
  await expect(toasts(page)).toHaveCount(1);
  await page.clock.runFor(400);
  await expect(toasts(page)).toHaveCount(0);
});

test('a message is also told to those who do not see it', async () => {
  const { page } = await somebody(browser, 'desktop');
  await page.goto('/login');
  await page.getByRole('button', { name: 'Forgot password?' }).click();
  const told = page.getByRole('status').filter({ hasText: 'Please enter your email address first' });
  await expect(told).toBeAttached();
});

test('F8 goes to the message, and a key closes it', async () => {
  const page = await withToast();
  await page.keyboard.press('F8');
  await expect(page.getByRole('region', { name: /^Notifications/ }).getByRole('list')).toBeFocused();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  await expect(toasts(page).getByRole('button', { name: 'Close' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(toasts(page)).toHaveCount(0);
});

test('a swipe to the right of 50 px dismisses a message, a shorter one does not', async () => {
  const page = await withToast();
  const swipe = async (pixels: number): Promise<void> => {
    const box = await toasts(page).boundingBox();
    if (!box) throw new Error('no message to swipe');
    const [x, y] = [box.x + 20, box.y + box.height / 2];
    await page.mouse.move(x, y);
    await page.mouse.down();
    await page.mouse.move(x + pixels, y, { steps: 5 });
    await page.mouse.up();
  };
  await swipe(40);
  await expect(toasts(page)).toHaveAttribute('data-swipe', 'cancel');
  await expect(toasts(page)).toHaveCount(1);
  await swipe(60);
  await expect(toasts(page)).toHaveCount(0);
});

test('login without a contract that waits goes home after 100 ms', async () => {
  const { page } = await somebody(browser, 'phone');
  await page.goto('/login');
  await page.getByLabel('Email').fill(anna.emailA);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await stopClock(page);
  await page.getByRole('main').getByRole('button', { name: 'Sign In' }).click();
  await expect.poll(() => page.evaluate("localStorage.getItem('userToken')")).not.toBeNull();
  await page.clock.runFor(90);
  expect(new URL(page.url()).pathname).toBe('/login');
  await expect(async () => {
    await page.clock.runFor(20);
    expect(new URL(page.url()).pathname).toBe('/');
  }).toPass();
});

for (const [screen, fill] of [
  [
    'login',
    async (page: Page) => {
      await page.getByLabel('Email').fill(anna.emailA);
      await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
      await page.getByRole('main').getByRole('button', { name: 'Sign In' }).click();
    },
  ],
  [
    'signup',
    async (page: Page) => {
      await page.getByLabel('Username').fill('Carla');
      await page.getByLabel('Email').fill(`carla.${Date.now()}@example.test`);
      await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
      await page.getByLabel('Confirm Password').fill(PASSWORD);
      await page.getByRole('main').getByRole('button', { name: 'Create Account' }).click();
    },
  ],
] as const) {
  test(`${screen} goes on to the checkout that waits`, async () => {
    const { page } = await somebody(browser, 'phone');
    await page.goto('/robots.txt');
    await page.evaluate(
      "localStorage.setItem('pendingAgreementId', '1000000000000000');" +
        "localStorage.setItem('pendingPlanType', 'split-second-contract')",
    );
    await page.goto(`/${screen}`);
    await fill(page);
    await expect(page).toHaveURL(/\/checkout\?agreementId=1000000000000000&plan=split-second-contract$/);
  });
}

test('signup without a contract that waits opens the dashboard', async () => {
  const { page } = await somebody(browser, 'phone');
  await page.goto('/signup');
  await page.getByLabel('Username').fill('Dora');
  await page.getByLabel('Email').fill(`dora.${Date.now()}@example.test`);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByLabel('Confirm Password').fill(PASSWORD);
  await page.getByRole('main').getByRole('button', { name: 'Create Account' }).click();
  await expect(page).toHaveURL(/\/dashboard$/);
  await expect(page.getByText('No contracts yet')).toBeVisible();
  await page.getByRole('link', { name: 'Create First Contract' }).click();
  await expect(page).toHaveURL(/\/record-voice-deal$/);
});

test('the checkout opens two seconds after a transcript by a person was ordered', async () => {
  const { agreementId } = await paidContract(anna);
  const { context, page } = await somebody(browser, 'desktop');
  await enter(context, anna.emailA);
  await answer(page, `/api/agreements/${agreementId}/transcript`, { status: 404, code: 'x', message: 'x' });
  await page.route(`**/api/agreements/${agreementId}/generate-transcript`, (route) =>
    route.fulfill({
      status: 503,
      json: {
        statusCode: 503,
        code: 'transcription_failed',
        message: 'Transcription Service Unavailable',
        errors: [],
        error: 'transcription_failed',
        fallbackOptions: {
          manualService: { available: true, description: 'A person transcribes it within 24 hours.' },
          customerService: { available: true, description: 'Our support looks at it with you.' },
        },
      },
    }),
  );
  await page.goto('/dashboard');
  await page
    .getByRole('button', { name: /^Share contract/ })
    .first()
    .click();
  const order = page.getByRole('button', { name: 'Request Professional Transcription' });
  await expect(order).toBeVisible();
  await stopClock(page);
  await order.click();
  await expect(async () => {
    // The answer is taken up with the next tick.
    await page.clock.runFor(1);
    const told = page.getByRole('dialog').getByText('Taking you to the payment of $2.00.');
    await expect(told).toBeVisible({ timeout: 100 });
  }).toPass();
  await page.clock.runFor(1900);
  expect(new URL(page.url()).pathname).toBe('/dashboard');
  await page.clock.runFor(200);
  await expect(page).toHaveURL(`/checkout?service=manual-transcription&agreementId=${agreementId}`);
});

test('nothing is asked again when one comes back to the window, and nothing is tried twice', async () => {
  const { context, page } = await somebody(browser, 'desktop');
  await enter(context, (await newcomer()).emailA);
  const asked: string[] = [];
  let lastAt = performance.now();
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (!pathname.startsWith('/api/')) return;
    asked.push(pathname);
    lastAt = performance.now();
  });
  const isQuiet = () => expect.poll(() => performance.now() - lastAt).toBeGreaterThan(1500);
  let isLive = false;
  page.on('websocket', (socket) =>
    socket.on('framereceived', ({ payload }) => {
      // Socket.IO's answer to a connection, which makes the page ask again for what it was told before.
      if (String(payload).startsWith('40')) isLive = true;
    }),
  );
  await page.goto('/dashboard');
  await expect(page.getByText('No contracts yet')).toBeVisible();
  await expect.poll(() => isLive).toBe(true);
  await isQuiet();
  asked.length = 0;
  await page.evaluate(
    "dispatchEvent(new Event('focus')); document.dispatchEvent(new Event('visibilitychange', { bubbles: true }))",
  );
  await expect.poll(() => asked).toContain('/api/auth/user');
  await isQuiet();
  // Whether a newcomer's address was confirmed meanwhile, by the link in the mail; nothing else.
  expect(asked).toEqual(['/api/auth/user']);

  await answer(page, '/api/users/*/agreements', { status: 500 });
  await page.reload();
  await expect(page.getByText('Your contracts could not be loaded.')).toBeVisible();
  await isQuiet();
  expect(asked.filter((path) => path.endsWith('/agreements'))).toHaveLength(1);
});

test('the assistant is told the last five messages', async () => {
  const { page } = await somebody(browser, 'desktop');
  await page.goto('/record-voice-deal');
  await page.getByRole('button', { name: /^Open Contract Assistant/ }).click();
  const panel = page.getByRole('region', { name: 'Contract Assistant' });
  let body: {
    query: string;
    context: { messageHistory: object[]; planType: string; parties: object };
  } | null = null;
  await page.route('**/api/contract-assistant', (route) => {
    body = route.request().postDataJSON() as typeof body;
    return route.fulfill({ json: { response: 'As you say.', category: 'general', suggestions: [] } });
  });
  for (const question of ['One?', 'Two?', 'Three?', 'Four?']) {
    await panel.getByLabel('Your question').fill(question);
    await page.keyboard.press('Enter');
    await expect(panel.getByText('As you say.')).toHaveCount(
      ['One?', 'Two?', 'Three?', 'Four?'].indexOf(question) + 1,
    );
  }
  expect(body).toMatchObject({ query: 'Four?', context: { planType: 'split-second-contract' } });
  expect((body as { context: { messageHistory: object[] } } | null)?.context.messageHistory).toHaveLength(5);
});
