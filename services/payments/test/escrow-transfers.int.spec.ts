import { eventually } from '#testing';
import { ESCROW_ID } from '../src/escrow/escrow.repository.js';
import { putBack } from './backups.js';
import { type EscrowCase, Escrows } from './escrows.harness.js';
import { Payments } from './payments.harness.js';

describe('an escrow whose seller was paid at Stripe', () => {
  let payments: Payments;
  let escrows: Escrows;
  let seller: string;

  beforeAll(async () => {
    ({ payments, escrows, seller } = await Escrows.start());
    // What is held of others is what can be sent to the seller on top.
    for (let other = 0; other < 3; other += 1) await escrows.hold(seller);
    await payments.deliverEvents();
  }, 180_000);

  afterEach(() => payments.setClock(new Date()));
  afterAll(() => payments?.close(), 60_000);

  const release = async (mine: EscrowCase) => {
    await escrows.buyer(mine, 'release');
    await payments.quiet();
    expect(escrows.transfers(mine)).toMatchObject([{ amount: 9500 }]);
  };
  const transferOf = (mine: EscrowCase) => escrows.transfers(mine)[0]?.id ?? '';
  /** What the ledger should have of the invariants that `make verify` asks of one escrow. */
  const expectSound = async ({ id }: EscrowCase) => {
    const wrong = await payments.ledgerViolations();
    expect(wrong.filter((one) => one.includes(id))).toEqual([]);
  };

  describe('and whose release the backup does not know', () => {
    /** A held escrow that was released after the backup; none of what Stripe told of the release is known. */
    const restored = async () => {
      const mine = await escrows.hold(seller);
      await payments.deliverEvents();
      const backup = await putBack.take(payments.rows, mine.id);
      await release(mine);
      await putBack.restore(payments.rows, backup);
      expect(await escrows.row(mine.agreementId)).toMatchObject({ state: 'held', transferId: null });
      return mine;
    };
    const expectReleased = async (mine: EscrowCase, before: Record<string, number>) => {
      expect(await escrows.row(mine.agreementId)).toMatchObject({
        ...{ state: 'released', sellerGrossCents: 10_000, buyerRefundCents: 0, feeCents: 500 },
        ...{ transferId: transferOf(mine), lastError: null },
      });
      expect(escrows.refunds(mine)).toEqual([]);
      expect(escrows.transfers(mine)).toHaveLength(1);
      expect(await payments.ledgerSince(before)).toEqual({
        ...{ [`held:${mine.id}`]: 10_000, fees: -500, stripe: -9500 },
      });
      await expectSound(mine);
    };

    it('is not refunded as well to a buyer who takes it back, and counts as released', async () => {
      const mine = await restored();
      const before = await payments.ledger();
      await escrows.inDays(31);
      expect((await escrows.buyer(mine, 'refund')).status).toBe(200);
      const refused = async () =>
        expect((await escrows.row(mine.agreementId)).lastError).toContain('of 9500 cents, not 0');
      await eventually(refused, 20_000, 'a look at the transfer');
      expect(escrows.refunds(mine)).toEqual([]);

      await payments.deliverEvents();
      await expectReleased(mine, before);
    }, 90_000);

    it('is released as soon as Stripe tells of the transfer', async () => {
      const mine = await restored();
      const before = await payments.ledger();
      await payments.deliverEvents();
      await expectReleased(mine, before);
      expect((await escrows.view(mine)).body.steps.map(({ change }) => change)).toEqual([
        ...['opened', 'held', 'seller-paid', 'released'],
      ]);
    }, 90_000);

    it('is divided as it was decided, when it was divided', async () => {
      const mine = await escrows.hold(seller);
      await escrows.buyer(mine, 'problem', { reason: 'It is broken' });
      await payments.deliverEvents();
      const backup = await putBack.take(payments.rows, mine.id);
      const before = await payments.ledger();
      await escrows.decide(mine, 60);
      await payments.quiet();
      await putBack.restore(payments.rows, backup);
      await payments.deliverEvents();
      expect(await escrows.row(mine.agreementId)).toMatchObject({
        ...{ state: 'resolved', sellerGrossCents: 6000, buyerRefundCents: 4000, lastError: null },
      });
      expect(escrows.transfers(mine)).toMatchObject([{ amount: 5700 }]);
      expect(escrows.refunds(mine)).toMatchObject([{ amount: 4000 }]);
      expect(await payments.ledgerSince(before)).toEqual({
        ...{ [`held:${mine.id}`]: 10_000, fees: -300, stripe: -9700 },
      });
      await expectSound(mine);
    }, 90_000);

    it('is the seller’s, also when the buyer’s bank takes the payment back', async () => {
      const mine = await restored();
      const before = await payments.ledger();
      const dispute = payments.stripe.dispute(mine.intentId);
      const opened = payments.stripe.listEvents().find(({ type }) => type === 'charge.dispute.created');
      await payments.deliver(JSON.stringify(opened));
      await payments.quiet();
      expect((await escrows.view(mine)).body).toMatchObject({ state: 'disputed', chargeback: 'open' });
      await payments.deliverEvents();
      payments.stripe.closeDispute(dispute.id, 'won');
      await payments.deliverEvents();
      await expectReleased(mine, before);
    }, 90_000);

    it('and was refunded as well: the transfer is our loss', async () => {
      const mine = await escrows.hold(seller);
      await escrows.seller(mine, 'refund');
      await payments.deliverEvents();
      expect(await escrows.row(mine.agreementId)).toMatchObject({ state: 'refunded' });
      const before = await payments.ledger();
      const destination = payments.stripe.listAccounts().find(({ email }) => email === seller)?.id ?? '';
      await payments.sdk.transfers.create({
        ...{ amount: 9500, currency: 'usd', destination, transfer_group: mine.id },
        metadata: { [ESCROW_ID]: mine.id },
      });
      await payments.deliverEvents();
      expect(await payments.ledgerSince(before)).toEqual({ losses: 9500, stripe: -9500 });
      await expectSound(mine);
    }, 90_000);
  });

  describe('and whose transfer is reversed there', () => {
    it('after the release, and then refunded by hand: the books say what Stripe has', async () => {
      const mine = await escrows.hold(seller);
      await release(mine);
      await payments.deliverEvents();
      const before = await payments.ledger();
      await payments.sdk.transfers.createReversal(transferOf(mine), { amount: 4000 });
      await payments.deliverEvents();
      expect(await payments.ledgerSince(before)).toEqual({ losses: -4000, stripe: 4000 });
      await payments.sdk.transfers.createReversal(transferOf(mine));
      await payments.deliverEvents();
      expect(await payments.ledgerSince(before)).toEqual({ losses: -9500, stripe: 9500 });
      await payments.sdk.refunds.create({ payment_intent: mine.intentId });
      await payments.deliverEvents();
      // The fee is what we had earned of it.
      expect(await payments.ledgerSince(before)).toEqual({ losses: 500, stripe: -500 });
      const { state, steps } = (await escrows.view(mine)).body;
      expect(state).toBe('released');
      expect(steps.slice(-3).map(({ change }) => change)).toEqual([
        ...['transfer-reversed', 'transfer-reversed', 'refunded-beyond'],
      ]);
      await expectSound(mine);
    }, 90_000);

    it('after the release, because another account is the right one: both are on the ledger', async () => {
      const mine = await escrows.hold(seller);
      await release(mine);
      await payments.deliverEvents();
      const before = await payments.ledger();
      await payments.sdk.transfers.createReversal(transferOf(mine));
      const right = await escrows.readySeller();
      const destination = payments.stripe.listAccounts().find(({ email }) => email === right)?.id ?? '';
      await payments.sdk.transfers.create({
        ...{ amount: 9500, currency: 'usd', destination, transfer_group: mine.id },
      });
      await payments.deliverEvents();
      expect(await payments.ledgerSince(before)).toEqual({});
      await expectSound(mine);
    }, 90_000);

    it('before its end is written down: is left to people, and nothing is paid twice', async () => {
      const mine = await escrows.hold(seller);
      const destination = payments.stripe.listAccounts().find(({ email }) => email === seller)?.id ?? '';
      const { id } = await payments.sdk.transfers.create({
        ...{ amount: 9500, currency: 'usd', destination, transfer_group: mine.id },
      });
      await payments.sdk.transfers.createReversal(id);
      await escrows.buyer(mine, 'release');
      const refused = async () =>
        expect((await escrows.row(mine.agreementId)).lastError).toContain(`${id} was reversed`);
      await eventually(refused, 20_000, 'a look at the transfer');
      await escrows.giveUp(mine);
      expect(escrows.transfers(mine)).toHaveLength(1);
    }, 90_000);
  });
});
