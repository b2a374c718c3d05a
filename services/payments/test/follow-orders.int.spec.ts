import { paymentRefunded, paymentSucceeded } from '#contracts';
import type { JobRun } from '#jobs';
import { Outbox } from '#outbox';
import { HOUR_MS } from '#platform';
import { CloseOrder, FollowOrders } from '../src/orders/orders.jobs.js';
import { admin, anna, otherService, Payments } from './payments.harness.js';

const MINUTE_MS = 60_000;

describe('orders whose events never come', () => {
  let payments: Payments;

  beforeAll(async () => {
    payments = await Payments.start();
  }, 180_000);

  afterAll(() => payments?.close(), 60_000);

  const round = () => payments.service.app.get(FollowOrders).round(new AbortController().signal);
  const at = (ms: number) => payments.setClock(new Date(Date.now() + ms));
  const nextLook = async (agreementId: string): Promise<number> => {
    const [row] = await payments.rows.query<{ at: Date }[]>(
      'select next_look_at as at from orders where agreement_id = $1',
      [agreementId],
    );
    return (row?.at.getTime() ?? 0) - Date.now();
  };
  const names = (agreementId: string) => payments.tap.about(agreementId).map(({ type }) => type);

  it('are asked about after a minute, then half as often every time, at least once an hour', async () => {
    await at(0);
    const { agreementId, intentId } = await payments.open();
    await payments.pay(intentId);
    await round();
    expect(await payments.order(agreementId)).toMatchObject({ status: 'open' });
    await at(MINUTE_MS + 1000);
    await Promise.all([round(), round()]);
    await payments.quiet();
    expect(await payments.order(agreementId)).toMatchObject({ status: 'paid' });
    expect(names(agreementId)).toEqual([paymentSucceeded.name]);
    await payments.deliverEvents();
    expect(names(agreementId)).toEqual([paymentSucceeded.name]);

    await at(0);
    const opened = Date.now();
    const waiting = await payments.open();
    for (let looks = 0; looks < 9; looks += 1) {
      const age = (await nextLook(waiting.agreementId)) + 1000;
      await at(age);
      await round();
      const wait = (await nextLook(waiting.agreementId)) - age;
      const expected = Math.min(age, HOUR_MS);
      // Stripe counts in whole seconds, and real time goes on meanwhile.
      expect(Math.abs(wait - expected)).toBeLessThan(5000 + Date.now() - opened);
    }
    await at(0);
  }, 60_000);

  it('count as paid as soon as Stripe has the money, when somebody asks before a recording is deleted', async () => {
    await at(0);
    const isPaidOrPending = async (agreementId: string) => {
      const path = `/internal/payments/agreements/${agreementId}/contract`;
      const { body } = await payments.get<{ isPaidOrPending: boolean }>(path, otherService);
      return body.isPaidOrPending;
    };
    const { agreementId, intentId } = await payments.open();
    expect(await isPaidOrPending(agreementId)).toBe(false);
    expect(await isPaidOrPending(payments.agreement())).toBe(false);
    await payments.pay(intentId);
    expect(await payments.order(agreementId)).toMatchObject({ status: 'open' });
    expect(await isPaidOrPending(agreementId)).toBe(true);
    await at(2 * MINUTE_MS);
    await round();
    expect(await payments.order(agreementId)).toMatchObject({ status: 'paid' });
    expect(await isPaidOrPending(agreementId)).toBe(true);
    await payments.rows.query(`update orders set status = 'refunded' where agreement_id = $1`, [agreementId]);
    expect(await isPaidOrPending(agreementId)).toBe(false);
    const lost = await payments.open();
    await payments.rows.query(`update orders set payment_intent_id = 'pi_nobody' where agreement_id = $1`, [
      lost.agreementId,
    ]);
    expect(await isPaidOrPending(lost.agreementId)).toBe(false);
    const covered = payments.agreement();
    await payments.rows.query(
      `insert into coverages (id, agreement_id, user_id, covered_by, created_at)
       values (gen_random_uuid(), $1, $2, 'subscription', now())`,
      [covered, anna.id],
    );
    expect(await isPaidOrPending(covered)).toBe(true);
    await at(0);
  });

  it('do not wait for one that Stripe does not know', async () => {
    await at(0);
    const lost = await payments.open();
    await payments.rows.query(`update orders set payment_intent_id = 'pi_unknown' where agreement_id = $1`, [
      lost.agreementId,
    ]);
    const { agreementId, intentId } = await payments.open();
    await payments.pay(intentId);
    await at(2 * MINUTE_MS);
    await round();
    expect(await payments.order(agreementId)).toMatchObject({ status: 'paid' });
    expect(await nextLook(lost.agreementId)).toBeGreaterThan(HOUR_MS - MINUTE_MS);
    await at(0);
  });

  it('are closed with their contract, or give way to what covers it, when Stripe does not know theirs', async () => {
    await at(0);
    const loseIntent = (agreementId: string) =>
      payments.rows.query(
        `update orders set payment_intent_id = 'pi_lost_' || agreement_id where agreement_id = $1`,
        [agreementId],
      );
    const byJob = await payments.open();
    const byRound = await payments.open();
    const covered = await payments.open();
    const paid = await payments.open();
    for (const { agreementId } of [byJob, byRound, covered]) await loseIntent(agreementId);
    for (const { agreementId } of [byJob, byRound])
      await payments.rows.query(`update orders set contract_cancelled_at = now() where agreement_id = $1`, [
        agreementId,
      ]);
    const { app } = payments.service;
    const payload = { orderId: (await payments.order(byJob.agreementId))?.id ?? '' };
    const run: JobRun<typeof payload> = {
      ...{ payload, attempt: 1, isLastAttempt: false, isRepeated: false },
      signal: new AbortController().signal,
      save: () => Promise.resolve(),
    };
    const commit = await app.get(CloseOrder).run(run);
    await app.get(Outbox).transaction(commit);
    expect(await payments.order(byJob.agreementId)).toMatchObject({ status: 'cancelled' });
    await at(2 * MINUTE_MS);
    await round();
    expect(await payments.order(byRound.agreementId)).toMatchObject({ status: 'cancelled' });
    // One of a contract that is still to be paid stays open: it gets another PaymentIntent.
    expect(await payments.order(covered.agreementId)).toMatchObject({ status: 'open' });
    await payments.pay(paid.intentId);
    await payments.deliverEvents();
    await payments.rows.query(
      `insert into credits (id, user_id, order_id, expires_at)
       select gen_random_uuid(), user_id, id, now() + interval '1 day' from orders where agreement_id = $1`,
      [paid.agreementId],
    );
    const { agreementId } = covered;
    const { status, body } = await payments.createIntent({ agreementId, planType: 'split-second-contract' });
    expect([status, body.coveredBy]).toEqual([200, 'credit']);
    await at(0);
  });

  it('are refunded although the job was given up', async () => {
    await at(0);
    const { agreementId, intentId } = await payments.open();
    await payments.pay(intentId);
    await payments.deliverEvents();
    const order = await payments.order(agreementId);
    // As if every attempt had failed: the job exists and is closed.
    await payments.rows.query(
      `insert into jobs (id, name, key, payload, status, correlation_id)
       values (gen_random_uuid(), 'refund-order', $1, '{}', 'failed', 'test-correlation')`,
      [order?.id],
    );
    await payments.post(`/api/admin/payments/${order?.id}/refund`, { reason: 'Paid twice' }, admin);
    await payments.quiet();
    await round();
    expect(await payments.order(agreementId)).toMatchObject({ status: 'refunding' });
    expect(await payments.state(agreementId)).toMatchObject({ status: 'paid' });
    await at(HOUR_MS + 1000);
    await Promise.all([round(), round()]);
    await payments.quiet();
    await payments.deliverEvents();
    expect(await payments.order(agreementId)).toMatchObject({
      status: 'refunded',
      refund_note: 'Paid twice',
    });
    expect(payments.stripe.listRefunds().filter((one) => one.payment_intent === intentId)).toHaveLength(1);
    expect(names(agreementId)).toEqual([paymentSucceeded.name, paymentRefunded.name]);
    await at(0);
  });
});
