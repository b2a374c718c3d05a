import { randomUUID } from 'node:crypto';
import { jest } from '@jest/globals';
import Stripe from 'stripe';
import {
  type AgreementCancelled,
  agreementCancelled,
  agreementCovered,
  humanTranscriptOrdered,
} from '#contracts';
import { DAY_MS } from '#platform';
import { STRIPE } from '../src/stripe/stripe.module.js';
import { type EscrowCase, Escrows } from './escrows.harness.js';
import { anna, Payments } from './payments.harness.js';

const planType = 'split-second-contract';
const refused = [409, 'invalid_transition'];

describe('money for a contract that was cancelled meanwhile', () => {
  let payments: Payments;
  let escrows: Escrows;
  let seller: string;

  beforeAll(async () => {
    ({ payments, escrows, seller } = await Escrows.start());
  }, 180_000);

  afterAll(() => payments?.close(), 60_000);

  /** The event of the cancellation. What agreements answers is as old as the test wants it to be. */
  const cancel = async (agreementId: string, from: AgreementCancelled['from'], times = 1) => {
    const event = { agreementId, ownerId: anna.id, from, reason: 'by_creator' } as const;
    await payments.tell(agreementCancelled, event, 'close-orders', times);
    await payments.quiet();
  };
  const ask = async (body: object) => {
    const answer = await payments.createIntent(body);
    return [answer.status, answer.body.code];
  };
  const payable = (agreementId: string) =>
    payments.stripe
      .listPaymentIntents()
      .filter(({ metadata, status }) => metadata.agreementId === agreementId && status !== 'canceled');

  it('is not asked for by a contract whose cancellation was heard of before', async () => {
    const agreementId = payments.agreement();
    await cancel(agreementId, 'pending');
    expect(await ask({ agreementId, planType })).toEqual(refused);
    expect(payable(agreementId)).toEqual([]);
  });

  it('is not spared to one either: neither subscription nor credit covers it', async () => {
    await payments.rows.query(
      `insert into subscriptions (id, user_id, status, period_end) values ($1, $2, 'active', $3)`,
      [randomUUID(), anna.id, new Date(Date.now() + DAY_MS)],
    );
    const agreementId = payments.agreement();
    await cancel(agreementId, 'pending');
    const answer = await ask({ agreementId, planType });
    await payments.rows.query('delete from subscriptions where user_id = $1', [anna.id]);
    expect(answer).toEqual(refused);
    await payments.quiet();
    expect(payments.tap.about(agreementId).filter(({ type }) => type === agreementCovered.name)).toEqual([]);
  });

  it('is not asked for by a transcript that was ordered before and heard of after', async () => {
    const agreementId = payments.agreement();
    await cancel(agreementId, 'awaiting_party');
    await payments.tell(
      humanTranscriptOrdered,
      { agreementId, ownerId: anna.id, orderId: randomUUID() },
      'open-manual-order',
    );
    expect((await payments.order(agreementId, 'manual_transcription'))?.status ?? 'cancelled').toBe(
      'cancelled',
    );
    payments.agreements.agreements.set(agreementId, { ownerId: anna.id, planType, status: 'cancelled' });
    expect(await ask({ type: 'manual_transcription', agreementId })).toEqual(refused);
    expect(payable(agreementId)).toEqual([]);
  });

  it.each(['paid before', 'paid meanwhile'])('goes back for a transcript by a person, %s', async (when) => {
    const agreementId = payments.agreement();
    const { body } = await payments.createIntent({ type: 'manual_transcription', agreementId });
    await payments.pay(String(body.paymentIntentId));
    if (when === 'paid before') await payments.deliverEvents();
    await cancel(agreementId, 'pending', 2);
    await payments.deliverEvents();
    expect(await payments.order(agreementId, 'manual_transcription')).toMatchObject({
      status: 'refunded',
      refund_reason: 'contract-cancelled',
    });
    const refunds = payments.stripe
      .listRefunds()
      .filter((one) => one.payment_intent === body.paymentIntentId);
    expect(refunds).toMatchObject([{ amount: 200 }]);
  });

  it.each([
    ['pending', 'refunded', 0],
    ['awaiting_party', 'paid', 1],
  ] as const)(
    'from %s, in the moment in which its transcript is ordered: what was paid for it waits for the event',
    async (from, status, credits) => {
      const { agreementId, intentId } = await payments.open();
      await payments.pay(intentId);
      await payments.deliverEvents();
      const agreement = { ownerId: anna.id, planType } as const;
      payments.agreements.agreements.set(agreementId, { ...agreement, status: from });
      payments.agreements.onOwner = () => {
        payments.agreements.onOwner = () => Promise.resolve();
        payments.agreements.agreements.set(agreementId, { ...agreement, status: 'cancelled' });
        return Promise.resolve();
      };
      expect(await ask({ type: 'manual_transcription', agreementId })).toEqual(refused);
      expect(await payments.order(agreementId, 'manual_transcription')).toMatchObject({
        status: 'cancelled',
      });
      const order = await payments.order(agreementId);
      const given = () => payments.rows.query('select 1 from credits where order_id = $1', [order?.id]);
      expect([order?.status, await given()]).toEqual(['paid', []]);
      await cancel(agreementId, from, 2);
      expect(await payments.order(agreementId)).toMatchObject({ status });
      expect(await given()).toHaveLength(credits);
    },
  );

  describe('held until the seller delivers', () => {
    const expectBack = async (mine: EscrowCase) => {
      expect(escrows.refunds(mine)).toMatchObject([{ amount: 10_000, status: 'succeeded' }]);
      expect(escrows.transfers(mine)).toEqual([]);
      expect(await escrows.books(mine)).toEqual({ escrow: 0, chargebacks: 0, sum: 0 });
    };

    it('goes back when nothing was delivered', async () => {
      const mine = await escrows.hold(seller);
      await cancel(mine.agreementId, 'awaiting_party', 2);
      expect(await escrows.row(mine.agreementId)).toMatchObject({ state: 'refunded' });
      await expectBack(mine);
    });

    it.each(['delivered', 'received', 'disputed'])(
      'stays, when it is %s, until an administrator has decided',
      async (what) => {
        const mine = await escrows.hold(seller);
        if (what === 'delivered') await escrows.seller(mine, 'delivered');
        if (what === 'received') await escrows.buyer(mine, 'received');
        if (what === 'disputed') await escrows.buyer(mine, 'problem', { reason: 'Nobody answers' });
        await cancel(mine.agreementId, 'awaiting_party', 2);
        await escrows.runClocks();
        expect(await escrows.row(mine.agreementId)).toMatchObject({ state: 'disputed' });
        expect([escrows.refunds(mine), escrows.transfers(mine)]).toEqual([[], []]);
        expect((await escrows.view(mine)).body).toMatchObject({ isContractCancelled: true, actions: [] });
        expect(escrows.changes(mine).filter((change) => change === 'problem')).toHaveLength(1);
        expect((await escrows.decide(mine, 60)).status).toBe(200);
        await payments.quiet();
        expect(escrows.transfers(mine)).toMatchObject([{ amount: 5700 }]);
        expect(escrows.refunds(mine)).toMatchObject([{ amount: 4000 }]);
        expect(await escrows.books(mine)).toEqual({ escrow: 0, chargebacks: 0, sum: 0 });
      },
    );

    it('is paid out when the clock had run out before, even if nobody had looked', async () => {
      const mine = await escrows.hold(seller);
      await escrows.seller(mine, 'delivered');
      await escrows.inDays(1.01);
      await cancel(mine.agreementId, 'awaiting_party', 2);
      await escrows.runClocks();
      await payments.setClock(new Date());
      expect(await escrows.row(mine.agreementId)).toMatchObject({ state: 'released' });
      expect(escrows.transfers(mine)).toMatchObject([{ amount: 9500 }]);
    });

    it('is decided about on day 84 at the latest', async () => {
      const mine = await escrows.hold(seller);
      await escrows.seller(mine, 'delivered');
      await cancel(mine.agreementId, 'awaiting_party');
      await escrows.inDays(84.1);
      await escrows.runClocks();
      await payments.setClock(new Date());
      expect(await escrows.row(mine.agreementId)).toMatchObject({ state: 'refunded' });
      await expectBack(mine);
    });

    it('is not asked for any more', async () => {
      const mine = await escrows.open(seller);
      await cancel(mine.agreementId, 'awaiting_party', 2);
      expect(await escrows.row(mine.agreementId)).toMatchObject({ state: 'failed' });
      expect(payable(mine.agreementId)).toEqual([]);
      expect((await escrows.view(mine)).body).toMatchObject({ isChargePossible: false });
      const again = await escrows.create(mine.agreementId, seller);
      expect([again.status, again.body.code]).toEqual(refused);
    });

    it('goes back when it was paid in the very moment', async () => {
      const mine = await escrows.open(seller);
      await payments.pay(mine.intentId);
      await cancel(mine.agreementId, 'awaiting_party', 2);
      await escrows.tellAll([mine.intentId]);
      await expectBack(mine);
    });

    /** While the bank is taking the money, so that Stripe does not cancel the payment. */
    const cancelWhileTaken = async (mine: EscrowCase) => {
      const { paymentIntents } = payments.service.app.get<Stripe>(STRIPE);
      const cancelling = jest.spyOn(paymentIntents, 'cancel').mockImplementation(() =>
        Promise.reject(
          new Stripe.errors.StripeInvalidRequestError({
            message: 'This PaymentIntent is processing.',
            type: 'invalid_request_error',
          }),
        ),
      );
      await cancel(mine.agreementId, 'awaiting_party', 2);
      cancelling.mockRestore();
      expect((await escrows.view(mine)).body).toMatchObject({ state: 'failed', isChargePossible: true });
    };

    it('goes back when its bank was taking it already, and who pays it is told of that, not that nothing was charged', async () => {
      const mine = await escrows.open(seller);
      await cancelWhileTaken(mine);
      await payments.pay(mine.intentId);
      for (let time = 0; time < 2; time += 1) await escrows.tellAll([mine.intentId]);
      await expectBack(mine);
      expect(escrows.changes(mine)).toEqual(['failed', 'late-refunded']);
      expect(payments.tap.about(mine.id).at(-1)?.data).toMatchObject({
        buyerId: anna.id,
        amountCents: 10_000,
      });
    });

    it('cannot be paid any more once the bank that was taking it has refused', async () => {
      const mine = await escrows.open(seller);
      await cancelWhileTaken(mine);
      await escrows.tellAll([mine.intentId]);
      const { status } = await payments.sdk.paymentIntents.retrieve(mine.intentId);
      expect(status).toBe('canceled');
      expect((await escrows.view(mine)).body).toMatchObject({ state: 'failed', isChargePossible: false });
    });

    it('goes back once the bank has given it back', async () => {
      const mine = await escrows.hold(seller);
      const dispute = payments.stripe.dispute(mine.intentId);
      await payments.deliverEvents();
      await cancel(mine.agreementId, 'awaiting_party');
      expect(await escrows.row(mine.agreementId)).toMatchObject({ state: 'disputed', chargeback: 'open' });
      payments.stripe.closeDispute(dispute.id, 'won');
      await payments.deliverEvents();
      await escrows.runClocks();
      expect(await escrows.row(mine.agreementId)).toMatchObject({ state: 'refunded' });
      await expectBack(mine);
    });
  });
});
