import { expect, type Page } from '@playwright/test';
import { readMailbox } from '#stand-ins';
import { eventually, Journey, type Saved } from '#testing';
import { type EscrowIntent, escrowReaches, onboard } from '../money/payer.js';
import { required } from './pages.js';
import { PASSWORD } from './people.js';

/** Somebody with an account and nothing else. */
export async function newcomer({ language }: { language?: string } = {}): Promise<Journey> {
  const person = new Journey(required('SYSTEM_URL'), {
    patienceMs: 20_000,
    ...(language ? { language } : {}),
  });
  await person.signup();
  return person;
}

/** A recorded contract that belongs to somebody and is not paid. */
export async function unpaidContract(person: Journey, fields: Record<string, unknown> = {}): Promise<Saved> {
  const saved = await person.save(required('TONE_WEBM'), fields);
  const { agreementId, claimToken } = saved;
  const { planType = 'split-second-contract' } = fields;
  await person.ask('POST', '/api/create-payment-intent', { json: { agreementId, claimToken, planType } });
  return saved;
}

/** A recorded contract that is paid. */
export async function paidContract(person: Journey, fields: Record<string, unknown> = {}): Promise<Saved> {
  const saved = await person.save(required('TONE_WEBM'), fields);
  const { agreementId, claimToken } = saved;
  const { planType = 'split-second-contract' } = fields;
  const json = { agreementId, claimToken, planType };
  const intent = await person.ask<{ clientSecret: string }>('POST', '/api/create-payment-intent', { json });
  await confirm(person, intent.clientSecret);
  await eventually(
    async () => {
      const { status } = await person.ask<{ status: string }>('GET', `/api/agreements/${agreementId}`);
      if (status === 'pending') throw new Error('not paid yet');
    },
    30_000,
    'a paid contract',
  );
  return saved;
}

/** Pays as the sandbox form does, with a card that works. */
async function confirm(person: Journey, clientSecret: string): Promise<void> {
  const { payments } = await person.ask<{ payments: { publishableKey: string; sandboxConfirmUrl: string } }>(
    'GET',
    '/api/config',
  );
  const id = clientSecret.slice(0, clientSecret.indexOf('_secret_'));
  const answer = await fetch(`${payments.sandboxConfirmUrl}/v1/payment_intents/${id}/confirm`, {
    method: 'POST',
    headers: { authorization: `Bearer ${payments.publishableKey}` },
    body: new URLSearchParams({ payment_method: 'pm_card_visa', client_secret: clientSecret }),
  });
  expect(await answer.json()).toMatchObject({ status: 'succeeded' });
}

/** The mailed link of a seller, as a path; of the newest mail that says something. */
export function sellerLink(email: string, agreementId: string, subject = /./): Promise<string> {
  return eventually(
    async () => {
      const links = (await readMailbox(required('MAILBOX_URL')))
        .filter((mail) => mail.to.includes(email) && subject.test(mail.subject))
        .map((mail) => new RegExp(`/escrow\\?agreementId=${agreementId}&key=[\\w.%-]+`).exec(mail.text)?.[0]);
      const link = links.findLast((one) => one !== undefined);
      if (link === undefined) throw new Error(`no link for ${email}`);
      return link;
    },
    30_000,
    `a link for the seller ${email}`,
  );
}

/** Until a payment for a contract is held; the seller has set up payouts by the mailed link. */
export async function escrowFor(buyer: Journey, { agreementId }: Saved, amount: number): Promise<void> {
  const json = { agreementId, amount, sellerEmail: buyer.emailB, platformFeePercent: 5 };
  const prepare = () => buyer.ask<EscrowIntent>('POST', '/api/create-escrow-intent', { json });
  const { requiresOnboarding } = await prepare();
  if (requiresOnboarding) {
    const link = await sellerLink(buyer.emailB, agreementId);
    const key = new URLSearchParams(link.slice(link.indexOf('?'))).get('key') ?? '';
    const path = `/api/escrow/${agreementId}/onboarding?key=${encodeURIComponent(key)}`;
    const seller = new Journey(buyer.url, { patienceMs: 20_000 });
    const { onboardingUrl } = await seller.ask<{ onboardingUrl: string }>('POST', path, { json: {} });
    await onboard(onboardingUrl);
    await escrowReaches(buyer, agreementId, 'requires_payment');
  }
  await confirm(buyer, String((await prepare()).clientSecret));
  await escrowReaches(buyer, agreementId, 'held');
}

/** Presses the sandbox form's button with an outcome chosen. */
export async function payWith(page: Page, outcome: string, price: string): Promise<void> {
  await page.getByRole('radio', { name: outcome, exact: true }).check();
  await page.getByRole('button', { name: `Pay ${price}`, exact: true }).click();
}

/** A contract's number as people read it. */
export const numberOf = ({ agreementId }: Saved): string => agreementId.replace(/(\d{4})(?=\d)/g, '$1 ');

/** The entry of the list of receipts, as table row or card. */
export const receiptOf = (page: Page, what: string) =>
  page.locator('main').locator('tr, li').filter({ hasText: what });

/** What an escrow waits for, and where its money is. */
export const next = (page: Page) => page.getByRole('region', { name: 'What happens next' });
export const timeline = (page: Page) => page.getByRole('region', { name: 'Where the money is' });

/** Answers the question that a step asks first. */
/** Gives the password that is asked for before money moves. */
export async function givePassword(page: Page): Promise<void> {
  const dialog = page.getByRole('dialog', { name: 'Your Password, Once More' });
  await dialog.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await dialog.getByRole('button', { name: 'Continue' }).click();
}

export async function sayYes(page: Page, button: string): Promise<void> {
  await page.getByRole('alertdialog').getByRole('button', { name: button, exact: true }).click();
  await expect(page.getByRole('alertdialog')).toBeHidden();
}
