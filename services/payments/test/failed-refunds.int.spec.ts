import { randomUUID } from 'node:crypto';
import type Stripe from 'stripe';
import {
  humanTranscriptOverdue,
  type PaymentRefundFailed,
  paymentRefunded,
  paymentRefundFailed,
} from '#contracts';
import { Outbox } from '#outbox';
import { HOUR_MS } from '#platform';
import { EscrowPayments } from '../src/escrow/escrow-payments.service.js';
import { FollowOrders } from '../src/orders/orders.jobs.js';
import { OrdersService } from '../src/orders/orders.service.js';
import { PaymentIntents } from '../src/stripe/stripe.client.js';
import { type EscrowCase, Escrows } from './escrows.harness.js';
import { admin, anna, Payments } from './payments.harness.js';

const AMOUNT = 10_000;

describe('a refund that does not succeed', () => {
  let payments: Payments;
  let escrows: Escrows;
  let seller: string;
  let hours = 0;

  beforeAll(async () => {
    ({ payments, escrows, seller } = await Escrows.start());
  }, 180_000);

  afterEach(async () => {
    payments.stripe.refundsBegin('succeeded');
    await payments.quiet();
  });
  afterAll(() => payments?.close(), 60_000);

  const refundsOf = (intentId: string) =>
    payments.stripe.listRefunds().filter((one) => one.payment_intent === intentId);
  const statuses = (intentId: string) => refundsOf(intentId).map(({ status }) => status);
  /** Of which failures an administrator hears, oldest first. */
  const told = (agreementId: string) =>
    payments.tap
      .about(agreementId)
      .filter(({ type }) => type === paymentRefundFailed.name)
      .map(({ data }) => (data as PaymentRefundFailed).refundId);
  /** Of each such failure, whether it is tried again. */
  const triedAgain = (agreementId: string) =>
    payments.tap
      .about(agreementId)
      .filter(({ type }) => type === paymentRefundFailed.name)
      .map(({ data }) => (data as PaymentRefundFailed).isTriedAgain);
  /** What the bank decides about the newest refund of a payment. */
  const end = async (intentId: string, status: 'succeeded' | 'failed') => {
    const refund = payments.stripe.endRefund(String(refundsOf(intentId)[0]?.id), status);
    await payments.deliverEvents();
    return refund;
  };
  /** The rounds of more than an hour later. */
  const laterRounds = async () => {
    hours += 2;
    await payments.setClock(new Date(Date.now() + hours * HOUR_MS));
    await payments.service.app.get(FollowOrders).round(new AbortController().signal);
    await escrows.lookAgain();
    await payments.deliverEvents();
  };

  /** What a copy of the service has seen at Stripe, and writes down whenever it can. */
  const seen = (intentId: string) => payments.service.app.get(PaymentIntents).look(intentId);
  const writeDown = (service: typeof OrdersService | typeof EscrowPayments, intent: Stripe.PaymentIntent) =>
    payments.service.app.get(Outbox).transaction(async (manager) => {
      const { app } = payments.service;
      if (service === OrdersService) await app.get(OrdersService).settle(manager, intent);
      else await app.get(EscrowPayments).settleIntent(manager, intent);
    });

  describe('of a late payment', () => {
    const paidLate = async (): Promise<EscrowCase> => {
      const mine = await escrows.open(seller);
      await payments.rows.query(`update escrows set state = 'failed' where id = $1`, [mine.id]);
      await payments.pay(mine.intentId);
      return mine;
    };
    /** Somebody pays for an escrow that was closed already. */
    const late = async (): Promise<EscrowCase> => {
      const mine = await paidLate();
      await escrows.tellAll([mine.intentId]);
      return mine;
    };
    const escrowCents = async (mine: EscrowCase) => (await escrows.books(mine)).escrow;

    it('because it fails at once, says so, and goes again under another key', async () => {
      payments.stripe.refundsBegin('failed');
      const mine = await late();
      expect([statuses(mine.intentId), await escrowCents(mine)]).toEqual([['failed'], -AMOUNT]);
      expect((await escrows.row(mine.agreementId)).lastError).toContain(refundsOf(mine.intentId)[0]?.id);
      payments.stripe.refundsBegin('succeeded');
      await laterRounds();
      expect([statuses(mine.intentId), await escrowCents(mine)]).toEqual([['succeeded', 'failed'], 0]);
      expect((await escrows.row(mine.agreementId)).lastError).toBeNull();
      await laterRounds();
      expect(statuses(mine.intentId)).toHaveLength(2);
      expect(told(mine.agreementId)).toEqual([refundsOf(mine.intentId)[1]?.id]);
    }, 60_000);

    it('because it fails days later, is owed again and goes again', async () => {
      const mine = await late();
      expect(await escrowCents(mine)).toBe(0);
      const { id } = await end(mine.intentId, 'failed');
      expect(await escrowCents(mine)).toBe(-AMOUNT);
      expect((await escrows.row(mine.agreementId)).lastError).toContain(id);
      await laterRounds();
      expect([statuses(mine.intentId), await escrowCents(mine)]).toEqual([['succeeded', 'failed'], 0]);
      expect(triedAgain(mine.agreementId)).toEqual([true]);
    }, 60_000);

    it('is not undone, or done again, by an older look at Stripe', async () => {
      const mine = await paidLate();
      const older = [await seen(mine.intentId)];
      const expectStays = async (cents: number) => {
        const before = await payments.ledger();
        for (const look of older) await writeDown(EscrowPayments, look);
        expect([await escrowCents(mine), await payments.ledger()]).toEqual([cents, before]);
      };
      await escrows.tellAll([mine.intentId]);
      await expectStays(0);
      older.push(await seen(mine.intentId));
      await end(mine.intentId, 'failed');
      await expectStays(-AMOUNT);
      older.push(await seen(mine.intentId));
      await laterRounds();
      await expectStays(0);
      expect(statuses(mine.intentId)).toEqual(['succeeded', 'failed']);
    }, 60_000);

    it('because it waits, is not done before the bank says so, and is made once', async () => {
      payments.stripe.refundsBegin('pending');
      const mine = await late();
      expect(await escrowCents(mine)).toBe(-AMOUNT);
      await laterRounds();
      expect([statuses(mine.intentId), await escrowCents(mine)]).toEqual([['pending'], -AMOUNT]);
      await end(mine.intentId, 'succeeded');
      expect(await escrowCents(mine)).toBe(0);
    }, 60_000);
  });

  describe('because the payer disputes the payment', () => {
    const closed = async (disputeId: string, outcome: 'won' | 'lost') => {
      payments.stripe.closeDispute(disputeId, outcome);
      await payments.deliverEvents();
      await laterRounds();
    };

    it.each(['won', 'lost'] as const)(
      'late: the bank has it, and when the dispute is %s that is the end',
      async (outcome) => {
        const mine = await escrows.open(seller);
        await payments.rows.query(`update escrows set state = 'failed' where id = $1`, [mine.id]);
        const before = await payments.ledger();
        await payments.pay(mine.intentId);
        // Before anybody could send it back.
        const { id } = payments.stripe.dispute(mine.intentId);
        await payments.deliverEvents();
        const stripe = async () => ((await payments.ledger()).stripe ?? 0) - (before.stripe ?? 0);
        expect([refundsOf(mine.intentId), (await escrows.books(mine)).escrow, await stripe()]).toEqual([
          [],
          0,
          0,
        ]);
        await closed(id, outcome);
        expect(statuses(mine.intentId)).toEqual(outcome === 'won' ? ['succeeded'] : []);
        expect([(await escrows.books(mine)).escrow, await stripe()]).toEqual([0, 0]);
        const tries = () =>
          payments.rows.query<object[]>(
            `select key from jobs where name = 'refund-late-payment' and payload ->> 'paymentIntentId' = $1`,
            [mine.intentId],
          );
        const known = await tries();
        await laterRounds();
        expect(await tries()).toEqual(known);
      },
      60_000,
    );

    it.each([
      ['keeps a part of it: the rest goes back', 3000, [7000]],
      ['takes all of it after a part was sent back by hand, and gives that part back', AMOUNT, [4000]],
    ] as const)(
      'late: the bank %s',
      async (_what, cents, back) => {
        const mine = await escrows.open(seller);
        await payments.rows.query(`update escrows set state = 'failed' where id = $1`, [mine.id]);
        const before = await payments.ledger();
        await payments.pay(mine.intentId);
        if (cents === AMOUNT)
          await payments.sdk.refunds.create({ payment_intent: mine.intentId, amount: 4000 });
        const { id } = payments.stripe.dispute(mine.intentId, cents);
        await payments.deliverEvents();
        await closed(id, 'lost');
        await laterRounds();
        expect(refundsOf(mine.intentId).map(({ amount }) => amount)).toEqual(back);
        expect(await payments.ledgerSince(before)).toEqual({});
      },
      60_000,
    );

    it('late: what the bank returns of the part that it kept goes back, too', async () => {
      const mine = await escrows.open(seller);
      await payments.rows.query(`update escrows set state = 'failed' where id = $1`, [mine.id]);
      const before = await payments.ledger();
      await payments.pay(mine.intentId);
      const { id } = payments.stripe.dispute(mine.intentId, 3000);
      await payments.deliverEvents();
      await closed(id, 'lost');
      payments.stripe.returnDisputed(id, 3000);
      await payments.deliverEvents();
      await laterRounds();
      expect(refundsOf(mine.intentId).map(({ amount }) => amount)).toEqual([3000, 7000]);
      expect(await payments.ledgerSince(before)).toEqual({});
    }, 60_000);

    it.each(['won', 'lost'] as const)(
      'an order: no job is given up, and when it is %s that is the end',
      async (outcome) => {
        const { agreementId, intentId } = await payments.open();
        await payments.pay(intentId);
        await payments.deliverEvents();
        const { id } = payments.stripe.dispute(intentId);
        await payments.deliverEvents();
        const order = await payments.order(agreementId);
        await payments.post(`/api/admin/payments/${order?.id}/refund`, { reason: 'Asked for it' }, admin);
        await payments.quiet();
        expect(await payments.order(agreementId)).toMatchObject({
          status: 'refunding',
          last_error: expect.stringContaining('disputed'),
        });
        await closed(id, outcome);
        expect(await payments.order(agreementId)).toMatchObject({ status: 'refunded', last_error: null });
        expect(statuses(intentId)).toEqual(outcome === 'won' ? ['succeeded'] : []);
        expect(
          await payments.rows.query(`select last_error from jobs where status = 'failed' and key = $1`, [
            order?.id,
          ]),
        ).toEqual([]);
      },
      60_000,
    );
  });

  describe.each(['contract', 'manual_transcription'] as const)('of an order: %s', (type) => {
    const paid = async () => {
      const agreementId = payments.agreement();
      const { body } = await payments.createIntent({ type, agreementId });
      const intentId = String(body.paymentIntentId);
      await payments.pay(intentId);
      await payments.deliverEvents();
      return { agreementId, intentId, paymentId: (await payments.order(agreementId, type))?.id ?? '' };
    };
    const sendBack = async ({ agreementId, intentId, paymentId }: Awaited<ReturnType<typeof paid>>) => {
      if (type === 'contract') {
        await payments.post(`/api/admin/payments/${paymentId}/refund`, { reason: 'Paid twice' }, admin);
      } else {
        const overdue = { agreementId, ownerId: anna.id, orderId: randomUUID(), paymentId };
        await payments.tell(humanTranscriptOverdue, overdue, 'refund-late-transcript');
      }
      await payments.quiet();
      await payments.deliverEvents();
      const look = async () => {
        const order = await payments.order(agreementId, type);
        const [receipt] = await payments.rows.query<{ cents: number }[]>(
          'select refunded_cents as cents from receipts where source_id = $1',
          [paymentId],
        );
        return { status: order?.status, lastError: order?.last_error, back: receipt?.cents };
      };
      return { agreementId, intentId, look };
    };
    const refunding = async () => sendBack(await paid());
    const cents = type === 'contract' ? 500 : 200;
    const done = { status: 'refunded', lastError: null, back: cents };

    it('because it fails at once, says so, and goes again under another key', async () => {
      const before = await payments.ledger();
      payments.stripe.refundsBegin('failed');
      const { intentId, look } = await refunding();
      const id = refundsOf(intentId)[0]?.id;
      expect(await look()).toEqual({
        status: 'refunding',
        lastError: expect.stringContaining(String(id)),
        back: 0,
      });
      payments.stripe.refundsBegin('succeeded');
      await laterRounds();
      expect([statuses(intentId), await look()]).toEqual([['succeeded', 'failed'], done]);
      expect(await payments.ledger()).toEqual(before);
    }, 60_000);

    it('because it fails days later, is owed again and goes again', async () => {
      const before = await payments.ledger();
      const { agreementId, intentId, look } = await refunding();
      expect(await look()).toEqual(done);
      const { id } = await end(intentId, 'failed');
      expect(await look()).toEqual({ status: 'refunding', lastError: expect.stringContaining(id), back: 0 });
      expect([told(agreementId), triedAgain(agreementId)]).toEqual([[id], [true]]);
      expect(((await payments.ledger()).stripe ?? 0) - (before.stripe ?? 0)).toBe(cents);
      await laterRounds();
      expect([statuses(intentId), await look()]).toEqual([['succeeded', 'failed'], done]);
      expect(await payments.ledger()).toEqual(before);
    }, 60_000);

    it('because one that was made by hand, of a part, fails: nobody tries it again, and support is told so', async () => {
      const before = await payments.ledger();
      const { agreementId, intentId } = await paid();
      await payments.sdk.refunds.create({ payment_intent: intentId, amount: 150 });
      await payments.deliverEvents();
      const { id } = await end(intentId, 'failed');
      await laterRounds();
      expect(await payments.order(agreementId, type)).toMatchObject({ status: 'paid', last_error: null });
      expect([told(agreementId), triedAgain(agreementId), statuses(intentId)]).toEqual([
        [id],
        [false],
        ['failed'],
      ]);
      expect(((await payments.ledger()).stripe ?? 0) - (before.stripe ?? 0)).toBe(cents);
    }, 60_000);

    it('is not undone, or done again, by an older look at Stripe', async () => {
      const mine = await paid();
      const { agreementId, intentId } = mine;
      const older = [await seen(intentId)];
      const { look } = await sendBack(mine);
      const all = async () => {
        await payments.quiet();
        const news = payments.tap.about(agreementId).filter((event) => event.type === paymentRefunded.name);
        const { status, back } = await look();
        return { status, back, ledger: await payments.ledger(), news: news.length };
      };
      const expectStays = async (order: { status: string; back: number }) => {
        const before = await all();
        expect([before.status, before.back]).toEqual([order.status, order.back]);
        for (const one of older) await writeDown(OrdersService, one);
        expect(await all()).toEqual(before);
      };
      await expectStays(done);
      older.push(await seen(intentId));
      await end(intentId, 'failed');
      await expectStays({ status: 'refunding', back: 0 });
      older.push(await seen(intentId));
      await laterRounds();
      await expectStays(done);
      expect(statuses(intentId)).toEqual(['succeeded', 'failed']);
    }, 60_000);

    it('because it waits, is not done before the bank says so, and is made once', async () => {
      payments.stripe.refundsBegin('requires_action');
      const { intentId, look } = await refunding();
      await laterRounds();
      expect([statuses(intentId), await look()]).toEqual([
        ['requires_action'],
        { status: 'refunding', lastError: null, back: 0 },
      ]);
      await end(intentId, 'succeeded');
      expect(await look()).toEqual(done);
    }, 60_000);
  });

  describe('of an escrow', () => {
    const look = async (mine: EscrowCase) => {
      const { state, lastError } = await escrows.row(mine.agreementId);
      return { state, lastError, books: await escrows.books(mine) };
    };
    const owed = (state: string) => ({ state, books: { escrow: -AMOUNT, chargebacks: 0 } });
    const back = (state: string) => ({ state, lastError: null, books: { escrow: 0, chargebacks: 0 } });

    it('because it fails at once, says so, and goes again under another key', async () => {
      const mine = await escrows.hold(seller);
      payments.stripe.refundsBegin('failed');
      await escrows.seller(mine, 'refund');
      await payments.quiet();
      expect(await look(mine)).toMatchObject(owed('refunding'));
      expect((await look(mine)).lastError).toContain(refundsOf(mine.intentId)[0]?.id);
      payments.stripe.refundsBegin('succeeded');
      await laterRounds();
      expect(await look(mine)).toMatchObject(back('refunded'));
      expect(statuses(mine.intentId)).toEqual(['succeeded', 'failed']);
    }, 60_000);

    it('because it waits, is not done before the bank says so, and is made once', async () => {
      const mine = await escrows.hold(seller);
      payments.stripe.refundsBegin('pending');
      await escrows.seller(mine, 'refund');
      await payments.quiet();
      expect(await look(mine)).toMatchObject(owed('refunding'));
      await laterRounds();
      expect(statuses(mine.intentId)).toEqual(['pending']);
      await end(mine.intentId, 'succeeded');
      expect(await look(mine)).toMatchObject(back('refunded'));
    }, 60_000);

    it('because it fails days later, is owed again and goes again; the seller keeps their part', async () => {
      const mine = await escrows.hold(seller);
      await escrows.buyer(mine, 'problem', { reason: 'It is broken' });
      await escrows.decide(mine, 60);
      await payments.quiet();
      expect(await look(mine)).toMatchObject(back('resolved'));
      payments.stripe.refundsBegin('failed');
      await end(mine.intentId, 'failed');
      expect(await look(mine)).toMatchObject({
        state: 'resolving',
        books: { escrow: -4000, chargebacks: 0 },
      });
      const newest = () => payments.tap.about(mine.id).at(-1)?.data;
      expect(newest()).toMatchObject({ change: 'refund-returned', state: 'resolving' });
      payments.stripe.refundsBegin('succeeded');
      await laterRounds();
      expect(await look(mine)).toMatchObject(back('resolved'));
      expect(newest()).toMatchObject({ change: 'settled', state: 'resolved' });
      expect(refundsOf(mine.intentId).map(({ status, amount }) => `${amount} ${status}`)).toEqual([
        '4000 succeeded',
        '4000 failed',
        '4000 failed',
      ]);
      expect(escrows.transfers(mine)).toMatchObject([{ amount: 5700 }]);
      expect(escrows.changes(mine).filter((change) => change === 'released')).toHaveLength(1);
    }, 60_000);

    describe('divided, whose buyer gets more from the bank or by hand', () => {
      const divided = async () => {
        const mine = await escrows.hold(seller);
        await escrows.buyer(mine, 'problem', { reason: 'It is broken' });
        await escrows.decide(mine, 60);
        await payments.quiet();
        return mine;
      };
      const dispute = async (mine: EscrowCase, cents: number) => {
        const { id } = payments.stripe.dispute(mine.intentId, cents);
        await payments.deliverEvents();
        return async (outcome: 'won' | 'lost') => {
          payments.stripe.closeDispute(id, outcome);
          await payments.deliverEvents();
        };
      };
      /** What the ledger and Stripe have of it, but for the fee of a dispute, which is not in the ledger. */
      const atStripe = async (mine: EscrowCase, begun: Record<string, number>) => {
        const back = refundsOf(mine.intentId)
          .filter(({ status }) => status === 'succeeded')
          .reduce((sum, { amount }) => sum + amount, 0);
        const out = escrows.transfers(mine).reduce((sum, { amount }) => sum + amount, 0);
        const { data } = await payments.sdk.disputes.list({ payment_intent: mine.intentId });
        const taken = data
          .filter(({ status }) => status !== 'won')
          .reduce((sum, { amount }) => sum + amount, 0);
        const ledger = ((await payments.ledger()).stripe ?? 0) - (begun.stripe ?? 0);
        return { ledger, stripe: AMOUNT - back - out - taken };
      };
      const expectSame = async (mine: EscrowCase, begun: Record<string, number>) => {
        const { ledger, stripe } = await atStripe(mine, begun);
        expect(ledger).toBe(stripe);
        // Other tests close escrows that are not theirs to close.
        const wrong = await payments.ledgerViolations();
        expect(wrong.filter((one) => one.includes(mine.id) || one.startsWith('money-in'))).toEqual([]);
      };
      const paidSeller = { state: 'released', sellerGrossCents: 6000, buyerRefundCents: 0, feeCents: 300 };

      it('after the refund was returned, and wins: it ends with the seller paid', async () => {
        const begun = await payments.ledger();
        const mine = await divided();
        payments.stripe.refundsBegin('failed');
        await end(mine.intentId, 'failed');
        await expectSame(mine, begun);
        const close = await dispute(mine, AMOUNT);
        expect(await look(mine)).toMatchObject({
          state: 'disputed',
          books: { escrow: -4000, chargebacks: AMOUNT },
        });
        await close('lost');
        await laterRounds();
        expect(await escrows.row(mine.agreementId)).toMatchObject({ ...paidSeller, chargedBackCents: 4000 });
        expect((await escrows.books(mine)).escrow).toBe(0);
        await expectSame(mine, begun);
      }, 60_000);

      it.each(['won', 'lost'] as const)(
        'and has the refund returned meanwhile: the bank decides first, here %s',
        async (outcome) => {
          const begun = await payments.ledger();
          const mine = await divided();
          const close = await dispute(mine, 6000);
          await end(mine.intentId, 'failed');
          expect(await look(mine)).toMatchObject({
            state: 'disputed',
            books: { escrow: -4000, chargebacks: 6000 },
          });
          await expectSame(mine, begun);
          await close(outcome);
          await laterRounds();
          expect(await escrows.row(mine.agreementId)).toMatchObject(
            outcome === 'won'
              ? { state: 'resolved', buyerRefundCents: 4000 }
              : { ...paidSeller, lossCents: 2000 },
          );
          expect(await escrows.books(mine)).toMatchObject({ escrow: 0, chargebacks: 0 });
          await expectSame(mine, begun);
        },
        60_000,
      );

      it('and has the refund returned when the bank had decided: the buyer has that part already', async () => {
        const begun = await payments.ledger();
        const mine = await divided();
        await (await dispute(mine, 6000))('lost');
        await end(mine.intentId, 'failed');
        await laterRounds();
        expect(await escrows.row(mine.agreementId)).toMatchObject({
          ...paidSeller,
          refundId: null,
          lossCents: 2000,
        });
        expect([statuses(mine.intentId), triedAgain(mine.agreementId)]).toEqual([['failed'], [false]]);
        await expectSame(mine, begun);
      }, 60_000);

      it('while no refund reached the payer: what the seller got is not lost', async () => {
        const begun = await payments.ledger();
        payments.stripe.refundsBegin('failed');
        const mine = await divided();
        expect(await look(mine)).toMatchObject({ state: 'resolving', books: { escrow: -4000 } });
        await expectSame(mine, begun);
        await (await dispute(mine, AMOUNT))('lost');
        await laterRounds();
        expect(await escrows.row(mine.agreementId)).toMatchObject({ ...paidSeller, lossCents: 6000 });
        expect(escrows.transfers(mine)).toMatchObject([{ amount: 5700 }]);
        await expectSame(mine, begun);
      }, 60_000);

      it('and gets more by hand than was decided: our loss, until it stands in for a refund that failed', async () => {
        const begun = await payments.ledger();
        const mine = await divided();
        const row = () => escrows.row(mine.agreementId);
        const told = async () => {
          const { excessRefundCents, refundedCents, state } = await row();
          const sum = await payments.rows.query(
            `select refunded_cents as cents from receipts where purpose = 'held_payment' and source_id = $1`,
            [mine.id],
          );
          return { excessRefundCents, refundedCents, state, receipt: sum };
        };
        const decided = refundsOf(mine.intentId)[0]?.id;
        await payments.sdk.refunds.create({ payment_intent: mine.intentId, amount: 3000 });
        await payments.deliverEvents();
        expect(await told()).toMatchObject({
          excessRefundCents: 3000,
          state: 'resolved',
          receipt: [{ cents: 7000 }],
        });
        await expectSame(mine, begun);
        payments.stripe.endRefund(String(decided), 'failed');
        await payments.deliverEvents();
        await laterRounds();
        expect(await told()).toMatchObject({
          excessRefundCents: 0,
          state: 'resolved',
          receipt: [{ cents: 4000 }],
        });
        expect(refundsOf(mine.intentId).map(({ status, amount }) => `${amount} ${status}`)).toEqual([
          '1000 succeeded',
          '3000 succeeded',
          '4000 failed',
        ]);
        await expectSame(mine, begun);
      }, 60_000);

      /** What the receipt of an escrow says has gone back. */
      const onReceipt = async ({ id }: EscrowCase) => {
        const [receipt] = await payments.rows.query<{ cents: number }[]>(
          `select refunded_cents as cents from receipts where purpose = 'held_payment' and source_id = $1`,
          [id],
        );
        return receipt?.cents;
      };

      it.each([0, 1000, 3000])(
        'and all was released: %s cents of 3000 by hand fail, and the rest stays our loss',
        async (failing) => {
          const begun = await payments.ledger();
          const mine = await escrows.hold(seller);
          await escrows.buyer(mine, 'release');
          await payments.quiet();
          for (const amount of [3000 - failing, failing].filter((cents) => cents > 0))
            await payments.sdk.refunds.create({ payment_intent: mine.intentId, amount });
          await payments.deliverEvents();
          const older = await seen(mine.intentId);
          const failed = failing > 0 ? [(await end(mine.intentId, 'failed')).id] : [];
          await laterRounds();
          await writeDown(EscrowPayments, older);
          await payments.deliverEvents();
          expect(await escrows.row(mine.agreementId)).toMatchObject({
            ...{ state: 'released', excessRefundCents: 3000 - failing, lastError: null },
          });
          expect([await onReceipt(mine), told(mine.agreementId)]).toEqual([3000 - failing, failed]);
          expect(triedAgain(mine.agreementId)).toEqual(failed.map(() => false));
          await expectSame(mine, begun);
        },
        60_000,
      );

      it('and a bank has taken all: a refund by hand that fails is no loss any more', async () => {
        const mine = await escrows.hold(seller);
        await payments.sdk.refunds.create({ payment_intent: mine.intentId, amount: 3000 });
        await payments.deliverEvents();
        await payments.rows.query(
          `update escrows set state = 'charged_back', chargeback = 'lost', charged_back_cents = amount_cents,
                  buyer_refund_cents = 0, by_hand_cents = 0, excess_refund_cents = 3000 where id = $1`,
          [mine.id],
        );
        const { id } = await end(mine.intentId, 'failed');
        expect(await escrows.row(mine.agreementId)).toMatchObject({
          ...{ state: 'charged_back', excessRefundCents: 0 },
        });
        expect([await onReceipt(mine), told(mine.agreementId)]).toEqual([0, [id]]);
      }, 60_000);
    });
  });
});
