import { randomUUID } from 'node:crypto';
import {
  agreementCancelled,
  contentDeleted,
  humanTranscriptDelivered,
  humanTranscriptOrdered,
  paymentRefunded,
} from '#contracts';
import { anna, Payments } from './payments.harness.js';

const type = 'manual_transcription';

describe('a transcript by a person of a recording that was deleted', () => {
  let payments: Payments;

  beforeAll(async () => {
    payments = await Payments.start();
  }, 180_000);

  afterAll(() => payments?.close(), 60_000);

  const orderOf = (agreementId: string) => payments.order(agreementId, type);
  const begun = async () => {
    const agreementId = payments.agreement('basic', 'completed');
    const { body } = await payments.createIntent({ type, amount: 2, agreementId });
    return { agreementId, intentId: String(body.paymentIntentId) };
  };
  const paid = async () => {
    const mine = await begun();
    await payments.pay(mine.intentId);
    await payments.deliverEvents();
    return mine;
  };
  const remove = async (agreementId: string, times = 1) => {
    const deletedAt = new Date().toISOString();
    const deleted = { agreementId, ownerId: anna.id, reason: 'access-ended', deletedAt } as const;
    await payments.tell(contentDeleted, deleted, 'close-transcript-order', times);
    await payments.quiet();
  };
  const deliver = (agreementId: string, times = 1) =>
    payments.tell(
      humanTranscriptDelivered,
      { agreementId, ownerId: anna.id, orderId: randomUUID(), sha256: 'a'.repeat(64), adminId: 1 },
      'note-transcript-delivery',
      times,
    );
  const refundsOf = (intentId: string) =>
    payments.stripe.listRefunds().filter((one) => one.payment_intent === intentId);
  const expectRefused = async (agreementId: string) => {
    const { status, body } = await payments.createIntent({ type, amount: 2, agreementId });
    expect([status, body.code]).toEqual([410, 'recording_expired']);
  };

  it('is not asked for any more, told twice: its PaymentIntent is taken back', async () => {
    const { agreementId, intentId } = await begun();
    await remove(agreementId, 2);
    expect(await payments.sdk.paymentIntents.retrieve(intentId)).toMatchObject({ status: 'canceled' });
    expect(await orderOf(agreementId)).toMatchObject({ status: 'cancelled' });
    await expectRefused(agreementId);
    const { body } = await payments.get<{ pendingPayments: { agreementId: string }[] }>(
      '/api/user/pending-payments',
    );
    expect(body.pendingPayments.map((pending) => pending.agreementId)).not.toContain(agreementId);
  });

  it('cannot be begun, and an order that is heard of afterwards is none', async () => {
    const agreementId = payments.agreement('basic', 'completed');
    await remove(agreementId);
    await payments.tell(
      humanTranscriptOrdered,
      { agreementId, ownerId: anna.id, orderId: randomUUID() },
      'open-manual-order',
    );
    await expectRefused(agreementId);
    expect(await orderOf(agreementId)).toBeUndefined();
  });

  it('cannot be begun before the deletion is told here', async () => {
    const { agreementId } = await begun();
    const unknown = payments.agreement('basic', 'completed');
    for (const deleted of [agreementId, unknown]) {
      const agreement = { ownerId: anna.id, planType: 'basic', status: 'completed' } as const;
      payments.agreements.agreements.set(deleted, { ...agreement, isContentDeleted: true });
      await expectRefused(deleted);
    }
    expect(await orderOf(unknown)).toBeUndefined();
  });

  it.each(['paid before', 'paid meanwhile'])('is paid back, %s, told twice', async (when) => {
    const { agreementId, intentId } = await begun();
    await payments.pay(intentId);
    if (when === 'paid before') await payments.deliverEvents();
    await remove(agreementId, 2);
    await payments.deliverEvents();
    expect(await orderOf(agreementId)).toMatchObject({
      status: 'refunded',
      refund_reason: 'recording-deleted',
    });
    expect(refundsOf(intentId)).toMatchObject([{ amount: 200 }]);
    const told = payments.tap.about(agreementId).filter(({ type: name }) => name === paymentRefunded.name);
    expect(told).toMatchObject([{ data: { purpose: type, reason: 'recording-deleted', amountCents: 200 } }]);
  });

  it.each(['deleted', 'cancelled'])(
    'stays paid when it was delivered, told twice, and then %s',
    async (end) => {
      const { agreementId, intentId } = await paid();
      await deliver(agreementId, 2);
      if (end === 'deleted') await remove(agreementId);
      else {
        const cancelled = {
          agreementId,
          ownerId: anna.id,
          from: 'awaiting_party',
          reason: 'declined',
        } as const;
        await payments.tell(agreementCancelled, cancelled, 'close-orders');
      }
      await payments.quiet();
      await payments.deliverEvents();
      expect(await orderOf(agreementId)).toMatchObject({ status: 'paid', refund_reason: null });
      expect(refundsOf(intentId)).toEqual([]);
    },
  );
});
