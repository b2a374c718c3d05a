import { randomUUID } from 'node:crypto';
import { type Browser, expect, type Locator, type Page, test } from '@playwright/test';
import { launch, widths } from '../pages.js';
import { PASSWORD, somebody } from '../people.js';

let browser: Browser;

test.beforeAll(async () => {
  browser = await launch();
});

test.afterAll(() => browser.close());

/** What the home page promises, in milliseconds. */
const PROMISE_MS = 60_000;

/** As text, because these types know no documents. Notes each address and main heading that somebody gets to see. */
const NOTE_SCREENS = `new MutationObserver(() => {
  const heading = document.querySelector('main h1');
  if (!heading?.checkVisibility()) return;
  const screens = JSON.parse(sessionStorage.getItem('screens') ?? '[]');
  const screen = location.pathname + ': ' + heading.textContent;
  if (screens.at(-1) !== screen) sessionStorage.setItem('screens', JSON.stringify([...screens, screen]));
}).observe(document, { subtree: true, childList: true, characterData: true });`;

/** What somebody has to do on a phone, counted since the last time that was asked. */
class Visitor {
  private fields = 0;
  private taps = 0;
  private scrolls = 0;
  private screens = 0;
  private since = Date.now();

  private constructor(readonly page: Page) {}

  static async atHome(): Promise<Visitor> {
    const { page } = await somebody(browser, 'phone');
    await page.addInitScript(NOTE_SCREENS);
    await page.goto('/');
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    const visitor = new Visitor(page);
    await visitor.counts(/^\/:/);
    return visitor;
  }

  async fill(label: string, text: string): Promise<void> {
    const field = this.page.getByLabel(label, { exact: true });
    await this.brings(field);
    this.fields += 1;
    await field.fill(text);
  }

  async press(role: 'link' | 'button', name: string): Promise<void> {
    const control = this.page.getByRole('main').getByRole(role, { name, exact: true }).first();
    await this.brings(control);
    this.taps += 1;
    await control.click();
  }

  /** What was done since the last time, and the screens passed on the way to the one that was aimed at. */
  async counts(aim: RegExp) {
    const all = JSON.parse(
      await this.page.evaluate<string>(`sessionStorage.getItem('screens') ?? '[]'`),
    ) as string[];
    const screens = all.slice(this.screens).filter((screen) => !aim.test(screen));
    const { fields, taps, scrolls, since } = this;
    Object.assign(this, { fields: 0, taps: 0, scrolls: 0, screens: all.length, since: Date.now() });
    return { screens, fields, taps, scrolls, seconds: (Date.now() - since) / 1000 };
  }

  /** Scrolls until something is whole on the screen, as often as a thumb has to. */
  private async brings(control: Locator): Promise<void> {
    await expect(control).toBeVisible();
    for (let moves = 0; moves < 10; moves += 1) {
      const box = await control.boundingBox();
      if (!box) throw new Error(`${String(control)} is not drawn`);
      if (box.y >= 0 && box.y + box.height <= widths.phone.height) return;
      this.scrolls += 1;
      await this.page.evaluate(`scrollBy({ top: ${box.y < 0 ? -500 : 500}, behavior: 'instant' })`);
    }
    throw new Error(`${String(control)} cannot be scrolled to`);
  }
}

type Counts = Awaited<ReturnType<Visitor['counts']>>;

function tell(what: string, { screens, fields, taps, scrolls, seconds }: Counts): void {
  const description = `${screens.length} screens (${screens.join(', ')}), ${fields} fields, ${taps} taps, ${scrolls} scrolls, ${seconds.toFixed(1)} s`;
  test.info().annotations.push({ type: what, description });
  process.stdout.write(`${what}: ${description}\n`);
}

test('from the home page to a paid contract in less than a minute, 20 seconds of it spoken', async () => {
  const name = randomUUID().slice(0, 8);
  const email = `anna.${name}@example.test`;
  const visitor = await Visitor.atHome();
  const { page } = visitor;
  const began = Date.now();
  await visitor.press('link', 'Record an agreement');
  await visitor.fill('Party A Name', 'Anna Miller');
  await visitor.fill('Party A Email', email);
  await visitor.fill('Party B Name', 'Ben Carter');
  await visitor.fill('Party B Email', `ben.${name}@example.test`);
  await visitor.press('button', 'Start Recording');
  await expect(page.getByRole('timer')).toHaveText(/0:2[0-9]/, { timeout: 30_000 });
  await visitor.press('button', 'Stop');
  await visitor.press('button', 'Continue to Payment');
  await expect(page.getByText('Safe on our server')).toBeVisible();
  const safe = await visitor.counts(/^\/record-voice-deal: Create Account$/);
  tell('home to safe', safe);

  await visitor.press('link', 'Create Account');
  await expect(page.getByLabel('Username')).toHaveValue('Anna Miller');
  await expect(page.getByLabel('Email')).toHaveValue(email);
  await visitor.fill('Password', PASSWORD);
  await visitor.fill('Confirm Password', PASSWORD);
  await visitor.press('button', 'Create Account');
  await visitor.press('button', 'Pay $5.00');
  await expect(page.getByText('Payment received').first()).toBeVisible({ timeout: 45_000 });
  const took = Date.now() - began;
  const paid = await visitor.counts(/^\/dashboard:/);
  tell('safe to paid', paid);
  test.info().annotations.push({ type: 'took', description: `${(took / 1000).toFixed(1)} s` });

  expect(safe.screens.length, safe.screens.join()).toBeLessThanOrEqual(3);
  expect(safe.fields).toBeLessThanOrEqual(4);
  expect(safe.scrolls).toBeLessThanOrEqual(1);
  expect(paid.screens.length, paid.screens.join()).toBeLessThanOrEqual(2);
  expect(paid.fields).toBeLessThanOrEqual(3);
  expect(took).toBeLessThanOrEqual(PROMISE_MS);
  await expect(page).toHaveURL(/\/dashboard/, { timeout: 45_000 });
  await page.context().close();
});
