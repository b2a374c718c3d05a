import { type Browser, type BrowserContext, expect, type Page, test } from '@playwright/test';
import { gateOn } from '../gate.js';
import { launch, required } from '../pages.js';
import { enter, somebody } from '../people.js';
import { newcomer } from '../prepared-people.js';

/** Documents that bring their screen along: what is there before the app is. */

let browser: Browser;

test.beforeAll(async () => {
  browser = await launch();
});

test.afterAll(() => browser.close());

const FIRST_LOOKS = {
  '/': 'Turn a spoken agreement into proof you both keep.',
  '/how-it-works': 'Turn a spoken agreement into proof you both keep.',
  '/record-voice-deal': 'Split Second Contract',
  '/login': 'Sign In',
};

/** Holds the app back. Answers how to let it come. */
async function holdApp(context: BrowserContext): Promise<() => void> {
  let letCome: () => void = () => undefined;
  const held = new Promise<void>((resolve) => {
    letCome = resolve;
  });
  await context.route('**/assets/*.js', async (route) => {
    await held;
    await route.continue();
  });
  return letCome;
}

const heading = (page: Page, name: string) => page.locator('h1', { hasText: name });
const root = (page: Page) => page.locator('#root');

for (const [path, name] of Object.entries(FIRST_LOOKS)) {
  test(`${path} is there before the app, which takes over what is there`, gateOn(path === '/'), async () => {
    const { context, page } = await somebody(browser, 'phone');
    const letCome = await holdApp(context);
    await page.goto(path, { waitUntil: 'commit' });
    await expect(heading(page, name)).toBeVisible();
    await expect(root(page)).toHaveAttribute('inert', '');
    await page.evaluate("document.querySelector('h1').wasThere = true");
    letCome();
    await expect(root(page)).not.toHaveAttribute('inert');
    await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
    expect(await page.evaluate("document.querySelector('h1').wasThere"), 'drawn a second time').toBe(true);
    await context.close();
  });
}

test('in Spanish for who reads Spanish', async () => {
  const { context, page } = await somebody(browser, 'phone');
  await context.addCookies([{ name: 'lang', value: 'es', url: required('SYSTEM_URL') }]);
  const letCome = await holdApp(context);
  await page.goto('/login', { waitUntil: 'commit' });
  await expect(heading(page, 'Iniciar sesión')).toBeVisible();
  letCome();
  await expect(page.getByRole('heading', { level: 1, name: 'Iniciar sesión' })).toBeVisible();
  await context.close();
});

test('who is signed in never sees what is for visitors', async () => {
  const anna = await newcomer();
  const { context, page } = await somebody(browser, 'phone');
  await enter(context, anna.emailA);
  const letCome = await holdApp(context);
  await page.goto('/', { waitUntil: 'commit' });
  await expect(page.locator('html')).toHaveAttribute('data-start', 'anew');
  await expect(heading(page, FIRST_LOOKS['/'])).toBeHidden();
  letCome();
  await expect(page.getByRole('heading', { name: 'Contracts Timeline' })).toBeVisible();
  await context.close();
});

test('an address that says more is drawn by the app', async () => {
  const { context, page } = await somebody(browser, 'phone');
  await page.goto('/record-voice-deal?kind=car');
  await expect(page.locator('select[name="kind"]')).toHaveValue('car');
  const answer = await context.request.get(`${required('SYSTEM_URL')}/record-voice-deal?kind=car`);
  expect(await answer.text()).toContain('<div id="root"></div>');
  await context.close();
});

test('without the app, links still lead somewhere', async () => {
  const { context, page } = await somebody(browser, 'phone');
  await context.route('**/assets/*.js', (route) => route.abort());
  await page.goto('/', { waitUntil: 'commit' });
  await page.getByRole('main').getByRole('link', { name: 'Record an agreement' }).click();
  await expect(page).toHaveURL(/\/record-voice-deal$/);
  await expect(heading(page, 'Split Second Contract')).toBeVisible();
  await context.close();
});

test('a screen that does not arrive leaves an error that can be answered', async () => {
  const { context, page } = await somebody(browser, 'phone');
  await context.route('**/assets/login.screen-*.js', (route) => route.abort());
  await page.goto('/login', { waitUntil: 'commit' });
  await expect(page.getByRole('heading', { level: 1, name: 'Something went wrong' })).toBeVisible();
  await context.unroute('**/assets/login.screen-*.js');
  await page.getByRole('button', { name: 'Try Again' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Sign In' })).toBeVisible();
  await context.close();
});

test('fields that the browser filled again are empty for both, the person and the app', async () => {
  const { context, page } = await somebody(browser, 'phone');
  await page.goto('/login');
  await page.getByLabel('Email').fill('anna@example.test');
  await page.reload();
  await expect(page.getByLabel('Email')).toHaveValue('');
  await page.getByRole('button', { name: 'Sign In', exact: true }).click();
  await expect(page.getByText('Please enter a valid email address')).toBeVisible();
  await context.close();
});
