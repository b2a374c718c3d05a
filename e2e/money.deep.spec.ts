import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { DAY_MS, HOUR_MS } from '#platform';
import { eventually, Journey, type Saved, sessionHeaders, TestSystem } from '#testing';
import {
  confirm,
  type EscrowIntent,
  escrowAct,
  escrowReaches,
  escrowView,
  ledgerOf,
  mailsTo,
  onboard,
  sellerKey,
} from './money/payer.js';

/** Money on its way through the whole system: what people pay, get back, subscribe to and hold. */

const run = promisify(execFile);
const root = resolve(import.meta.dirname, '..');
const ADMIN = { email: 'admin@example.test', password: 'four grey wolves' };

let system: TestSystem;
let folder: string;
let spoken: string;
let adminToken: string;
/** How far the clock of the system has been moved; never back. */
let aheadMs = 0;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'ssc-money-'));
  spoken = join(folder, 'tone.webm');
  await run('ffmpeg', ['-v', 'error', '-f', 'lavfi', '-i', 'sine=duration=2', '-c:a', 'libopus', spoken]);
  system = await TestSystem.start({
    root,
    env: { ADMIN_EMAIL: ADMIN.email, ADMIN_PASSWORD: ADMIN.password },
  });
  await run(process.execPath, [join(root, 'dist/deploy/local/seed.js')], { env: system.env });
  const { body } = await new Journey(system.url).call<{ token: string }>('POST', '/api/admin/login', {
    json: ADMIN,
  });
  adminToken = body.token;
}, 240_000);

afterAll(async () => {
  await system?.stop();
  await rm(folder, { recursive: true, force: true });
}, 60_000);

const later = async (ms: number) => {
  aheadMs += ms;
  await system.moveClock(aheadMs);
};
const someone = async () => {
  const person = new Journey(system.url, { patienceMs: 20_000 });
  await person.signup();
  return person;
};
const asAdmin = async <T>(
  method: string,
  path: string,
  json?: object,
): Promise<{ status: number; body: T }> => {
  const answer = await fetch(system.url + path, {
    method,
    headers: {
      ...sessionHeaders(adminToken),
      ...(json ? { 'content-type': 'application/json' } : {}),
    },
    ...(json ? { body: JSON.stringify(json) } : {}),
  });
  return { status: answer.status, body: (await answer.json()) as T };
};
const mailed = (address: string, says: RegExp, count = 1) =>
  eventually(
    async () => {
      const mails = await mailsTo(system, address, says);
      if (mails.length !== count) {
        const subjects = (await mailsTo(system, address, /./)).map(({ subject }) => subject);
        throw new Error(`${mails.length} mails saying ${says} among ${subjects.join(' | ')}`);
      }
      return mails;
    },
    60_000,
    `${count} mails to ${address} saying ${says}`,
  );
const paidContract = async (person: Journey): Promise<Saved> => {
  const saved = await person.save(spoken);
  expect(await person.pay(saved)).toMatchObject({ status: 'succeeded' });
  await eventually(
    async () => {
      const { status } = await person.ask<{ status: string }>('GET', `/api/agreements/${saved.agreementId}`);
      if (status === 'pending') throw new Error('not paid yet');
    },
    30_000,
    'a paid contract',
  );
  return saved;
};

describe('a transcript by a person', () => {
  it('is a pending payment of $2, has a receipt, and is paid back after a day', async () => {
    const anna = await someone();
    const { agreementId } = await paidContract(anna);
    await anna.ask('POST', '/api/request-manual-transcription', { json: { agreementId } });
    const pending = await eventually(
      async () => {
        const { pendingPayments } = await anna.ask<{ pendingPayments: { type: string }[] }>(
          'GET',
          '/api/user/pending-payments',
        );
        const [first] = pendingPayments;
        if (!first) throw new Error('nothing is pending');
        return first;
      },
      20_000,
      'a pending payment',
    );
    expect(pending).toEqual({
      amount: 2,
      type: 'manual_transcription',
      agreementId,
      description: expect.any(String),
    });
    const refused = await anna.call('POST', '/api/create-payment-intent', {
      json: { ...pending, amount: 1 },
    });
    expect(refused).toMatchObject({ status: 422, body: { code: 'price_mismatch' } });
    const { clientSecret } = await anna.ask<{ clientSecret: string }>('POST', '/api/create-payment-intent', {
      json: pending,
    });
    expect(await confirm(system, clientSecret)).toBe('succeeded');
    await mailed(anna.emailA, /24 hours/);
    await system.drain();

    await later(25 * HOUR_MS);
    await mailed(anna.emailA, /refund/i);
    await system.drain();
    expect(system.stripe.listRefunds().filter(({ amount }) => amount === 200)).toHaveLength(1);
    const receipts = await anna.ask<{ purpose: string; refundedCents: number }[]>(
      'GET',
      '/api/user/receipts',
    );
    expect(receipts.map(({ purpose, refundedCents }) => [purpose, refundedCents])).toEqual([
      ['manual_transcription', 200],
      ['contract', 0],
    ]);
    expect(await ledgerOf(system, 'sales:manual_transcription')).toEqual({ sum: 0, balance: 0 });
  }, 240_000);
});

describe('a subscription', () => {
  it('covers contracts, renews by the month, and ends when it is cancelled', async () => {
    const carla = await someone();
    const view = () =>
      carla.ask<{ status: string; periodEnd: string; endsAtPeriodEnd: boolean }>(
        'GET',
        '/api/user/subscription',
      );
    const reaches = (status: string) =>
      eventually(
        async () => {
          const found = await view();
          if (found.status !== status) throw new Error(`the subscription is ${found.status}`);
          return found;
        },
        60_000,
        `a subscription that is ${status}`,
      );
    const { clientSecret } = await carla.ask<{ clientSecret: string }>('POST', '/api/create-subscription', {
      json: { userId: carla.user.id },
    });
    expect(await confirm(system, clientSecret)).toBe('succeeded');
    const active = await reaches('active');
    await mailed(carla.emailA, /subscription/i);

    const saved = await carla.save(spoken);
    const covered = await carla.createPaymentIntent(saved);
    expect(covered).toMatchObject({ clientSecret: null, coveredBy: 'subscription' });
    await eventually(
      async () => {
        const { status, expiresAt, paidAt } = await carla.ask<Record<string, string>>(
          'GET',
          `/api/agreements/${saved.agreementId}`,
        );
        if (status === 'pending') throw new Error('not covered yet');
        expect(Date.parse(String(expiresAt)) - Date.parse(String(paidAt))).toBe(365 * DAY_MS);
      },
      30_000,
      'a covered contract',
    );
    const account = await carla.ask<{ subscriptionPlan: string }>('GET', '/api/auth/user');
    expect(account.subscriptionPlan).toBe('monthly');

    await later(32 * DAY_MS);
    await eventually(
      async () => {
        if ((await view()).periodEnd <= active.periodEnd) throw new Error('not renewed');
      },
      60_000,
      'a renewed subscription',
    );
    const paid = await carla.ask<{ purpose: string }[]>('GET', '/api/user/receipts');
    expect(paid.map(({ purpose }) => purpose)).toEqual(['subscription', 'subscription']);

    const cancelled = await carla.ask<{ endsAtPeriodEnd: boolean }>('POST', '/api/user/subscription/cancel');
    expect(cancelled.endsAtPeriodEnd).toBe(true);
    await later(32 * DAY_MS);
    await reaches('canceled');
    await eventually(
      async () => {
        const { subscriptionPlan } = await carla.ask<{ subscriptionPlan: string | null }>(
          'GET',
          '/api/auth/user',
        );
        if (subscriptionPlan !== null) throw new Error('still subscribed');
      },
      30_000,
      'an ended plan',
    );
    expect((await ledgerOf(system, 'sales:subscription')).balance).toBe(-4000);
  }, 300_000);
});

describe('a held payment', () => {
  /** Anna owes Ben, who has set up his payouts by the mailed link, and pays. */
  const heldEscrow = async (amount = 2000) => {
    const anna = await someone();
    const ben = new Journey(system.url);
    const { agreementId } = await paidContract(anna);
    const json = { agreementId, amount, sellerEmail: anna.emailB, platformFeePercent: 5 };
    const first = await anna.ask<EscrowIntent>('POST', '/api/create-escrow-intent', { json });
    expect(first).toMatchObject({
      requiresOnboarding: true,
      clientSecret: null,
      platformFee: amount * 0.05,
      sellerAmount: amount * 0.95,
    });
    const key = await sellerKey(system, anna.emailB, agreementId);
    const { onboardingUrl } = await ben.ask<{ onboardingUrl: string }>(
      'POST',
      `/api/escrow/${agreementId}/onboarding?key=${encodeURIComponent(key)}`,
      { json: {} },
    );
    await onboard(onboardingUrl);
    await escrowReaches(anna, agreementId, 'requires_payment');
    const ready = await anna.ask<EscrowIntent>('POST', '/api/create-escrow-intent', { json });
    expect(ready.requiresOnboarding).toBe(false);
    expect(await confirm(system, String(ready.clientSecret))).toBe('succeeded');
    await escrowReaches(anna, agreementId, 'held');
    return { anna, ben, agreementId, key, sellerEmail: anna.emailB };
  };
  const transfers = (agreementId: string) =>
    system.stripe.listTransfers().filter(({ metadata }) => metadata.agreementId === agreementId);

  it('goes to the seller by itself a day after delivery, less the fee, once', async () => {
    const { anna, ben, agreementId, key, sellerEmail } = await heldEscrow();
    const delivered = await escrowAct(ben, agreementId, 'delivered', { key });
    expect(delivered).toMatchObject({ role: 'seller', state: 'release_due' });
    const agreement = () => anna.ask<{ escrowStatus: string }>('GET', `/api/agreements/${agreementId}`);
    await eventually(
      async () => expect((await agreement()).escrowStatus).toBe('release_due'),
      20_000,
      'news of the delivery',
    );
    // Silence pays the seller only where the buyer was mailed of the clock.
    await system.drain();
    await later(25 * HOUR_MS);
    expect(await escrowReaches(anna, agreementId, 'released')).toMatchObject({
      amount: 200_000,
      platformFee: 10_000,
      sellerAmount: 190_000,
      buyerRefund: 0,
    });
    expect(transfers(agreementId).map(({ amount }) => amount)).toEqual([190_000]);
    await mailed(anna.emailA, /Your payment to .* was released/);
    await mailed(sellerEmail, /^You get \$1,900\.00/);
    const again = await anna.call('POST', `/api/escrow/${agreementId}/release`, { json: {} });
    expect(again).toMatchObject({ status: 409, body: { code: 'held_payment_moved' } });
    await system.drain();
    expect((await ledgerOf(system, 'fees')).sum).toBe(0);
  }, 240_000);

  it('is frozen by a problem and split by an administrator', async () => {
    const { anna, agreementId, sellerEmail } = await heldEscrow(100);
    await escrowAct(anna, agreementId, 'received');
    await escrowAct(anna, agreementId, 'problem', { json: { reason: 'A wheel is missing.' } });
    await later(48 * HOUR_MS);
    expect((await escrowView(anna, agreementId)).state).toBe('disputed');
    const { body: list } = await asAdmin<{ id: string; agreementId: string }[]>(
      'GET',
      '/api/admin/held-payments?state=disputed',
    );
    const id = list.find((one) => one.agreementId === agreementId)?.id;
    const decision = { sellerAmount: 60, reason: 'The wheel costs forty dollars.' };
    const decided = await asAdmin('POST', `/api/admin/held-payments/${id}/decide`, decision);
    expect(decided.status).toBe(200);
    expect(await escrowReaches(anna, agreementId, 'resolved')).toMatchObject({
      platformFee: 300,
      sellerAmount: 5700,
      buyerRefund: 4000,
    });
    expect(transfers(agreementId).map(({ amount }) => amount)).toEqual([5700]);
    for (const address of [anna.emailA, sellerEmail]) await mailed(address, /forty dollars/);
    const { body: ledger } = await asAdmin<{ sumCents: number }>('GET', '/api/admin/ledger');
    expect(ledger.sumCents).toBe(0);
  }, 240_000);

  it('goes back when the seller says so', async () => {
    const { anna, ben, agreementId, key } = await heldEscrow(80);
    await escrowAct(ben, agreementId, 'refund', { key });
    expect(await escrowReaches(anna, agreementId, 'refunded')).toMatchObject({
      buyerRefund: 8000,
      platformFee: 0,
    });
    expect(transfers(agreementId)).toEqual([]);
    await mailed(anna.emailA, /^\$80\.00 USD goes back to you/);
  }, 240_000);
});

describe('a payment', () => {
  it('is paid back by an administrator with a reason, once', async () => {
    const dora = await someone();
    const { agreementId } = await paidContract(dora);
    const { body: payments } = await asAdmin<{ id: string; agreementId: string }[]>(
      'GET',
      '/api/admin/payments',
    );
    const id = payments.find((one) => one.agreementId === agreementId)?.id;
    const refund = () =>
      asAdmin('POST', `/api/admin/payments/${id}/refund`, { reason: 'Paid twice by mistake.' });
    expect((await refund()).status).toBe(200);
    expect(await refund()).toMatchObject({ status: 409, body: { code: 'already_refunded' } });
    await mailed(dora.emailA, /refund/i);
  }, 120_000);
});
