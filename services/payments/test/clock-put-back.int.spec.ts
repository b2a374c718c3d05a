import { Clock, HOUR_MS, MINUTE_MS } from '#platform';
import { eventually } from '#testing';
import { FollowOrders } from '../src/orders/orders.jobs.js';
import { StripeWebhooks } from '../src/stripe/stripe-events.js';
import { SubscriptionsRepository } from '../src/subscriptions/subscriptions.repository.js';
import { Escrows } from './escrows.harness.js';
import { Payments } from './payments.harness.js';
import { lookAround, Subscriber } from './subscriptions.harness.js';

describe('when a clock that was five hours ahead is put back', () => {
  let payments: Payments;
  let escrows: Escrows;

  beforeAll(async () => {
    payments = await Payments.start();
    escrows = new Escrows(payments);
  }, 180_000);

  afterEach(() => putRight());
  afterAll(() => payments?.close(), 60_000);

  const putAhead = () => payments.setClock(new Date(Date.now() + 5 * HOUR_MS));
  const putRight = () => payments.setClock(new Date());

  it('an order is asked about', async () => {
    await putAhead();
    const { agreementId, intentId } = await payments.open();
    await payments.pay(intentId);
    await putRight();
    await payments.service.app.get(FollowOrders).round(new AbortController().signal);
    expect(await payments.order(agreementId)).toMatchObject({ status: 'paid' });
  });

  it('an escrow is looked at', async () => {
    const email = await escrows.readySeller();
    const agreementId = payments.agreement('split-second-contract', 'completed');
    await putAhead();
    const { body } = await escrows.create(agreementId, email);
    await payments.rows.query(
      `update escrows set next_look_at = now() + interval '5 hours' where agreement_id = $1`,
      [agreementId],
    );
    await payments.pay(String(body.paymentIntentId));
    await putRight();
    await escrows.lookAgain();
    expect((await escrows.row(agreementId)).state).toBe('held');
  }, 60_000);

  it('the money of an escrow moves though somebody seems to be moving it', async () => {
    const email = await escrows.readySeller();
    const mine = await escrows.hold(email);
    await payments.rows.query(
      `update escrows set settling_by = gen_random_uuid(), settling_until = now() + interval '5 hours' where id = $1`,
      [mine.id],
    );
    await escrows.buyer(mine, 'release');
    const isReleased = async () => {
      expect((await escrows.row(mine.agreementId)).state).toBe('released');
    };
    await eventually(isReleased, 15_000, 'the money moves');
    expect(escrows.transfers(mine)).toMatchObject([{ amount: 9500 }]);
  }, 60_000);

  it('a subscription is looked at; one that is paid for waits for the end of what is paid', async () => {
    await putAhead();
    const user = new Subscriber(payments);
    await user.pay(await user.begin());
    // As the look of one whose charge failed leaves it, which is put off by six hours.
    await payments.rows.query(
      `update subscriptions set next_look_at = now() + interval '11 hours' where user_id = $1`,
      [user.caller.id],
    );
    await putRight();
    await lookAround(payments);
    const [stored] = await user.stored();
    expect(stored).toMatchObject({ status: 'active' });
    const due = await payments.service.app.get(SubscriptionsRepository).due(new Date(), 100);
    expect(due.map(({ id }) => id)).not.toContain(stored?.id);
  });

  it('a month that was paid after the end and has not gone back is tried again', async () => {
    const invoiceId = 'in_owed';
    await payments.rows.query(
      `with owed as (insert into refunds_after_end (invoice_id, owed_at) values ($1, now())),
         receipt as (insert into receipts (number, user_id, purpose, source_id, amount_cents, currency, paid_at)
           values ('SSC-2026-900001', 1, 'subscription', $1, 2000, 'usd', now()))
       insert into jobs (id, name, key, payload, status, correlation_id, finished_at)
         values (gen_random_uuid(), 'refund-after-end', $1, jsonb_build_object('invoiceId', $1::text), 'failed', 'x',
           now() + interval '5 hours')`,
      [invoiceId],
    );
    const owed = (now: Date) =>
      payments.service.app.get(SubscriptionsRepository).owed(now, 'refund-after-end');
    expect(await owed(new Date())).toContain(invoiceId);
    // What has just failed is left alone for an hour.
    await payments.rows.query(`update jobs set finished_at = now() where key = $1`, [invoiceId]);
    expect(await owed(new Date())).not.toContain(invoiceId);
    expect(await owed(new Date(Date.now() + 2 * HOUR_MS))).toContain(invoiceId);
    await payments.rows.query('delete from refunds_after_end where invoice_id = $1', [invoiceId]);
  });

  it('failed jobs about events of Stripe begin anew', async () => {
    const { intentId } = await payments.open();
    await payments.pay(intentId);
    await payments.deliverEvents();
    const failed = await payments.rows.query<[object[], number]>(
      `update jobs set status = 'failed', finished_at = now() + interval '5 hours'
       where name = 'process-stripe-event' and payload ->> 'id' = $1 returning 1`,
      [intentId],
    );
    expect(failed[1]).toBeGreaterThan(0);
    const now = payments.service.app.get(Clock).now();
    const afterPause = new Date(now.getTime() + 10 * MINUTE_MS);
    expect(await payments.service.app.get(StripeWebhooks).retryFailed(afterPause)).toBe(failed[1]);
    await payments.quiet();
  });
});
