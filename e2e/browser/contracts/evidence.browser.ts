import { type Browser, expect, type Page, test } from '@playwright/test';
import { eventually, type Journey, type Saved } from '#testing';
import { GATE } from '../gate.js';
import { closePages, inspect, launch, required, type Width } from '../pages.js';
import { confirmationFor, paidContract, somebody } from '../people.js';

/** What anybody can check of a contract that is sealed, and what party B is asked. */

let browser: Browser;
let anna: Journey;
let saved: Saved;
let packet: Buffer;

test.beforeAll(async () => {
  browser = await launch();
  ({ anna, saved } = await paidContract());
  packet = await eventually(
    async () => {
      const answer = await fetch(
        `${required('SYSTEM_URL')}/api/agreements/${saved.agreementId}/evidence.zip`,
        {
          headers: { authorization: `Bearer ${anna.user.token}` },
        },
      );
      if (answer.status !== 200) throw new Error(`the packet was answered ${answer.status}`);
      return Buffer.from(await answer.arrayBuffer());
    },
    60_000,
    'the packet',
  );
});

test.afterEach(() => closePages(browser));
test.afterAll(() => browser.close());

interface Heard {
  from: number;
  to: number;
  src: string;
}

/** In the page: keeps from where to where each of its sounds is played. */
const LISTEN = `
  window.heard = [];
  const play = HTMLMediaElement.prototype.play;
  HTMLMediaElement.prototype.play = function () {
    const entry = { from: this.currentTime, to: 0, src: this.src };
    window.heard.push(entry);
    this.addEventListener('pause', () => { entry.to = this.currentTime; }, { once: true });
    return play.call(this);
  };`;
const heardOn = (page: Page): Promise<Heard[]> => page.evaluate('window.heard');

async function dropPacket(page: Page, label: string): Promise<void> {
  const name = `evidence_${saved.agreementId}.zip`;
  await page.getByLabel(label).setInputFiles({ name, mimeType: 'application/zip', buffer: packet });
}

test('the packet plays exactly the seconds of what was said, and asks the server for fingerprints alone', {
  tag: GATE,
}, async () => {
  const { page } = await somebody(browser, 'desktop');
  await page.addInitScript({ content: LISTEN });
  const asked: string[] = [];
  page.on('request', (request) => asked.push(`${request.method()} ${new URL(request.url()).pathname}`));
  await page.goto('/verify');
  await dropPacket(page, 'Choose a file');
  await expect(page.getByText(`Valid: evidence_${saved.agreementId}.zip`)).toBeVisible();
  const passages = page.getByRole('region', { name: /^Hear what was/ }).getByRole('listitem');
  const first = passages.first().getByRole('button');
  const name = (await first.getAttribute('aria-label')) ?? '';
  const [, from = '', to = ''] = /^(\d+:\d\d) – (\d+:\d\d)/.exec(name) ?? [];
  await first.click();
  await expect.poll(async () => (await heardOn(page))[0]?.to ?? 0, { timeout: 30_000 }).toBeGreaterThan(0);
  const [sound] = await heardOn(page);
  const seconds = (clock: string) => clock.split(':').reduce((sum, part) => 60 * sum + Number(part), 0);
  expect(sound?.src).toMatch(/^blob:/);
  // The label has whole seconds; the sound stops a frame after its end at most, on a machine that does much else.
  expect(Math.floor(sound?.from ?? -1)).toBe(seconds(from));
  expect(sound?.to).toBeGreaterThanOrEqual(seconds(to));
  expect(sound?.to).toBeLessThan(seconds(to) + 1.5);
  await expect(first).toHaveAccessibleName(name);
  expect(asked.filter((request) => request.includes('/api/')).every((one) => one.startsWith('GET '))).toBe(
    true,
  );
});

const languages = [
  { code: 'en', choose: 'Choose a file', sealed: 'Sealed and unchanged', valid: 'Valid:' },
  { code: 'es', choose: 'Elegir un archivo', sealed: 'Sellado y sin cambios', valid: 'Válido:' },
] as const;

for (const { code, choose, sealed, valid } of languages) {
  for (const width of ['phone', 'desktop'] satisfies Width[]) {
    test(`the page that verifies, and the one that asks party B, in ${code} on a ${width}`, async () => {
      const { context, page } = await somebody(browser, width);
      await context.addCookies([{ name: 'lang', value: code, url: required('SYSTEM_URL') }]);
      await page.goto(`/verify/${saved.agreementId}`);
      await expect(page.getByText(sealed)).toBeVisible();
      await dropPacket(page, choose);
      await expect(page.getByText(new RegExp(`^${valid}`))).toBeVisible();
      await inspect(page, `60-verify-${code}`, width);
      await page.goto(await confirmationFor(saved, anna.emailB));
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(
        code === 'en' ? 'Was that you?' : /fuiste|eras/i,
      );
      await inspect(page, `61-confirm-${code}`, width);
    });
  }
}
