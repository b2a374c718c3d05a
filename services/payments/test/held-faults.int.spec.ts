import { jest } from '@jest/globals';
import type { Commit } from '#jobs';
import { Outbox } from '#outbox';
import { HOUR_MS } from '#platform';
import { eventually } from '#testing';
import { until } from '../../../libs/platform/test/test-service.js';
import { SettleHeldPayment } from '../src/moves/settle-held-payment.job.js';
import { Settlement } from '../src/moves/settlement.js';
import { TurnTakenError } from '../src/moves/settling-turn.js';
import { type HeldCase, HeldPayments } from './held-payments.harness.js';
import { Payments } from './payments.harness.js';

const HASTE = {
  attempt: 1,
  isLastAttempt: false,
  signal: new AbortController().signal,
  save: () => Promise.reject(new Error('a settlement has no steps of its own to keep')),
};

/** While one run moves the money, the others are turned away and come again later. */
function comesAgain(error: unknown): Commit {
  expect(error).toBeInstanceOf(TurnTakenError);
  return () => Promise.resolve();
}

describe('a held payment whose service breaks down', () => {
  let payments: Payments;
  let held: HeldPayments;
  let seller: string;

  beforeAll(async () => {
    payments = await Payments.start();
    held = new HeldPayments(payments);
    seller = await held.readySeller();
  }, 180_000);

  afterEach(async () => {
    jest.restoreAllMocks();
    await payments.setClock(new Date());
  });
  afterAll(() => payments?.close(), 60_000);

  const expectReleasedOnce = async (mine: HeldCase) => {
    expect(await held.row(mine.agreementId)).toMatchObject({ state: 'released', lastError: null });
    expect(held.transfers(mine)).toMatchObject([{ amount: 9500 }]);
    expect(await held.books(mine)).toEqual({ held: 0, chargebacks: 0, sum: 0 });
    expect(held.news(mine).filter((change) => change === 'released')).toHaveLength(1);
  };
  /** The service ends after Stripe has moved the money and before it is written down. */
  const breakOnce = () => {
    const settlement = payments.service.app.get(Settlement);
    return jest.spyOn(settlement, 'close').mockRejectedValueOnce(new Error('killed'));
  };

  it('between the transfer and its note, pays once', async () => {
    const mine = await held.hold(seller);
    const close = breakOnce();
    await held.buyer(mine, 'release');
    // Stripe has forgotten the idempotency key, which is what another key amounts to.
    await payments.rows.query('update held_payments set attempt = attempt + 1 where id = $1', [mine.id]);
    await payments.quiet();
    expect(close).toHaveBeenCalledTimes(2);
    await expectReleasedOnce(mine);
  }, 60_000);

  it('between refund and transfer of a split, moves each once', async () => {
    const mine = await held.hold(seller);
    await held.buyer(mine, 'problem', { reason: 'It is broken' });
    await payments.sdk.refunds.create({ payment_intent: mine.intentId, amount: 4000 });
    await held.decide(mine, 60);
    await payments.quiet();
    expect(await held.row(mine.agreementId)).toMatchObject({ state: 'resolved' });
    expect(held.refunds(mine)).toMatchObject([{ amount: 4000 }]);
    expect(held.transfers(mine)).toMatchObject([{ amount: 5700 }]);
  }, 60_000);

  it('runs its job three times side by side, and pays once', async () => {
    const mine = await held.hold(seller);
    const job = payments.service.app.get(SettleHeldPayment);
    const outbox = payments.service.app.get(Outbox);
    await held.buyer(mine, 'release');
    await Promise.all(
      [1, 2, 3].map(async () => {
        const commit = await job.run({ payload: { heldPaymentId: mine.id }, ...HASTE }).catch(comesAgain);
        await outbox.transaction(commit);
      }),
    );
    await payments.quiet();
    await expectReleasedOnce(mine);
  }, 60_000);

  it('and whose bank takes the money back before the note: the transfer counts, the loss is ours', async () => {
    const mine = await held.hold(seller);
    breakOnce();
    await held.buyer(mine, 'release');
    await until('the transfer', () => held.transfers(mine).length > 0);
    const dispute = payments.stripe.dispute(mine.intentId);
    payments.stripe.closeDispute(dispute.id, 'lost');
    await payments.deliverNews();
    expect(await held.row(mine.agreementId)).toMatchObject({ state: 'released', chargeback: 'lost' });
    expect(held.transfers(mine)).toHaveLength(1);
    expect(await held.books(mine)).toEqual({ held: 0, chargebacks: 0, sum: 0 });
  }, 60_000);

  it('is refused by Stripe, says why, and moves when the reason is gone', async () => {
    const email = await held.readySeller();
    const mine = await held.hold(email);
    const lost = 'acct_lost000000000000';
    const swap = (account: string) =>
      payments.rows.query(
        `with old as (select stripe_account_id from sellers where email = $1)
         update sellers set stripe_account_id = $2 where email = $1 returning (select stripe_account_id from old) as was`,
        [email, account],
      ) as Promise<[{ was: string }[], number]>;
    const [[before]] = await swap(lost);
    await held.buyer(mine, 'release');
    const refused = async () => {
      const { state, lastError, attempt } = await held.row(mine.agreementId);
      expect([state, lastError]).toEqual(['releasing', expect.stringContaining(lost)]);
      expect(attempt).toBeGreaterThan(1);
    };
    await eventually(refused, 20_000, 'a refusal');
    // As after the last attempt: nobody tries any more.
    await payments.rows.query(
      `update jobs set status = 'failed', finished_at = now() where payload ->> 'heldPaymentId' = $1`,
      [mine.id],
    );
    await swap(before?.was ?? '');
    await payments.setClock(new Date(Date.now() + 2 * HOUR_MS));
    await held.lookAgain();
    await expectReleasedOnce(mine);
  }, 60_000);

  it('hears nothing of seller and payment, and asks', async () => {
    const email = held.newSeller();
    const agreementId = payments.agreement('split-second-contract', 'completed');
    await held.create(agreementId, email);
    const { body } = await payments.post<{ onboardingUrl: string }>('/api/create-connect-account', {
      userId: 41,
      email,
    });
    await held.finishOnboarding(body.onboardingUrl);
    await payments.setClock(new Date(Date.now() + 120_000));
    await held.lookAgain();
    expect((await held.row(agreementId)).state).toBe('requires_payment');
    const intent = await held.create(agreementId, email);
    await payments.pay(String(intent.body.paymentIntentId));
    await payments.setClock(new Date(Date.now() + 600_000));
    await held.lookAgain();
    expect((await held.row(agreementId)).state).toBe('held');
  }, 60_000);
});
