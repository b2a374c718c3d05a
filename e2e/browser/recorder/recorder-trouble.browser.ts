import { type Browser, expect, type Page, test } from '@playwright/test';
import { letTimePass } from '#testing';
import { GATE } from '../gate.js';
import { inspect, launch, required, type Width, widths } from '../pages.js';
import { somebody } from '../people.js';
import { alsoWatch } from '../strict.js';
import {
  button,
  fillDetails,
  heard,
  openMicrophones,
  recorded,
  start,
  startRecording,
  typeDetails,
  watchRecorder,
} from './recording.js';
import { toneWav } from './sounds.js';

let browser: Browser;

test.beforeAll(async () => {
  browser = await launch(await toneWav());
});

test.afterAll(() => browser.close());

async function visitor(from: Browser, script: string | null = null, width: Width = 'phone'): Promise<Page> {
  const { page } = await somebody(from, width);
  await watchRecorder(page);
  if (script) await page.addInitScript(script);
  return page;
}

/** What is wrong is read out, and the next step has the focus. */
async function expectTrouble(page: Page, title: string, next: string): Promise<void> {
  const alert = page.getByRole('alert').filter({ hasText: title });
  await expect(alert).toContainText(next);
}

const REFUSE = (name: string) =>
  `navigator.mediaDevices.getUserMedia = async () => { throw new DOMException('no', '${name}'); };`;

for (const { name, title, next, script } of [
  {
    name: 'another app has the microphone',
    title: 'The microphone is in use',
    next: 'Close that app, then try again.',
    script: REFUSE('NotReadableError'),
  },
  {
    name: 'the microphone does not start',
    title: 'The microphone did not start',
    next: 'Then try again.',
    script: REFUSE('UnknownError'),
  },
]) {
  test(`says so when ${name}, and tries again by keyboard`, async () => {
    const page = await visitor(browser, script);
    await start(page);
    await expectTrouble(page, title, next);
    await expect(button(page, 'Try Again')).toBeFocused();
    await inspect(page, `82-${title.replaceAll(' ', '-').toLowerCase()}`, 'phone');
    await page.evaluate('delete navigator.mediaDevices.getUserMedia');
    await page.keyboard.press('Enter');
    await expect(page.getByText('Recording in progress...').first()).toBeVisible();
    await expect(page.getByRole('button', { name: 'Stop', exact: true })).toBeFocused();
    await page.context().close();
  });
}

test('a microphone that is blocked: the steps for this browser, and then it works', async () => {
  for (const [agent, step] of [
    [null, 'Press the icon left of the address.'],
    ['Mozilla/5.0 (iPhone; CPU iPhone OS 18_4 like Mac OS X) Version/18.4 Safari/604.1', 'Website Settings'],
    ['Mozilla/5.0 (Linux; Android 15) AppleWebKit/537.36 Chrome/156.0 Mobile', 'open Permissions'],
    ['Mozilla/5.0 (X11; Linux x86_64; rv:146.0) Gecko/20100101 Firefox/146.0', 'crossed-out microphone'],
    ['Mozilla/5.0 (Macintosh) AppleWebKit/605 Version/18.4 Safari/605.1', 'Settings for This Website'],
  ] as const) {
    const context = await browser.newContext({
      viewport: widths.phone,
      baseURL: required('SYSTEM_URL'),
      ...(agent ? { userAgent: agent } : {}),
    });
    const page = await context.newPage();
    await start(page);
    await expectTrouble(page, 'Microphone is blocked', step);
    await expect(page.getByText('Unable to access microphone. Please check permissions.')).toBeVisible();
    if (!agent) {
      await inspect(page, '82-blocked', 'phone');
      await context.grantPermissions(['microphone']);
      await button(page, 'Try Again').click();
      await expect(page.getByText('Recording in progress...').first()).toBeVisible();
    }
    await context.close();
  }
});

test('no microphone at all, in the recorder and in the test of it', { tag: GATE }, async () => {
  const bare = await launch(null);
  const page = await visitor(bare);
  await fillDetails(page);
  await page.getByText('More', { exact: true }).click();
  await button(page, 'Test your microphone').click();
  await expectTrouble(page, 'No microphone found', 'Plug in or switch on a microphone, then try again.');
  await button(page, 'Close the test').click();
  await button(page, 'Start Recording').click();
  await expectTrouble(page, 'No microphone found', 'Plug in or switch on a microphone, then try again.');
  await inspect(page, '82-no-microphone', 'phone');
  await page.context().close();
  await bare.close();
});

test('a browser that cannot record', async () => {
  const page = await visitor(browser, 'delete globalThis.MediaRecorder');
  await start(page);
  await expectTrouble(page, 'This browser cannot record', 'Open this page in a current version');
  await page.context().close();
});

test('a page that came over plain http says how to open it safely', async () => {
  const url = required('SYSTEM_URL').replace(/\/\/[^:/]+/, '//plain.test');
  alsoWatch({ url, stripe: required('STRIPE_URL') });
  const mapped = await launch(await toneWav(), '--host-resolver-rules=MAP plain.test 127.0.0.1');
  const page = await (await mapped.newContext({ viewport: widths.phone })).newPage();
  await start(page, url);
  await expectTrouble(page, 'This address cannot record', 'https://');
  const link = page.getByRole('link', { name: 'Open the secure page' });
  await expect(link).toHaveAttribute('href', /^https:\/\/plain\.test/);
  await inspect(page, '82-insecure', 'phone');
  await mapped.close();
});

/** As text. Presses Start, and then does something before the page can draw. */
const startAnd = (then: string) => `(async () => {
  const start = document.querySelector('main form button[type=submit]');
  start.click();
  for (let waited = 0; waited < 100 && !start.ariaBusy; waited += 1) await null;
  if (!start.ariaBusy) throw new Error('The press was not answered at once.');
  ${then};
})()`;

test('Start, pressed twice before the recorder is drawn, is one recording', { tag: GATE }, async () => {
  const page = await visitor(browser);
  await fillDetails(page);
  await page.evaluate(startAnd('start.click()'));
  await recorded(page, 1);
  expect(await page.evaluate('globalThis.asked')).toBe(1);
  await page.context().close();
});

test('whoever leaves before the recorder is drawn is not recorded', async () => {
  const page = await visitor(browser);
  // The home page is loaded already, so that leaving takes no time.
  await page.goto('/');
  await page.getByRole('link', { name: 'Record an agreement' }).first().click();
  await typeDetails(page);
  await page.evaluate(startAnd(`document.querySelector('header a').click()`));
  await expect(page).toHaveURL('/');
  await letTimePass(1000, 'a recorder that nobody waits for would have begun');
  expect(await openMicrophones(page)).toBe(0);
  await page.context().close();
});

test('only one tab records at a time', { tag: GATE }, async () => {
  const { context, page } = await somebody(browser, 'phone');
  await watchRecorder(page);
  await startRecording(page);
  const other = await context.newPage();
  await start(other);
  await expectTrouble(other, 'Another tab is recording', 'Stop it there first');
  // What runs over there is no lost draft.
  await expect(other.getByText('We kept your last recording')).toHaveCount(0);
  await inspect(other, '82-elsewhere', 'phone');
  await page.bringToFront();
  await page.getByRole('button', { name: 'Stop', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Review Recording' })).toBeVisible();
  await other.bringToFront();
  await button(other, 'Try Again').click();
  await expect(other.getByText('Recording in progress...').first()).toBeVisible();
  await context.close();
});

test('a device that keeps nothing: the recording goes on, and is complete', async () => {
  const page = await visitor(
    browser,
    `IDBFactory.prototype.open = () => { throw new DOMException('no', 'SecurityError'); };`,
  );
  await startRecording(page);
  await heard(page, /cannot keep a safety copy/);
  await inspect(page, '82-memory-only', 'phone');
  await page.getByRole('button', { name: 'Stop', exact: true }).click();
  await expect(page.getByText('Kept while this page is open')).toBeVisible();
  await page.context().close();
});

test('a device that is full in the middle of a recording', { tag: GATE }, async () => {
  const page = await visitor(browser);
  await startRecording(page);
  await recorded(page, 2);
  await page.evaluate(
    `IDBObjectStore.prototype.put = () => { throw new DOMException('full', 'QuotaExceededError'); }`,
  );
  await heard(page, /cannot keep a safety copy/);
  await expect(page.getByText('Recording in progress...').first()).toBeVisible();
  await recorded(page, 4);
  await page.getByRole('button', { name: 'Stop', exact: true }).click();
  await expect(page.getByText('Kept while this page is open')).toBeVisible();
  await expect(page.getByRole('region', { name: 'It is safe' })).toContainText(/0:(0[4-9]|1\d)/);
  await page.context().close();
});

test('the chosen microphone is gone: the usual one stands in, and that is said', async () => {
  const page = await visitor(browser, `localStorage.setItem('ssc-microphone', 'unplugged-long-ago')`);
  await startRecording(page);
  await heard(page, /^Your chosen microphone is not connected. Recording with /);
  await page.context().close();
});
