import { jest } from '@jest/globals';
import Stripe from 'stripe';
import { paymentRefundFailed } from '#contracts';
import { eventually } from '#testing';
import { STRIPE } from '../src/stripe/stripe.module.js';
import { Escrows } from './escrows.harness.js';
import { otherService, Payments } from './payments.harness.js';

describe('an escrow', () => {
  let payments: Payments;
  let escrows: Escrows;
  let seller: string;

  beforeAll(async () => {
    ({ payments, escrows, seller } = await Escrows.start());
  }, 180_000);

  afterEach(() => payments.setClock(new Date()));
  afterAll(() => payments?.close(), 60_000);

  describe('sent back by hand at Stripe', () => {
    it('as a whole, is refunded: nothing is left for the seller', async () => {
      const mine = await escrows.hold(seller);
      const refund = await payments.sdk.refunds.create({ payment_intent: mine.intentId });
      await payments.deliverEvents();
      await escrows.seller(mine, 'delivered');
      await escrows.inDays(1.01);
      await escrows.runClocks();
      expect(escrows.transfers(mine)).toEqual([]);
      expect(await escrows.row(mine.agreementId)).toMatchObject({ state: 'refunded', refundId: refund.id });
      expect(await escrows.books(mine)).toEqual({ escrow: 0, chargebacks: 0, sum: 0 });
      expect(escrows.changes(mine)).toEqual(['held', 'refunded']);
    });

    it('in part, is stopped until an administrator decides about the rest', async () => {
      const mine = await escrows.hold(seller);
      await payments.sdk.refunds.create({ payment_intent: mine.intentId, amount: 3000 });
      await payments.deliverEvents();
      expect((await escrows.view(mine)).body).toMatchObject({
        ...{ state: 'disputed', buyerRefund: 3000, sentBack: 3000 },
      });
      expect(escrows.changes(mine)).toEqual(['held', 'problem']);
      expect((await escrows.decide(mine, 70.01)).body.code).toBe('amount_out_of_range');
      expect((await escrows.decide(mine, 50)).status).toBe(200);
      await payments.quiet();
      expect(escrows.transfers(mine)).toMatchObject([{ amount: 4750 }]);
      expect(escrows.refunds(mine).map(({ amount }) => amount)).toEqual([2000, 3000]);
      expect((await escrows.view(mine)).body).toMatchObject({ state: 'resolved', buyerRefund: 5000 });
      expect(await escrows.books(mine)).toEqual({ escrow: 0, chargebacks: 0, sum: 0 });
    });

    it('in part, and comes back as failed: the buyer gets what is decided all the same', async () => {
      const mine = await escrows.hold(seller);
      const { id } = await payments.sdk.refunds.create({ payment_intent: mine.intentId, amount: 3000 });
      await payments.deliverEvents();
      const older = payments.eventsAbout(mine.intentId).at(-1) ?? '';
      payments.stripe.endRefund(id, 'failed');
      await payments.deliverEvents();
      const undecided = { state: 'disputed', buyerRefund: 3000, sentBack: 0 };
      expect((await escrows.view(mine)).body).toMatchObject(undecided);
      await payments.deliver(older);
      await payments.deliverEvents();
      expect((await escrows.view(mine)).body).toMatchObject(undecided);
      const told = payments.tap
        .about(mine.agreementId)
        .filter(({ type }) => type === paymentRefundFailed.name);
      expect(told.map(({ data }) => data)).toMatchObject([{ refundId: id, isTriedAgain: false }]);
      expect((await escrows.decide(mine, 70.01)).body.code).toBe('amount_out_of_range');
      expect((await escrows.decide(mine, 50)).status).toBe(200);
      await payments.quiet();
      expect(escrows.refunds(mine).map(({ amount, status }) => [amount, status])).toEqual([
        [5000, 'succeeded'],
        [3000, 'failed'],
      ]);
      expect((await escrows.view(mine)).body).toMatchObject({ state: 'resolved', buyerRefund: 5000 });
      expect(await escrows.books(mine)).toEqual({ escrow: 0, chargebacks: 0, sum: 0 });
    });

    it('in part, less than the seller has promised, is told as what was sent back', async () => {
      const mine = await escrows.hold(seller);
      await escrows.seller(mine, 'refund', { amount: 40 });
      await payments.sdk.refunds.create({ payment_intent: mine.intentId, amount: 3000 });
      await payments.deliverEvents();
      expect((await escrows.view(mine)).body).toMatchObject({ buyerRefund: 4000, sentBack: 3000 });
      const facts = await payments.get<object>(`/internal/held-payments/${mine.id}`, otherService);
      expect(facts.body).toMatchObject({ state: 'disputed', buyerRefundCents: 4000, sentBackCents: 3000 });
    });

    it('in part, just before it is decided, goes back to people: an administrator decides over the rest', async () => {
      const mine = await escrows.hold(seller);
      await payments.sdk.refunds.create({ payment_intent: mine.intentId, amount: 3000 });
      await escrows.buyer(mine, 'release');
      await payments.quiet();
      await payments.deliverEvents();
      expect((await escrows.view(mine)).body).toMatchObject({ state: 'disputed', buyerRefund: 3000 });
      expect(escrows.changes(mine)).toEqual(['held', 'problem']);
      expect(escrows.transfers(mine)).toEqual([]);
      expect((await escrows.decide(mine, 70)).status).toBe(200);
      await payments.quiet();
      expect(escrows.transfers(mine)).toMatchObject([{ amount: 6650 }]);
      expect(escrows.refunds(mine)).toHaveLength(1);
      expect(await escrows.row(mine.agreementId)).toMatchObject({ state: 'resolved', lastError: null });
      expect(await escrows.books(mine)).toEqual({ escrow: 0, chargebacks: 0, sum: 0 });
    });

    it('as a whole, just before it is decided, is refunded', async () => {
      const mine = await escrows.hold(seller);
      const refund = await payments.sdk.refunds.create({ payment_intent: mine.intentId });
      await escrows.buyer(mine, 'release');
      await payments.quiet();
      await payments.deliverEvents();
      expect(escrows.transfers(mine)).toEqual([]);
      expect(await escrows.row(mine.agreementId)).toMatchObject({ state: 'refunded', refundId: refund.id });
      expect(await escrows.books(mine)).toEqual({ escrow: 0, chargebacks: 0, sum: 0 });
    });

    it('in part, while the seller cannot be paid what was decided, goes back to people at once', async () => {
      const closed = await escrows.readySeller();
      const mine = await escrows.hold(closed);
      const account = payments.stripe.listAccounts().find(({ email }) => email === closed)?.id ?? '';
      const take = (requested: boolean) =>
        payments.sdk.accounts.update(account, { capabilities: { transfers: { requested } } });
      await take(false);
      await escrows.buyer(mine, 'release');
      const refused = async () =>
        expect((await escrows.row(mine.agreementId)).lastError).toContain('transfers');
      await eventually(refused, 20_000, 'a refusal');
      await payments.sdk.refunds.create({ payment_intent: mine.intentId, amount: 3000 });
      await payments.deliverEvents();
      expect(await escrows.row(mine.agreementId)).toMatchObject({
        ...{ state: 'disputed', buyerRefundCents: 3000, sellerGrossCents: 0, lastError: null },
      });
      await take(true);
      await payments.deliverEvents();
      expect(escrows.transfers(mine)).toEqual([]);
    });

    it('after the seller was paid, changes nothing', async () => {
      const mine = await escrows.hold(seller);
      await escrows.buyer(mine, 'release');
      await payments.quiet();
      await payments.sdk.refunds.create({ payment_intent: mine.intentId, amount: 3000 });
      await payments.deliverEvents();
      expect((await escrows.view(mine)).body).toMatchObject({ state: 'released', buyerRefund: 0 });
    });
  });

  describe('of which a bank takes the money back', () => {
    it.each([
      ['won', 'release_due', { escrow: -10_000, chargebacks: 0, sum: 0 }],
      ['lost', 'charged_back', { escrow: 0, chargebacks: 0, sum: 0 }],
    ] as const)(
      'while it is held, and has %s',
      async (outcome, state, books) => {
        const mine = await escrows.hold(seller);
        await escrows.seller(mine, 'delivered');
        const dispute = payments.stripe.dispute(mine.intentId);
        await payments.deliverEvents();
        expect((await escrows.view(mine)).body).toMatchObject({
          state: 'disputed',
          chargeback: 'open',
          actions: [],
        });
        expect(await escrows.books(mine)).toEqual({ escrow: -10_000, chargebacks: 10_000, sum: 0 });
        const { evidence, status } = await payments.sdk.disputes.retrieve(dispute.id);
        expect([status, evidence.uncategorized_text]).toEqual([
          'needs_response',
          expect.stringContaining(mine.agreementId),
        ]);
        for (const refused of [
          await escrows.buyer(mine, 'release'),
          await escrows.seller(mine, 'refund'),
          await escrows.decide(mine, 50),
        ])
          expect([refused.status, refused.body.code]).toEqual([409, 'held_payment_moved']);
        payments.stripe.closeDispute(dispute.id, outcome);
        await payments.deliverEvents();
        expect((await escrows.view(mine)).body).toMatchObject({ state, chargeback: outcome });
        expect(await escrows.books(mine)).toEqual(books);
        expect(escrows.transfers(mine)).toEqual([]);
      },
      60_000,
    );

    it('is frozen though Stripe takes no evidence, which is sent once it does', async () => {
      const mine = await escrows.hold(seller);
      await escrows.seller(mine, 'delivered');
      const { disputes } = payments.service.app.get<Stripe>(STRIPE);
      const refused = new Stripe.errors.StripeInvalidRequestError({
        type: 'invalid_request_error',
        message: 'This dispute takes no evidence',
      });
      const update = jest.spyOn(disputes, 'update').mockRejectedValue(refused);
      const { id } = payments.stripe.dispute(mine.intentId);
      const evidence = async () => (await payments.sdk.disputes.retrieve(id)).evidence.uncategorized_text;
      try {
        await payments.deliverNew();
        const frozen = async () =>
          expect(await escrows.row(mine.agreementId)).toMatchObject({
            state: 'disputed',
            chargeback: 'open',
          });
        await eventually(frozen, 10_000, 'a frozen escrow');
        await eventually(async () => expect(update).toHaveBeenCalled(), 10_000, 'a refusal');
        expect(await evidence()).toBeNull();
      } finally {
        update.mockRestore();
      }
      await payments.deliverEvents();
      expect(await evidence()).toContain(mine.agreementId);
    }, 60_000);

    it('in part, and keeps it: the rest is released', async () => {
      const mine = await escrows.hold(seller, 250);
      await escrows.seller(mine, 'delivered');
      const dispute = payments.stripe.dispute(mine.intentId, 5000);
      await payments.deliverEvents();
      expect(await escrows.books(mine)).toEqual({ escrow: -25_000, chargebacks: 5000, sum: 0 });
      payments.stripe.closeDispute(dispute.id, 'lost');
      await payments.deliverEvents();
      expect(await escrows.books(mine)).toEqual({ escrow: -20_000, chargebacks: 0, sum: 0 });
      expect((await escrows.view(mine)).body).toMatchObject({
        ...{ state: 'release_due', chargeback: 'lost', amount: 25_000, chargedBack: 5000 },
        ...{ platformFee: 1000, sellerAmount: 19_000, buyerRefund: 0 },
      });
      await escrows.buyer(mine, 'release');
      await payments.quiet();
      expect(escrows.transfers(mine)).toMatchObject([{ amount: 19_000 }]);
      expect(await escrows.books(mine)).toEqual({ escrow: 0, chargebacks: 0, sum: 0 });
    }, 60_000);

    it('in part, and keeps it: the rest can go back', async () => {
      const mine = await escrows.hold(seller);
      payments.stripe.closeDispute(payments.stripe.dispute(mine.intentId, 4000).id, 'lost');
      await payments.deliverEvents();
      expect((await escrows.seller(mine, 'refund', { amount: 60.01 })).body.code).toBe('amount_out_of_range');
      expect((await escrows.seller(mine, 'refund')).body.state).toBe('refunding');
      await payments.quiet();
      expect(escrows.refunds(mine)).toMatchObject([{ amount: 6000 }]);
      expect((await escrows.view(mine)).body).toMatchObject({ state: 'refunded', buyerRefund: 6000 });
      expect(await escrows.books(mine)).toEqual({ escrow: 0, chargebacks: 0, sum: 0 });
    }, 60_000);

    it('once more after the first dispute was won: it is frozen again', async () => {
      const mine = await escrows.hold(seller);
      payments.stripe.closeDispute(payments.stripe.dispute(mine.intentId).id, 'won');
      await payments.deliverEvents();
      expect((await escrows.view(mine)).body).toMatchObject({ state: 'held', chargeback: 'won' });
      const second = payments.stripe.dispute(mine.intentId, 10_000);
      await payments.deliverEvents();
      expect((await escrows.view(mine)).body).toMatchObject({ state: 'disputed', chargeback: 'open' });
      expect((await escrows.buyer(mine, 'release')).body.code).toBe('held_payment_moved');
      payments.stripe.closeDispute(second.id, 'lost');
      await payments.deliverEvents();
      expect((await escrows.view(mine)).body).toMatchObject({ state: 'charged_back', chargeback: 'lost' });
      expect(await escrows.books(mine)).toEqual({ escrow: 0, chargebacks: 0, sum: 0 });
      expect(escrows.changes(mine)).toEqual([
        'held',
        'chargeback',
        'chargeback-won',
        'chargeback',
        'charged-back',
      ]);
    }, 60_000);

    it('by a second dispute while the first is open: it is taken up after the first', async () => {
      const mine = await escrows.hold(seller);
      const first = payments.stripe.dispute(mine.intentId, 3000);
      payments.stripe.dispute(mine.intentId, 2000);
      await payments.deliverEvents();
      expect((await escrows.books(mine)).chargebacks).toBe(3000);
      payments.stripe.closeDispute(first.id, 'won');
      await payments.deliverEvents();
      expect((await escrows.view(mine)).body).toMatchObject({ state: 'disputed', chargeback: 'open' });
      expect(await escrows.books(mine)).toEqual({ escrow: -10_000, chargebacks: 2000, sum: 0 });
    }, 60_000);

    it('after the release: the loss is ours, the seller keeps it', async () => {
      const mine = await escrows.hold(seller);
      await escrows.buyer(mine, 'release');
      await payments.quiet();
      const moved = await escrows.moved(async () => {
        const dispute = payments.stripe.dispute(mine.intentId);
        payments.stripe.closeDispute(dispute.id, 'lost');
        await payments.deliverEvents();
      });
      expect(moved).toEqual({ losses: 10_000, stripe: -10_000 });
      expect((await escrows.view(mine)).body).toMatchObject({ state: 'released', chargeback: 'lost' });
    }, 60_000);

    it('after a split, all of it: what had gone back to the buyer comes back, and so may more', async () => {
      const mine = await escrows.hold(seller);
      await escrows.buyer(mine, 'problem', { reason: 'Half of it is missing' });
      await escrows.decide(mine, 60);
      await payments.quiet();
      const { id } = payments.stripe.dispute(mine.intentId, 10_000);
      const moved = await escrows.moved(async () => {
        payments.stripe.closeDispute(id, 'lost');
        await payments.deliverEvents();
      });
      expect(moved).toEqual({ losses: 6000, stripe: -6000 });
      const returned = await escrows.moved(async () => {
        payments.stripe.returnDisputed(id, 2000);
        await payments.deliverEvents();
        payments.stripe.returnDisputed(id, 4000);
        await payments.deliverEvents();
      });
      expect(returned).toEqual({ losses: -6000, stripe: 6000 });
      expect(await escrows.row(mine.agreementId)).toMatchObject({ state: 'resolved', lossCents: 0 });
    }, 60_000);

    it.each(['at once', 'later'])(
      'after a part was sent back by hand, all of it: that part comes back %s, and the books say what Stripe has',
      async (when) => {
        const mine = await escrows.hold(seller);
        const before = await payments.ledger();
        await payments.sdk.refunds.create({ payment_intent: mine.intentId, amount: 4000 });
        const { id } = payments.stripe.dispute(mine.intentId, 10_000);
        await payments.deliverEvents();
        payments.stripe.closeDispute(id, 'lost');
        if (when === 'later') {
          const { disputes } = payments.service.app.get<Stripe>(STRIPE);
          const page = await disputes.list({ payment_intent: mine.intentId });
          for (const one of page.data) one.balance_transactions = one.balance_transactions.slice(0, 1);
          const earlier = Promise.resolve(page) as ReturnType<typeof disputes.list>;
          const list = jest.spyOn(disputes, 'list').mockReturnValueOnce(earlier);
          const closed = payments.stripe.listEvents().find(({ type }) => type === 'charge.dispute.closed');
          await payments.deliver(JSON.stringify(closed));
          await payments.quiet();
          list.mockRestore();
          expect((await escrows.view(mine)).body.state).toBe('charged_back');
        }
        await payments.deliverEvents();
        expect(await payments.ledgerSince(before)).toEqual({
          stripe: -10_000,
          [`held:${mine.id}`]: 10_000,
        });
        const wrong = await payments.ledgerViolations();
        expect(wrong.filter((one) => one.includes(mine.id) || one.startsWith('money-in'))).toEqual([]);
      },
      60_000,
    );
  });
});
