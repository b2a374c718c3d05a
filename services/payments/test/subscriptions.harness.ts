import type Stripe from 'stripe';
import type { SubscriptionChanged } from '#contracts';
import type { Principal } from '#platform';
import { eventually } from '#testing';
import { LookAtSubscriptions } from '../src/subscriptions/subscription.follower.js';
import type { SubscriptionView } from '../src/subscriptions/subscription.view.js';
import type { Answer, Payments } from './payments.harness.js';

interface StoredSubscription {
  id: string;
  status: string;
  stripe_subscription_id: string | null;
  ends_at_period_end: boolean;
  period_end: Date | null;
  paid_invoice_id: string | null;
  failed_invoice_id: string | null;
  started_at: Date | null;
  ended_at: Date | null;
}

interface Receipt {
  number: string;
  source_id: string;
  amount_cents: number;
}

let lastUser = 1000;

/** One user with their subscription: what they do, what Stripe has, what is stored and what was told. */
export class Subscriber {
  readonly caller: Principal;
  private clockId: string | null = null;

  constructor(private readonly payments: Payments) {
    lastUser += 1;
    const id = lastUser;
    this.caller = { kind: 'user', id, sessionId: `user-${id}` };
    payments.agreements.users.set(id, { id, username: `user-${id}`, email: `user-${id}@example.test` });
  }

  /** A user whose customer lives by a test clock of Stripe's. */
  static async onClock(payments: Payments): Promise<Subscriber> {
    const subscriber = new Subscriber(payments);
    const frozen = Math.floor(Date.now() / 1000);
    const clock = await payments.sdk.testHelpers.testClocks.create({ frozen_time: frozen });
    const customer = await payments.sdk.customers.create({ test_clock: clock.id });
    await payments.rows.query('insert into customers (user_id, stripe_customer_id) values ($1, $2)', [
      subscriber.caller.id,
      customer.id,
    ]);
    subscriber.clockId = clock.id;
    return subscriber;
  }

  create(userId: unknown = this.caller.id): Promise<Answer<{ clientSecret: string; code?: string }>> {
    return this.payments.post('/api/create-subscription', { userId }, this.caller);
  }

  view(): Promise<Answer<SubscriptionView & { code?: string }>> {
    return this.payments.get('/api/user/subscription', this.caller);
  }

  act(what: 'cancel' | 'resume'): Promise<Answer<SubscriptionView & { code?: string }>> {
    return this.payments.post(`/api/user/subscription/${what}`, {}, this.caller);
  }

  /** Begins it and answers the client secret. */
  async begin(): Promise<string> {
    const { status, text, body } = await this.create();
    if (status !== 200) throw new Error(`create-subscription answered ${status}: ${text}`);
    return body.clientSecret;
  }

  pay(clientSecret: string, method?: string): Promise<Stripe.PaymentIntent> {
    return this.payments.pay(clientSecret.split('_secret_', 1)[0] ?? '', method);
  }

  /** Subscribed, paid, and known to be. */
  async start(): Promise<void> {
    await this.pay(await this.begin());
    await this.payments.deliverEvents();
  }

  /** Lets days pass at Stripe, which only counts for a subscriber on a clock. */
  async pass(days: number): Promise<void> {
    const { testClocks } = this.payments.sdk.testHelpers;
    const { frozen_time } = await testClocks.retrieve(this.clockId ?? '');
    await this.passUntil(new Date((frozen_time + days * 86_400) * 1000));
  }

  /** The same until a time. */
  async passUntil(time: Date | null | undefined): Promise<void> {
    const { testClocks } = this.payments.sdk.testHelpers;
    const id = this.clockId ?? '';
    await testClocks.advance(id, { frozen_time: (time?.getTime() ?? 0) / 1000 });
    await eventually(
      async () => {
        if ((await testClocks.retrieve(id)).status !== 'ready') throw new Error('still advancing');
      },
      10_000,
      'the clock has advanced',
    );
  }

  /** From now on Stripe charges this card. */
  async useCard(method: string): Promise<void> {
    const { sdk } = this.payments;
    const { customer, id } = await this.atStripe();
    const attached = await sdk.paymentMethods.attach(method, { customer: String(customer) });
    await sdk.subscriptions.update(id, { default_payment_method: attached.id });
  }

  /** The newest of the user's subscriptions at Stripe. */
  async atStripe(): Promise<Stripe.Subscription> {
    const [newest] = await this.allAtStripe();
    if (newest === undefined) throw new Error('Stripe has no subscription of this user');
    return newest;
  }

  async latestInvoice(): Promise<Stripe.Invoice> {
    const { latest_invoice: latest } = await this.atStripe();
    return this.payments.sdk.invoices.retrieve(String(latest));
  }

  async allAtStripe(): Promise<Stripe.Subscription[]> {
    const [row] = await this.payments.rows.query<{ customer: string }[]>(
      'select stripe_customer_id as customer from customers where user_id = $1',
      [this.caller.id],
    );
    const { data } = await this.payments.sdk.subscriptions.list({
      customer: row?.customer ?? '',
      status: 'all',
    });
    return data;
  }

  /** Oldest first. */
  stored(): Promise<StoredSubscription[]> {
    return this.payments.rows.query<StoredSubscription[]>(
      'select * from subscriptions where user_id = $1 order by id',
      [this.caller.id],
    );
  }

  receipts(): Promise<Receipt[]> {
    return this.payments.rows.query<Receipt[]>(
      `select number, source_id, amount_cents from receipts where user_id = $1 and purpose = 'subscription' order by number`,
      [this.caller.id],
    );
  }

  /** Cents that the ledger has for the invoices of the receipts. */
  async booked(): Promise<number> {
    const [row] = await this.payments.rows.query<{ cents: number }[]>(
      `select coalesce(-sum(e.amount_cents), 0)::float8 as cents
       from ledger_transactions t join ledger_entries e on e.transaction_id = t.id
       where t.kind = 'sale' and e.account = 'sales:subscription'
         and t.ref in (select source_id from receipts where user_id = $1)`,
      [this.caller.id],
    );
    return row?.cents ?? 0;
  }

  /** What was told of the user, in order. */
  told(): SubscriptionChanged[] {
    return this.payments.tap.heard
      .filter(({ type }) => type === 'payments.subscription.changed')
      .map(({ data }) => data as SubscriptionChanged)
      .filter(({ userId }) => userId === this.caller.id);
  }

  /** Waits until exactly these changes were told. */
  async expectTold(...changes: SubscriptionChanged['change'][]): Promise<void> {
    await this.payments.quiet();
    const look = () => Promise.resolve(expect(this.told().map(({ change }) => change)).toEqual(changes));
    await eventually(look, 5000, `told ${changes.join(', ')}`);
  }
}

/** What the service does by itself every minute. */
export function lookAround(payments: Payments): Promise<void> {
  return payments.service.app.get(LookAtSubscriptions).round(new AbortController().signal);
}
