import { jest } from '@jest/globals';
import type Stripe from 'stripe';
import type { EntityManager } from 'typeorm';
import { STRIPE } from '../src/stripe/stripe.client.js';
import { Escrows } from './escrows.harness.js';
import { Payments } from './payments.harness.js';

describe('while Stripe is asked', () => {
  let payments: Payments;
  let escrows: Escrows;
  let seller: string;

  beforeAll(async () => {
    ({ payments, escrows, seller } = await Escrows.start());
  }, 180_000);

  afterEach(() => jest.restoreAllMocks());
  afterAll(() => payments?.close(), 60_000);

  /**
   * Whether somebody holds the row of an escrow for as long as Stripe is asked: the call waits for this answer.
   * Other work may hold it for a moment.
   */
  const isLocked = (id: string): Promise<boolean> => {
    const lock = async (manager: EntityManager): Promise<void> => {
      await manager.query(`set local lock_timeout = '5s'`);
      await manager.query('select 1 from escrows where id = $1 for update', [id]);
    };
    return payments.rows.transaction(lock).then(
      () => false,
      () => true,
    );
  };
  /** Notes for each call of the service to Stripe whether the row was locked meanwhile. */
  const watch = (id: () => string): Record<string, boolean> => {
    const seen: Record<string, boolean> = {};
    const stripe = payments.service.app.get<Stripe>(STRIPE);
    for (const [group, name] of [
      ['paymentIntents', 'cancel'],
      ['paymentIntents', 'retrieve'],
      ['transfers', 'list'],
      ['transfers', 'create'],
      ['refunds', 'list'],
      ['refunds', 'create'],
    ] as const) {
      const owner = stripe[group] as unknown as Record<string, (...given: unknown[]) => Promise<unknown>>;
      const original = owner[name]?.bind(owner);
      jest.spyOn(owner, name).mockImplementation(async (...given) => {
        const what = `${group}.${name}`;
        seen[what] = (seen[what] ?? false) || (await isLocked(id()));
        return original?.(...given);
      });
    }
    return seen;
  };

  it('for another amount, the row is free', async () => {
    const { id, agreementId, intentId } = await escrows.open(seller, 100);
    const seen = watch(() => id);
    const { status, body } = await escrows.create(agreementId, seller, 80);
    expect([status, seen]).toEqual([
      200,
      { 'paymentIntents.retrieve': false, 'paymentIntents.cancel': false },
    ]);
    expect(body.paymentIntentId).not.toBe(intentId);
    expect(await payments.sdk.paymentIntents.retrieve(intentId)).toMatchObject({ status: 'canceled' });
    expect(await escrows.row(agreementId)).toMatchObject({ state: 'requires_payment', amountCents: 8000 });
    expect(escrows.changes({ id, agreementId, intentId, key: '' })).toEqual([]);
  }, 60_000);

  it('for the money to move, the row is free', async () => {
    const mine = await escrows.hold(seller);
    await escrows.buyer(mine, 'problem', { reason: 'It is broken' });
    const seen = watch(() => mine.id);
    await escrows.decide(mine, 60);
    await payments.quiet();
    expect(await escrows.row(mine.agreementId)).toMatchObject({ state: 'resolved' });
    expect(seen).toEqual({
      'refunds.list': false,
      'refunds.create': false,
      'transfers.list': false,
      'transfers.create': false,
    });
  }, 60_000);

  it('for what a bank takes back, the row is free', async () => {
    const mine = await escrows.hold(seller);
    await escrows.buyer(mine, 'release');
    await payments.quiet();
    await payments.rows.query(
      `update escrows set state = 'releasing', settled_at = null, transfer_id = null where id = $1`,
      [mine.id],
    );
    const seen = watch(() => mine.id);
    const dispute = payments.stripe.dispute(mine.intentId);
    await payments.deliverEvents();
    expect(Object.values(seen)).not.toContain(true);
    expect(seen).toMatchObject({ 'transfers.list': false });
    expect(await escrows.row(mine.agreementId)).toMatchObject({ state: 'released', chargeback: 'open' });
    payments.stripe.closeDispute(dispute.id, 'won');
    await payments.deliverEvents();
  }, 60_000);
});
