import { type Browser, expect, type Page, test } from '@playwright/test';
import { expectFitsEverywhere, expectStill, expectTargets } from '../fits.js';
import { BOTH, inspect, launch, type Width } from '../pages.js';
import { somebody } from '../people.js';

let browser: Browser;

test.beforeAll(async () => {
  browser = await launch();
});

test.afterAll(() => browser.close());

const FEATURES = [
  'Legally Binding',
  'Escrow Protection',
  'AI Transcription',
  'Photo Support',
  '30-Day Storage',
  'Download and Share',
];
const STEPS = [
  'Record Agreement',
  'Preview and Confirm',
  'Create Account with $5 payment',
  'Access Features',
];
const SCENARIOS = ['Selling a car', 'Selling a console', 'House cleaning', 'Lawn service', 'A small loan'];
const PRICES = [
  ['One contract', '$5.00'],
  ['Recording and preview', 'Free'],
  ['Party B', 'Free'],
  ['Transcript by a person', '$2.00'],
  ['Customer service', 'Free'],
  ['Monthly unlimited', '$20/month'],
  ['Payment protection', '5%'],
] as const;

const part = (page: Page, name: string) => page.getByRole('region', { name, exact: true });
const demoOf = (page: Page) => part(page, 'Example of a finished contract');

async function openHome(width: Width): Promise<Page> {
  const { page } = await somebody(browser, width);
  await page.goto('/how-it-works');
  // The story comes piece by piece; this is the last.
  await expect(page.getByRole('heading', { name: 'Have a deal to make today?' })).toBeVisible();
  return page;
}

for (const width of BOTH) {
  test(`the first look says what it is, what it costs and what to do (${width})`, async () => {
    const page = await openHome(width);
    const main = page.getByRole('main');
    for (const seen of [
      page.getByRole('heading', { level: 1, name: 'Turn a spoken agreement into proof you both keep.' }),
      main.getByText('$5 per contract.'),
      main.getByRole('link', { name: 'Record an agreement' }).first(),
    ]) {
      await expect(seen).toBeInViewport({ ratio: 1 });
    }

    for (const name of STEPS) {
      await expect(part(page, 'How it works').getByRole('heading', { name, exact: true })).toBeVisible();
    }
    for (const name of FEATURES) {
      const heading = part(page, 'What is in every contract').getByRole('heading', { name, exact: true });
      await expect(heading).toBeVisible();
    }
    const cards = part(page, 'Deals people make like this').getByRole('article');
    await expect(cards.getByRole('heading')).toHaveText(SCENARIOS);
    for (const card of await cards.all()) {
      await expect(card.getByRole('term')).toHaveCount(2);
      await expect(card).toContainText('What it protects:');
    }
    const rows = part(page, 'What it costs').locator('dl > div');
    await expect(rows).toHaveCount(PRICES.length);
    for (const [i, [name, price]] of PRICES.entries()) {
      await expect(rows.nth(i).getByRole('term')).toContainText(name);
      await expect(rows.nth(i).getByRole('definition')).toHaveText(price);
    }
    await expect(
      part(page, 'What it cannot do').getByText('Spoken agreements can be binding;'),
    ).toBeVisible();
    const question = part(page, 'Questions').getByText('What happens if I never pay?');
    await question.click();
    await expect(part(page, 'Questions').getByText('kept for 30 days and then deleted')).toBeVisible();
    await expect(page.getByRole('link', { name: 'Create it there' })).toHaveAttribute(
      'href',
      '/create-contract',
    );
    for (const link of await main.getByRole('link', { name: 'Record an agreement' }).all()) {
      await expect(link).toHaveAttribute('href', '/record-voice-deal');
    }
    await expectTargets(page);
    // Lines far from the screen are not drawn.
    await page.evaluate('scrollTo(0, 0)');
    await inspect(page, '90-home', width);
    await page.context().close();
  });
}

test('fits a narrow screen and large text', async () => {
  const page = await openHome('phone');
  await expectFitsEverywhere(page);
  await page.context().close();
});

test("fits as well in the device's own fonts, when ours come too late", async () => {
  const { context, page } = await somebody(browser, 'phone');
  await context.route('**/*.woff2', (route) => route.abort());
  await page.goto('/');
  await expect(demoOf(page)).toBeVisible();
  await expectFitsEverywhere(page);
  await context.close();
});

test('the example plays once it is seen, silently, and follows the keyboard', async () => {
  const { page } = await somebody(browser, 'desktop');
  await page.clock.install();
  await page.goto('/');
  const demo = demoOf(page);
  const slider = demo.getByRole('slider', { name: 'Position in the recording' });
  const current = demo.locator('li[aria-current="true"]');
  await expect(demo.getByRole('button', { name: 'Pause example' })).toBeVisible();
  await page.clock.runFor(6000);
  await expect(current).toContainText('I am Tom Becker');

  const pause = demo.getByRole('button', { name: 'Pause example' });
  await pause.focus();
  await page.keyboard.press('Enter');
  const held = await slider.inputValue();
  await page.clock.runFor(5000);
  await expect(slider).toHaveValue(held);

  await slider.focus();
  await page.keyboard.press('Home');
  await expect(slider).toHaveValue('0');
  await demo.getByRole('button', { name: 'Play from 0:00' }).focus();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(current).toContainText('I babysit Friday');

  await demo.getByRole('button', { name: 'Play example' }).click();
  await page.clock.runFor(30_000);
  await expect(demo.getByRole('button', { name: 'Play example' })).toBeVisible();
  await expect(slider).toHaveValue('23');
  expect(await page.evaluate<number>(`document.querySelectorAll('audio, video').length`)).toBe(0);
  await page.context().close();
});

test('nothing moves for people who ask for less motion', async () => {
  const { page } = await somebody(browser, 'phone');
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.clock.install();
  await page.goto('/');
  const demo = demoOf(page);
  await demo.scrollIntoViewIfNeeded();
  await expect(demo.getByRole('button', { name: 'Play example' })).toBeInViewport();
  await page.clock.runFor(10_000);
  await expect(demo.getByRole('slider')).toHaveValue('0');
  await expectStill(page);

  // Whoever presses play wants it to play, and may change their mind about motion while it does.
  await demo.getByRole('button', { name: 'Play example' }).click();
  await page.clock.runFor(2000);
  await expect(demo.getByRole('slider')).not.toHaveValue('0');
  // The browser tells of a change with its next frame; two within one are none.
  await page.evaluate(`void (globalThis.told = new Promise((done) =>
    matchMedia('(prefers-reduced-motion: reduce)').addEventListener('change', () => done(true), { once: true }),
  ))`);
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  await page.evaluate('globalThis.told');
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await expect(demo.getByRole('button', { name: 'Play example' })).toBeVisible();
  await page.context().close();
});

test('a scenario brings its template along', async () => {
  const page = await openHome('phone');
  await page.getByRole('link', { name: 'Record a deal like this: A small loan' }).click();
  await expect(page).toHaveURL(/\/record-voice-deal\?kind=loan$/);
  const kind = page.getByLabel('Kind of deal');
  await expect(kind).toHaveValue('loan');
  await expect(page.getByText('What is lent, in dollars.')).toBeVisible();
  await expect(page.getByText('“I lend you $600 today.')).toBeVisible();
  await kind.selectOption('Babysitting');
  await expect(page.getByText('“I babysit Friday from six to ten.')).toBeVisible();
  await kind.selectOption('No template');
  await expect(page.getByText('A template gives you the lines to say while you record.')).toBeVisible();
  await page.goto('/record-voice-deal?kind=boat');
  await expect(kind).toHaveValue('');
  await page.context().close();
});

test('a visitor records within six fields and presses, a second time within four', async () => {
  const { context, page } = await somebody(browser, 'phone');
  let acts = 0;
  const press = async (role: 'link' | 'button', name: string) => {
    acts += 1;
    await page.getByRole('main').getByRole(role, { name }).first().click();
  };
  const fill = async (label: string, text: string) => {
    acts += 1;
    await page.getByLabel(label).fill(text);
  };
  const isRecording = () => expect(page.getByText('Recording in progress...').first()).toBeVisible();

  await page.goto('/');
  await press('link', 'Record a deal like this: Selling a car');
  await fill('Party A Name', 'Maria Santos');
  await fill('Party A Email', 'maria@example.test');
  await fill('Party B Name', 'Tom Becker');
  await fill('Party B Email', 'tom@example.test');
  await press('button', 'Start Recording');
  await isRecording();
  expect(acts).toBe(6);
  await expect(page.getByText('“I am Maria Santos, and I agree to be recorded.”')).toBeVisible();

  // Nobody says anything in less.
  await expect(page.getByRole('timer')).toContainText(/0:0[1-9]/);
  // Saved once, this device knows party A; nothing of it is on another device.
  await page.getByRole('button', { name: 'Stop', exact: true }).click();
  await page.getByRole('button', { name: 'Continue to Payment' }).click();
  await expect(page.getByText('Safe on our server')).toBeVisible();
  acts = 0;
  await page.goto('/');
  await press('link', 'Record a deal like this: House cleaning');
  await expect(page.getByLabel('Party A Name')).toHaveValue('Maria Santos');
  await expect(page.getByLabel('Party A Email')).toHaveValue('maria@example.test');
  await fill('Party B Name', 'Ana Lee');
  await fill('Party B Email', 'ana@example.test');
  await press('button', 'Start Recording');
  await isRecording();
  expect(acts).toBe(4);
  await context.close();
});

test('light and dark can be chosen, and stay chosen', async () => {
  const page = await openHome('desktop');
  const paper = () => page.evaluate<string>('getComputedStyle(document.body).backgroundColor');
  const choices = page.getByRole('group', { name: 'Colours' });
  await expect(choices.getByRole('radio', { name: 'As on this device' })).toBeChecked();
  const light = await paper();
  await choices.getByRole('radio', { name: 'Dark' }).check();
  await expect.poll(paper).not.toBe(light);
  const dark = await paper();
  await page.reload();
  await expect(choices.getByRole('radio', { name: 'Dark' })).toBeChecked();
  expect(await paper()).toBe(dark);
  await page.emulateMedia({ colorScheme: 'dark' });
  await choices.getByRole('radio', { name: 'Light' }).check();
  await expect.poll(paper).toBe(light);
  await choices.getByRole('radio', { name: 'As on this device' }).check();
  await expect.poll(paper).toBe(dark);
  await page.context().close();
});
