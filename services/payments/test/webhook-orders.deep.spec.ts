import { jest } from '@jest/globals';
import type { RunningService } from '#platform';
import { eventually, SeededRandom } from '#testing';
import { FollowEscrows } from '../src/escrow/escrow.schedules.js';
import { FollowOrders } from '../src/orders/orders.jobs.js';
import { FindMissedEvents } from '../src/stripe/find-missed-events.schedule.js';
import { ProcessStripeEvent } from '../src/stripe/stripe-events.js';
import { LookAtSubscriptions } from '../src/subscriptions/subscription.follower.js';
import { Escrows } from './escrows.harness.js';
import { Payments } from './payments.harness.js';
import { Subscriber } from './subscriptions.harness.js';
import { permutations, type Story, together, WebhookStorm } from './webhook-storm.js';

const ORDERS = 720;
const EVENTS = 6;

/** Two replicas of the service; their events come in every order, from one to five times each. */
describe('the webhooks of two replicas', () => {
  let payments: Payments;
  let replicas: RunningService[];

  beforeAll(async () => {
    // Nothing but webhooks may bring anything about.
    for (const { prototype } of [FindMissedEvents, FollowOrders, FollowEscrows, LookAtSubscriptions]) {
      jest.spyOn(prototype, 'round').mockResolvedValue();
    }
    payments = await Payments.start();
    replicas = [payments.service, await payments.replica()];
  }, 180_000);

  afterAll(async () => {
    jest.restoreAllMocks();
    await payments?.close();
  }, 60_000);

  const tell = async (stories: Story[]) => {
    // What was there before these stories.
    await payments.rows.query('delete from stripe_webhooks');
    await payments.rows.query('delete from jobs');
    const urls = replicas.map(({ url }) => url);
    const storm = new WebhookStorm(payments, urls, new SeededRandom('webhooks'));
    const workers = replicas.map(({ app }) => jest.spyOn(app.get(ProcessStripeEvent), 'run'));
    const runs = () => workers.map(({ mock }) => mock.calls.length);
    const before = runs();
    await storm.tell(stories).finally(() => storm.close());
    for (const [replica, count] of runs().entries()) {
      expect(count - (before[replica] ?? 0)).toBeGreaterThan(ORDERS);
    }
    for (const taken of storm.taken) expect(taken).toBeGreaterThan(2 * ORDERS);
    const [work] = await payments.rows.query<object[]>(
      `select (select count(*) from stripe_webhooks)::int as events, count(*)::int as jobs,
         count(*) filter (where status = 'done')::int as done
       from jobs where name = 'process-stripe-event'`,
    );
    expect(work).toEqual({ events: ORDERS * EVENTS, jobs: ORDERS * EVENTS, done: ORDERS * EVENTS });
    expect([payments.stripe.listTransfers(), payments.stripe.listRefunds()]).toEqual([[], []]);
  };
  /** Cents by account, and of all of them. */
  const books = async () => {
    const ledger = await payments.ledger();
    return { ledger, sum: Object.values(ledger).reduce((total, cents) => total + cents, 0) };
  };
  /** Waits until as many events as these were told in all, and expects each subject's in this order. */
  const expectTold = async (subjects: readonly string[], changesOf: (index: number) => unknown[]) => {
    const told = subjects.map((_, index) => changesOf(index));
    const total = told.flat().length;
    const mine = new Set(subjects);
    const ofMine = () => payments.tap.heard.filter(({ subject }) => mine.has(subject));
    const look = () => Promise.resolve(expect(ofMine().length).toBeGreaterThanOrEqual(total));
    await eventually(look, 120_000, `${total} events`);
    const heard = Map.groupBy(ofMine(), ({ subject }) => subject);
    const changes = subjects.map((subject) =>
      (heard.get(subject) ?? []).map(({ type, data }) => (data as { change?: string }).change ?? type),
    );
    expect(changes).toEqual(told);
  };

  it('pay an order of $5 once', async () => {
    const orders = permutations([
      'payment_intent.created',
      'charge.failed',
      'payment_intent.payment_failed',
      'payment_intent.requires_action',
      'charge.succeeded',
      'payment_intent.succeeded',
    ]);
    const opened = await together(orders, () => payments.open());
    await tell(
      opened.map(({ intentId }, index) => ({
        subject: intentId,
        order: orders[index] ?? [],
        steps: [
          () => payments.pay(intentId, 'pm_card_chargeDeclined').catch(() => undefined),
          () => payments.pay(intentId, 'pm_card_authenticationRequired'),
          () => payments.pay(intentId),
        ],
      })),
    );
    const ends = await payments.rows.query<object[]>(
      `select status, last_error, refund_id, count(*)::int as cases, count(distinct receipt_number)::int as numbers,
         (select count(*)::int from receipts where purpose = 'contract') as receipts,
         array(select kind from ledger_transactions t where t.ref = o.id::text) as transactions
       from orders o group by status, last_error, refund_id, transactions`,
    );
    expect(ends).toEqual([
      {
        ...{ status: 'paid', last_error: null, refund_id: null, transactions: ['sale'] },
        ...{ cases: ORDERS, numbers: ORDERS, receipts: ORDERS },
      },
    ]);
    expect(await books()).toMatchObject({ ledger: { 'sales:contract': -ORDERS * 500 }, sum: 0 });
    await expectTold(
      opened.map(({ agreementId }) => agreementId),
      () => ['payments.payment.succeeded'],
    );
  }, 1_200_000);

  it('hold a payment, and give it up or keep it as its bank decides, once', async () => {
    const orders = permutations([
      'payment_intent.created',
      'charge.succeeded',
      'payment_intent.succeeded',
      'charge.dispute.created',
      'charge.dispute.funds_withdrawn',
      'charge.dispute.closed',
    ]);
    const escrows = new Escrows(payments);
    const seller = await escrows.readySeller();
    const opened = await together(orders, () => escrows.open(seller));
    // Both outcomes are told in either way, promptly and late.
    const outcomeOf = (index: number) => (index % 4 < 2 ? 'lost' : 'won');
    await tell(
      opened.map(({ intentId }, index) => {
        let disputeId = '';
        return {
          subject: intentId,
          order: orders[index] ?? [],
          steps: [
            () => payments.pay(intentId),
            () => {
              disputeId = payments.stripe.dispute(intentId).id;
            },
            () => payments.stripe.closeDispute(disputeId, outcomeOf(index)),
          ],
        };
      }),
    );
    const ends = await payments.rows.query<object[]>(
      `select state, chargeback, chargeback_cents, transfer_id, refund_id, last_error,
         array(select kind from ledger_transactions t where split_part(t.ref, ':', 1) = h.id::text order by t.id) as transactions,
         array(select change from escrow_steps s where s.escrow_id = h.id order by version) as steps,
         (select balance_cents::int from ledger_balances where account = 'held:' || h.id) as held_cents,
         (select balance_cents::int from ledger_balances where account = 'chargebacks:' || h.id) as taken_cents,
         count(*)::int as cases, count(distinct receipt_number)::int as receipts
       from escrows h where payment_intent_id is not null group by 1, 2, 3, 4, 5, 6, 7, 8, 9, 10 order by state`,
    );
    const ending = (state: string, outcome: string, kind: string, heldCents: number) => ({
      ...{ state, chargeback: outcome, chargeback_cents: 10_000, held_cents: heldCents, taken_cents: 0 },
      ...{ transfer_id: null, refund_id: null, last_error: null, cases: ORDERS / 2, receipts: ORDERS / 2 },
      transactions: ['held', 'chargeback-opened', kind].map((what) => `held-payment-${what}`),
      steps: ['opened', 'held', 'chargeback', outcome === 'lost' ? 'charged-back' : 'chargeback-won'],
    });
    expect(ends).toEqual([
      ending('charged_back', 'lost', 'chargeback-lost', 0),
      ending('held', 'won', 'chargeback-won', -10_000),
    ]);
    const [receipts] = await payments.rows.query<object[]>(
      `select count(*)::int as count from receipts where purpose = 'held_payment'`,
    );
    expect(receipts).toEqual({ count: ORDERS });
    expect((await books()).sum).toBe(0);
    await expectTold(
      opened.map(({ id }) => id),
      (index) => [
        'opened',
        'held',
        'chargeback',
        outcomeOf(index) === 'lost' ? 'charged-back' : 'chargeback-won',
      ],
    );
  }, 1_200_000);

  it('start a subscription once', async () => {
    const orders = permutations([
      'customer.subscription.created',
      'invoice.created',
      'invoice.finalized',
      'invoice.paid',
      'invoice.payment_succeeded',
      'customer.subscription.updated',
    ]);
    const users = orders.map(() => new Subscriber(payments));
    const secrets = await together(users, (user) => user.begin());
    const begun = await payments.rows.query<{ id: string; user: number; stripe: string }[]>(
      'select id, user_id as "user", stripe_subscription_id as stripe from subscriptions',
    );
    const byUser = new Map(begun.map((row) => [row.user, row]));
    const rowOf = (index: number) => byUser.get(users[index]?.caller.id ?? 0);
    await tell(
      users.map((user, index) => ({
        subject: rowOf(index)?.stripe ?? '',
        order: orders[index] ?? [],
        steps: [() => user.pay(secrets[index] ?? '')],
      })),
    );
    const ends = await payments.rows.query<object[]>(
      `select s.status, s.ends_at_period_end, s.ended_at, s.failed_invoice_id, s.started_at is not null as has_started,
         array(select amount_cents from receipts r where r.user_id = s.user_id) as receipts,
         array(select kind from ledger_transactions t where t.ref = s.paid_invoice_id) as transactions, count(*)::int as cases
       from subscriptions s group by 1, 2, 3, 4, 5, 6, 7`,
    );
    expect(ends).toEqual([
      {
        ...{ status: 'active', ends_at_period_end: false, ended_at: null, failed_invoice_id: null },
        ...{ has_started: true, receipts: [2000], transactions: ['sale'], cases: ORDERS },
      },
    ]);
    expect(await books()).toMatchObject({ ledger: { 'sales:subscription': -ORDERS * 2000 }, sum: 0 });
    await expectTold(
      users.map((_, index) => rowOf(index)?.id ?? ''),
      () => ['started'],
    );
  }, 1_200_000);
});
