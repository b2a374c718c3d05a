import { type Browser, expect, test } from '@playwright/test';
import { readMailbox } from '#stand-ins';
import { eventually } from '#testing';
import { GATE } from '../gate.js';
import { expectAccessible, launch, look, required } from '../pages.js';
import { entryOf, paidContract, paidRemoteContract, recordConsent, signIn, somebody } from '../people.js';

let browser: Browser;

test.beforeAll(async () => {
  browser = await launch();
});

test.afterAll(() => browser.close());

/** What the newest mail to an address has that fits. */
function mailed(address: string, pattern: RegExp): Promise<string> {
  return eventually(
    async () => {
      const mails = await readMailbox(required('MAILBOX_URL'));
      const texts = mails.filter(({ to }) => to.includes(address)).map(({ text }) => text);
      const found = texts.map((text) => pattern.exec(text)?.[1]).findLast((part) => part !== undefined);
      if (!found) throw new Error(`nothing to ${address} with ${pattern}`);
      return found;
    },
    60_000,
    `a mail with ${pattern}`,
  );
}

test('from the number alone to a consent, by the code of the mail', { tag: GATE }, async () => {
  const { anna, saved } = await paidRemoteContract();
  const b = await somebody(browser, 'phone');
  await b.page.goto(`/remote-contract/${saved.agreementId}`);
  await expect(b.page.getByRole('heading', { level: 1, name: 'Voice Contract Invitation' })).toBeVisible();
  await expect(b.page.getByRole('region', { name: 'Agreement Details' })).toBeVisible();
  await expect(b.page.getByRole('button', { name: /^Play/ })).toHaveCount(0);
  await expect(b.page.getByRole('checkbox')).toHaveCount(0);
  await b.page.getByRole('button', { name: 'Get a code' }).click();
  const field = b.page.getByLabel('Code from the email');
  await expect(field).toBeFocused();
  await look(b.page, '32-number-alone', 'phone', true);
  await expectAccessible(b.page);
  const code = await mailed(anna.emailB, /^ {4}(\d{6})$/m);
  await field.fill(String((Number(code) + 1) % 1_000_000).padStart(6, '0'));
  await b.page.getByRole('button', { name: 'Confirm Code' }).click();
  await expect(b.page.getByText('This is not the code. 4 tries are left.')).toBeVisible();
  await field.fill(code);
  await b.page.getByRole('button', { name: 'Confirm Code' }).click();
  await b.page.getByRole('button', { name: /^Play/ }).first().click();
  await expect(b.page.getByRole('button', { name: /^Pause/ }).first()).toBeVisible();
  await recordConsent(b.page, 3);
  await b.page.getByRole('button', { name: 'Send Consent' }).click();
  await expect(b.page.getByRole('heading', { name: 'Your consent is recorded' })).toBeVisible();
  const { consents } = await anna.ask<{ consents: { party: string; grade: string }[] }>(
    'GET',
    `/api/agreements/${saved.agreementId}`,
  );
  expect(consents.find(({ party }) => party === 'b')?.grade).toBe('confirmed_by_code');
  await b.context.close();
});

test('two in one room: party B scans the screen, and later says that it was not them', async () => {
  const { anna, saved } = await paidContract();
  const a = await somebody(browser, 'desktop');
  await signIn(a.page, anna.emailA);
  await entryOf(a.page, 'Ben Carter')
    .getByRole('button', { name: /^View contract/ })
    .click();
  await expect(a.page.getByRole('region', { name: 'Who agreed' }).getByText('Voice only')).toHaveCount(2);
  const shown = a.page.waitForResponse(/confirmation-link$/);
  await a.page.getByRole('button', { name: 'Let Ben Carter confirm' }).click();
  const { url } = (await (await shown).json()) as { url: string };
  await expect(a.page.getByRole('img', { name: /^Code with the address/ })).toBeVisible();
  await look(a.page, '33-confirm-code', 'desktop');
  await expectAccessible(a.page);

  const b = await somebody(browser, 'phone');
  const { pathname, search } = new URL(url);
  await b.page.goto(pathname + search);
  await expect(b.page.getByRole('heading', { level: 1, name: 'Was that you?' })).toBeVisible();
  await expect(b.page).toHaveURL(new RegExp(`/confirm/${saved.agreementId}$`));
  await look(b.page, '34-was-that-you', 'phone', true);
  await expectAccessible(b.page);
  await b.page.getByRole('button', { name: 'Yes, that was me' }).click();
  await expect(b.page.getByText('Thank you: you confirmed it')).toBeVisible();
  // Party A's screen shows it without being loaded again.
  await expect(a.page.getByText("Done: Confirmed on a phone that scanned party A's screen")).toBeVisible();

  const key = await mailed(anna.emailB, new RegExp(`/confirm/${saved.agreementId}\\?key=([\\w.%-]+)`));
  await b.page.goto(`/confirm/${saved.agreementId}?key=${key}`);
  await b.page.getByRole('button', { name: 'That was not me' }).click();
  const dialog = b.page.getByRole('dialog', { name: 'That was not me' });
  await dialog.getByLabel('What happened').fill('I was in Rome.');
  await look(b.page, '35-that-was-not-me', 'phone');
  await expectAccessible(b.page);
  await dialog.getByRole('button', { name: 'Say that it was not me' }).click();
  await expect(b.page.getByText('Your objection is on record')).toBeVisible();
  await expect(a.page.getByText('Ben Carter says: that was not me')).toBeVisible();
  await a.page.keyboard.press('Escape');
  await look(a.page, '36-objected', 'desktop');
  await expectAccessible(a.page);
  await Promise.all([a.context.close(), b.context.close()]);
});
