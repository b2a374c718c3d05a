import { type Browser, expect, type Locator, test } from '@playwright/test';
import { readMailbox } from '#stand-ins';
import { eventually } from '#testing';
import { gateOn, JOURNEYS } from '../gate.js';
import { expectAccessible, launch, look, lookClosely, required } from '../pages.js';
import {
  entryOf,
  linkTo,
  PLAYER_READY,
  paidRemoteContract,
  recordConsent,
  signIn,
  somebody,
  soundOf,
} from '../people.js';

let browser: Browser;

test.beforeAll(async () => {
  browser = await launch();
});

test.afterAll(() => browser.close());

/** What can be heard is drawn: loud and soft, not the same line all along. */
async function expectShape(player: Locator): Promise<void> {
  await expect(async () => {
    const bars = (await player.locator('svg:has(+ input) path').first().getAttribute('d')) ?? '';
    const heights = new Set([...bars.matchAll(/V([\d.]+)/g)].map(([, bottom]) => bottom));
    expect(heights.size).toBeGreaterThan(10);
  }).toPass({ timeout: 30_000 });
}

for (const { name, width, isGate } of JOURNEYS) {
  test(
    `party A invites, party B hears, ticks and consents, both get the proof (${name})`,
    gateOn(isGate),
    async () => {
      const see = isGate ? look : lookClosely;
      const { anna, saved } = await paidRemoteContract();
      const a = await somebody(browser, width);
      await signIn(a.page, anna.emailA);
      await expect(entryOf(a.page, 'Ben Carter').getByText('Awaiting Other Party')).toBeVisible();
      await see(a.page, '20-awaiting', width, true);

      const b = await somebody(browser, width);
      await b.page.goto(await linkTo(anna.emailB));
      await expect(
        b.page.getByRole('heading', { level: 1, name: 'Voice Contract Invitation' }),
      ).toBeVisible();
      // The key has been read and must not stay where screens are shared and histories kept.
      await expect(b.page).toHaveURL(new RegExp(`/remote-contract/${saved.agreementId}$`));
      await lookClosely(b.page, '21-invitation', width, true);
      await expectShape(b.page.getByRole('region', { name: 'Recording of Anna Miller' }));
      await b.page.getByRole('button', { name: /^Play/ }).first().click();
      await expect(b.page.getByRole('button', { name: /^Pause/ }).first()).toBeVisible();
      await b.page
        .getByRole('button', { name: /^Pause/ })
        .first()
        .click();
      await recordConsent(b.page, 8);
      await expect(b.page.getByRole('heading', { name: 'Review Your Consent' })).toBeVisible();
      await lookClosely(b.page, '22-review-consent', width, true);
      await b.page.getByRole('button', { name: 'Send Consent' }).click();
      await expect(b.page.getByRole('heading', { name: 'Your consent is recorded' })).toBeVisible({
        timeout: 45_000,
      });
      await lookClosely(b.page, '23-consent-done', width, true);

      // Party A's screen was open all the time and shows it without being loaded again.
      await expect(entryOf(a.page, 'Ben Carter').getByText('Completed', { exact: true })).toBeVisible({
        timeout: 120_000,
      });
      await a.page.getByRole('button', { name: /View contract/ }).click();
      const viewer = a.page.getByRole('dialog', { name: 'Voice Contract Viewer' });
      await expectShape(viewer.getByRole('region', { name: 'Consent of Ben Carter' }));
      await see(a.page, '24-viewer-remote', width);

      for (const email of [anna.emailA, anna.emailB]) {
        await eventually(
          async () => {
            const mails = await readMailbox(required('MAILBOX_URL'));
            const proofs = mails.filter(
              (mail) =>
                mail.to.includes(email) && mail.attachments.includes(`transcript_${saved.agreementId}.txt`),
            );
            if (proofs.length !== 1) throw new Error(`${proofs.length} proofs to ${email}`);
          },
          30_000,
          'the final mail',
        );
      }
      await b.page.goto(`/remote-contract/${saved.agreementId}`);
      await expect(b.page.getByRole('heading', { name: 'Already answered' })).toBeVisible();
      await b.page.goto(await soundOf(saved, anna.emailB));
      await expect.poll(() => b.page.evaluate(PLAYER_READY), { timeout: 15_000 }).toBeGreaterThan(1);
      await Promise.all([a.context.close(), b.context.close()]);
    },
  );
}

test("party A's own words from party B's microphone are refused, and say what to do", async () => {
  const { anna, saved } = await paidRemoteContract();
  // What party A saved comes from this microphone once more.
  const repeating = await launch(required('OFFER_WAV'));
  const b = await somebody(repeating, 'phone');
  await b.page.goto(await linkTo(anna.emailB));
  await recordConsent(b.page, 8);
  await b.page.getByRole('button', { name: 'Send Consent' }).click();
  await expect(b.page.getByRole('alert')).toContainText(
    'Please record your own voice anew, saying that you agree.',
  );
  await look(b.page, '25-consent-refused', 'phone', true);
  await expectAccessible(b.page);
  expect(await anna.ask('GET', `/api/agreements/${saved.agreementId}`)).toMatchObject({
    status: 'awaiting_party',
    consents: [],
  });
  await b.page.getByRole('button', { name: 'Record Again' }).click();
  await expect(b.page.getByRole('heading', { name: 'Recording Your Consent' })).toBeVisible();
  await repeating.close();
});
