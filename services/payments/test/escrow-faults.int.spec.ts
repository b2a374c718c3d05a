import { jest } from '@jest/globals';
import Stripe from 'stripe';
import type { Commit } from '#jobs';
import { Outbox } from '#outbox';
import { HOUR_MS } from '#platform';
import { eventually } from '#testing';
import { until } from '../../../libs/platform/test/test-service.js';
import { SettleEscrow } from '../src/escrow/escrow.jobs.js';
import { EscrowPayments } from '../src/escrow/escrow.module.js';
import { ESCROW_ID } from '../src/escrow/escrow.repository.js';
import { FollowEscrows } from '../src/escrow/escrow.schedules.js';
import { Settlement } from '../src/escrow/settlement.service.js';
import { LeaseTakenError } from '../src/escrow/settlement-lease.js';
import { STRIPE } from '../src/stripe/stripe.module.js';
import { type EscrowCase, Escrows } from './escrows.harness.js';
import { Payments } from './payments.harness.js';

const HASTE = {
  attempt: 1,
  isLastAttempt: false,
  isRepeated: false,
  signal: new AbortController().signal,
  save: () => Promise.reject(new Error('a settlement has no steps of its own to keep')),
};

/** While one run moves the money, the others are turned away and come again later. */
function comesAgain(error: unknown): Commit {
  expect(error).toBeInstanceOf(LeaseTakenError);
  return () => Promise.resolve();
}

describe('an escrow whose service breaks down', () => {
  let payments: Payments;
  let escrows: Escrows;
  let seller: string;

  beforeAll(async () => {
    ({ payments, escrows, seller } = await Escrows.start());
  }, 180_000);

  afterEach(async () => {
    jest.restoreAllMocks();
    await payments.setClock(new Date());
  });
  afterAll(() => payments?.close(), 60_000);

  const expectReleasedOnce = async (mine: EscrowCase) => {
    expect(await escrows.row(mine.agreementId)).toMatchObject({ state: 'released', lastError: null });
    expect(escrows.transfers(mine)).toMatchObject([{ amount: 9500 }]);
    expect(await escrows.books(mine)).toEqual({ escrow: 0, chargebacks: 0, sum: 0 });
    expect(escrows.changes(mine).filter((change) => change === 'released')).toHaveLength(1);
  };
  /** The service ends after Stripe has moved the money and before it is written down. */
  const breakOnce = () => {
    const settlement = payments.service.app.get(Settlement);
    return jest.spyOn(settlement, 'close').mockRejectedValueOnce(new Error('killed'));
  };

  it('between the transfer and its note, pays once', async () => {
    const mine = await escrows.hold(seller);
    const close = breakOnce();
    await escrows.buyer(mine, 'release');
    // Stripe has forgotten the idempotency key, which is what another key amounts to.
    await payments.rows.query('update escrows set attempt = attempt + 1 where id = $1', [mine.id]);
    await payments.quiet();
    expect(close).toHaveBeenCalledTimes(2);
    await expectReleasedOnce(mine);
  }, 60_000);

  it('between refund and transfer of a split, moves each once', async () => {
    const mine = await escrows.hold(seller);
    await escrows.buyer(mine, 'problem', { reason: 'It is broken' });
    await payments.sdk.refunds.create({ payment_intent: mine.intentId, amount: 4000 });
    await escrows.decide(mine, 60);
    await payments.quiet();
    expect(await escrows.row(mine.agreementId)).toMatchObject({ state: 'resolved' });
    expect(escrows.refunds(mine)).toMatchObject([{ amount: 4000 }]);
    expect(escrows.transfers(mine)).toMatchObject([{ amount: 5700 }]);
  }, 60_000);

  it('between refund and transfer, then sent back further by hand and decided anew: all of it goes back', async () => {
    const mine = await escrows.hold(seller);
    await escrows.buyer(mine, 'problem', { reason: 'It is broken' });
    const { transfers } = payments.service.app.get<Stripe>(STRIPE);
    const lost = new Stripe.errors.StripeConnectionError({ message: 'The connection broke' });
    const transfer = jest.spyOn(transfers, 'create').mockRejectedValue(lost);
    await escrows.decide(mine, 60);
    await eventually(async () => expect(transfer).toHaveBeenCalled(), 20_000, 'a broken connection');
    expect(escrows.refunds(mine)).toMatchObject([{ amount: 4000 }]);
    await payments.sdk.refunds.create({ payment_intent: mine.intentId, amount: 2000 });
    await payments.deliverEvents();
    expect(await escrows.row(mine.agreementId)).toMatchObject({ state: 'disputed', buyerRefundCents: 6000 });
    expect((await escrows.decide(mine, 0)).status).toBe(200);
    await payments.quiet();
    await payments.deliverEvents();
    expect(escrows.refunds(mine).map(({ amount }) => amount)).toEqual([4000, 2000, 4000]);
    expect(await escrows.row(mine.agreementId)).toMatchObject({ state: 'refunded', lastError: null });
    expect(escrows.transfers(mine)).toEqual([]);
    expect(await escrows.books(mine)).toEqual({ escrow: 0, chargebacks: 0, sum: 0 });
  }, 60_000);

  it('runs its job three times side by side, and pays once', async () => {
    const mine = await escrows.hold(seller);
    const job = payments.service.app.get(SettleEscrow);
    const outbox = payments.service.app.get(Outbox);
    await escrows.buyer(mine, 'release');
    await Promise.all(
      [1, 2, 3].map(async () => {
        const commit = await job.run({ payload: { [ESCROW_ID]: mine.id }, ...HASTE }).catch(comesAgain);
        await outbox.transaction(commit);
      }),
    );
    await payments.quiet();
    await expectReleasedOnce(mine);
  }, 60_000);

  it('and whose bank takes the money back before the note: the transfer counts, the loss is ours', async () => {
    const mine = await escrows.hold(seller);
    breakOnce();
    await escrows.buyer(mine, 'release');
    await until('the transfer', () => escrows.transfers(mine).length > 0);
    const dispute = payments.stripe.dispute(mine.intentId);
    payments.stripe.closeDispute(dispute.id, 'lost');
    await payments.deliverEvents();
    expect(await escrows.row(mine.agreementId)).toMatchObject({ state: 'released', chargeback: 'lost' });
    expect(escrows.transfers(mine)).toHaveLength(1);
    expect(await escrows.books(mine)).toEqual({ escrow: 0, chargebacks: 0, sum: 0 });
  }, 60_000);

  it.each([
    ['nothing', false],
    ['a PaymentIntent that nobody was told of', true],
  ])(
    'at whose PaymentIntent Stripe fails and has made %s: it can be paid all the same',
    async (_what, isCarriedOut) => {
      const agreementId = payments.agreement('split-second-contract', 'completed');
      payments.stripe.failNext('/v1/payment_intents', { isCarriedOut });
      const failed = await escrows.create(agreementId, seller);
      expect([failed.status, failed.body.code]).toEqual([502, 'payment_provider']);
      const { status, body } = await escrows.create(agreementId, seller);
      expect(status).toBe(200);
      await payments.pay(String(body.paymentIntentId));
      await payments.deliverEvents();
      expect(await escrows.row(agreementId)).toMatchObject({
        ...{ state: 'held', paymentIntentId: body.paymentIntentId },
      });
    },
  );

  it('whose PaymentIntent Stripe does not know can be paid by another', async () => {
    const mine = await escrows.open(seller);
    await payments.rows.query(`update escrows set payment_intent_id = 'pi_ofanotheraccount' where id = $1`, [
      mine.id,
    ]);
    const { status, body } = await escrows.create(mine.agreementId, seller);
    expect(status).toBe(200);
    expect(await escrows.row(mine.agreementId)).toMatchObject({ paymentIntentId: body.paymentIntentId });
  });

  it.each([
    'is not paid in its time',
    'is of a contract that is cancelled',
    'is about to have another amount',
  ])('whose PaymentIntent Stripe does not know, and that %s, does not wait for it', async (what) => {
    const mine = await escrows.open(seller);
    const unknown = `pi_of${mine.agreementId}`;
    await payments.rows.query('update escrows set payment_intent_id = $2 where id = $1', [mine.id, unknown]);
    if (what === 'is about to have another amount') {
      const { status, body } = await escrows.create(mine.agreementId, seller, 120);
      expect(status).toBe(200);
      expect(await escrows.row(mine.agreementId)).toMatchObject({
        ...{ amountCents: 12_000, paymentIntentId: body.paymentIntentId },
      });
      return;
    }
    if (what === 'is not paid in its time') {
      await escrows.inDays(7.1);
      await escrows.runClocks();
    } else {
      await payments.service.app
        .get(Outbox)
        .transaction((manager) =>
          payments.service.app.get(EscrowPayments).agreementCancelled(manager, mine.agreementId),
        );
      await payments.quiet();
      expect(await escrows.row(mine.agreementId)).toMatchObject({ paymentIntentId: null });
    }
    expect(await escrows.row(mine.agreementId)).toMatchObject({ state: 'failed' });
  });

  it.each([
    ['refund', 'before', '/v1/refunds', false],
    ['refund', 'after', '/v1/refunds', true],
    ['transfer', 'before', '/v1/transfers', false],
    ['transfer', 'after', '/v1/transfers', true],
  ])(
    'at whose %s Stripe fails %s it is made, moves each part once',
    async (_what, _when, path, isCarriedOut) => {
      const mine = await escrows.hold(seller);
      await escrows.buyer(mine, 'problem', { reason: 'It is broken' });
      payments.stripe.failNext(path, { isCarriedOut });
      await escrows.decide(mine, 60);
      const resolved = async () =>
        expect(await escrows.row(mine.agreementId)).toMatchObject({ state: 'resolved', lastError: null });
      await eventually(resolved, 20_000, 'an end of the escrow');
      expect(escrows.refunds(mine)).toMatchObject([{ amount: 4000 }]);
      expect(escrows.transfers(mine)).toMatchObject([{ amount: 5700 }]);
      expect(await escrows.books(mine)).toEqual({ escrow: 0, chargebacks: 0, sum: 0 });
    },
    90_000,
  );

  it('is refused by Stripe, says why, and moves when the reason is gone', async () => {
    const email = await escrows.readySeller();
    const mine = await escrows.hold(email);
    const lost = 'acct_lost000000000000';
    const swap = (account: string) =>
      payments.rows.query(
        `with old as (select stripe_account_id from sellers where email = $1)
         update sellers set stripe_account_id = $2 where email = $1 returning (select stripe_account_id from old) as was`,
        [email, account],
      ) as Promise<[{ was: string }[], number]>;
    const [[before]] = await swap(lost);
    await escrows.buyer(mine, 'release');
    const refused = async () => {
      const { state, lastError, attempt } = await escrows.row(mine.agreementId);
      expect([state, lastError]).toEqual(['releasing', expect.stringContaining(lost)]);
      expect(attempt).toBeGreaterThan(1);
    };
    await eventually(refused, 20_000, 'a refusal');
    await escrows.giveUp(mine);
    await swap(before?.was ?? '');
    await payments.setClock(new Date(Date.now() + 2 * HOUR_MS));
    await escrows.lookAgain();
    await expectReleasedOnce(mine);
  }, 60_000);

  it('whose seller lost payouts after the last mail: asks them, once a day, and pays when it can', async () => {
    const email = await escrows.readySeller();
    const mine = await escrows.hold(email);
    const account = payments.stripe.listAccounts().find((one) => one.email === email)?.id ?? '';
    const take = (requested: boolean) =>
      payments.sdk.accounts.update(account, { capabilities: { transfers: { requested } } });
    const asked = () => escrows.changes(mine).filter((change) => change === 'seller-needed').length;
    const lookIn = async (hours: number) => {
      await escrows.giveUp(mine);
      await payments.setClock(new Date(Date.now() + hours * HOUR_MS));
      await payments.service.app.get(FollowEscrows).round(new AbortController().signal);
    };
    const expectAsked = (times: number) =>
      eventually(async () => expect(asked()).toBe(times), 5000, `asked ${times} times`);
    await take(false);
    await escrows.buyer(mine, 'release');
    const refused = async () =>
      expect((await escrows.row(mine.agreementId)).lastError).toContain('transfers');
    await eventually(refused, 20_000, 'a refusal');
    await lookIn(2);
    await expectAsked(1);
    expect((await escrows.viewAsSeller(mine)).body).toMatchObject({
      ...{ state: 'releasing', sellerReady: false },
      actions: ['onboard'],
    });
    await lookIn(4);
    await lookIn(27);
    await expectAsked(2);

    await take(true);
    await escrows.giveUp(mine);
    await payments.setClock(new Date(Date.now() + 60 * HOUR_MS));
    await escrows.lookAgain();
    await expectReleasedOnce(mine);
    expect(asked()).toBe(2);
  }, 90_000);

  it('hears nothing of seller and payment, and asks', async () => {
    const email = escrows.newSeller();
    const agreementId = payments.agreement('split-second-contract', 'completed');
    await escrows.create(agreementId, email);
    const { body } = await payments.post<{ onboardingUrl: string }>('/api/create-connect-account', {
      userId: 41,
      email,
    });
    await escrows.finishOnboarding(body.onboardingUrl);
    await payments.setClock(new Date(Date.now() + 120_000));
    await escrows.lookAgain();
    expect((await escrows.row(agreementId)).state).toBe('requires_payment');
    const intent = await escrows.create(agreementId, email);
    await payments.pay(String(intent.body.paymentIntentId));
    await payments.setClock(new Date(Date.now() + 600_000));
    await escrows.lookAgain();
    expect((await escrows.row(agreementId)).state).toBe('held');
  }, 60_000);
});
