import Stripe from 'stripe';
import { DataSource } from 'typeorm';
import { type AgreementStatus, newAgreementId, type PlanType, paymentSucceeded } from '#contracts';
import { type Principal, type RunningService, ServiceTokens, startService, visitor } from '#platform';
import {
  createTestDatabase,
  EventTap,
  type Servers,
  type StripeStandIn,
  startServers,
  startStripe,
  type TestDatabase,
} from '#testing';
import { testEnv, uniqueName } from '../../../libs/platform/test/test-service.js';
import { migrate } from '../src/migrate.js';
import { paymentsService } from '../src/service.js';
import { type AgreementsApi, startAgreementsApi } from './agreements-api.js';

export const WEBHOOK_SECRET = 'whsec_current';
export const NEXT_WEBHOOK_SECRET = 'whsec_next';

export interface OrderRow {
  status: string;
  attempt: number;
  payment_intent_id: string | null;
  receipt_number: string | null;
  last_error: string | null;
  paid_at: Date | null;
}

interface Answer<Body> {
  status: number;
  text: string;
  body: Body;
}

const secret = 'a-secret-of-at-least-thirty-two-characters';
export const anna: Principal = { kind: 'user', id: 41, sessionId: 'anna' };
export const ben: Principal = { kind: 'user', id: 42, sessionId: 'ben' };

/** The payments service with real servers, the official SDK against the Stripe stand-in, and a table of agreements. */
export class Payments {
  readonly tokens = new ServiceTokens(secret);

  private constructor(
    readonly service: RunningService,
    readonly stripe: StripeStandIn,
    readonly sdk: Stripe,
    readonly agreements: AgreementsApi,
    readonly rows: DataSource,
    readonly tap: EventTap,
    private readonly servers: Servers,
    private readonly database: TestDatabase,
  ) {}

  static async start(): Promise<Payments> {
    const servers = await startServers({ ephemeral: true });
    const database = await createTestDatabase(servers.databaseUrl);
    await migrate(database.url);
    const rows = await new DataSource({ type: 'postgres', url: database.url }).initialize();
    const stripe = await startStripe({ port: 0, latencyMs: 20 });
    const agreements = await startAgreementsApi(secret);
    const tap = await EventTap.open(servers.amqpUrl, [paymentSucceeded]);
    // A name of its own keeps its queues apart from those of other tests on the same servers.
    const service = await startService(
      { ...paymentsService, name: uniqueName() },
      {
        ...testEnv({
          SERVICE_TOKEN_SECRET: secret,
          DATABASE_URL: database.url,
          REDIS_URL: servers.redisUrl,
          AMQP_URL: servers.amqpUrl,
          AGREEMENTS_URL: agreements.url,
          STRIPE_SECRET_KEY: 'sk_test_local',
          STRIPE_API_BASE: stripe.url,
          STRIPE_WEBHOOK_SECRET: `${WEBHOOK_SECRET}, ${NEXT_WEBHOOK_SECRET}`,
        }),
      },
    );
    const sdk = new Stripe('sk_test_local', {
      host: '127.0.0.1',
      port: stripe.port,
      protocol: 'http',
      telemetry: false,
    });
    return new Payments(service, stripe, sdk, agreements, rows, tap, servers, database);
  }

  /** An agreement of Anna's that can be paid. */
  agreement(planType: PlanType = 'split-second-contract', status: AgreementStatus = 'pending'): string {
    const agreementId = newAgreementId();
    this.agreements.agreements.set(agreementId, { ownerId: anna.id, planType, status });
    return agreementId;
  }

  createIntent(
    body: object,
    { caller = anna, headers = {} }: { caller?: Principal; headers?: Record<string, string> } = {},
  ): Promise<Answer<Record<string, string | number>>> {
    return this.call('/api/create-payment-intent', JSON.stringify(body), caller, headers);
  }

  /** Opens a payment for a new agreement, as the checkout page does. */
  async open(): Promise<{ agreementId: string; intentId: string }> {
    const agreementId = this.agreement();
    const { status, body } = await this.createIntent({ agreementId, planType: 'split-second-contract' });
    if (status !== 200) throw new Error(`create-payment-intent answered ${status}`);
    return { agreementId, intentId: String(body.paymentIntentId) };
  }

  pay(intentId: string, method = 'pm_card_visa'): Promise<Stripe.PaymentIntent> {
    return this.sdk.paymentIntents.confirm(intentId, {
      payment_method: method,
      return_url: 'http://localhost/done',
    });
  }

  /** What Stripe tells, signed as it signs. */
  deliver(
    body: string,
    { secret = WEBHOOK_SECRET, ageSeconds = 0 }: { secret?: string; ageSeconds?: number } = {},
  ): Promise<Answer<unknown>> {
    const timestamp = Math.floor(Date.now() / 1000) - ageSeconds;
    const signature = this.sdk.webhooks.generateTestHeaderString({ payload: body, secret, timestamp });
    return this.deliverSigned(body, signature);
  }

  deliverSigned(body: string, signature: string | null): Promise<Answer<unknown>> {
    const headers: Record<string, string> = signature === null ? {} : { 'stripe-signature': signature };
    return this.call('/api/webhooks/stripe', body, visitor, headers);
  }

  /** Bodies of the events that Stripe has about one PaymentIntent, oldest first. */
  eventsAbout(intentId: string): string[] {
    return this.stripe
      .listEvents()
      .filter(({ type, data }) => type.startsWith('payment_intent.') && objectId(data.object) === intentId)
      .reverse()
      .map((event) => JSON.stringify(event, null, 2));
  }

  async order(agreementId: string): Promise<OrderRow | undefined> {
    const [row] = await this.rows.query<OrderRow[]>('select * from orders where agreement_id = $1', [
      agreementId,
    ]);
    return row;
  }

  async state(agreementId: string, caller = anna): Promise<unknown> {
    const answer = await fetch(`${this.service.url}/api/payments/${agreementId}`, {
      headers: { 'x-service-token': this.tokens.issue(caller) },
    });
    return answer.json();
  }

  async storedEvents(): Promise<number> {
    const [row] = await this.rows.query<{ count: number }[]>(
      'select count(*)::int as count from stripe_events',
    );
    return row?.count ?? 0;
  }

  /** Until no work waits: every job closed, nothing left in the outbox. */
  async isQuiet(): Promise<void> {
    const [row] = await this.rows.query<{ open: number }[]>(
      `select (select count(*) from jobs where status in ('queued', 'running'))::int
         + (select count(*) from outbox)::int as open`,
    );
    if (row?.open !== 0) throw new Error(`${row?.open} jobs or events are still open`);
  }

  async close(): Promise<void> {
    await this.service.close();
    await this.tap.close();
    await this.agreements.close();
    await this.stripe.close().catch(() => undefined);
    await this.rows.destroy();
    await this.database.drop();
    await this.servers.stop();
  }

  private async call<Body>(
    path: string,
    body: string,
    caller: Principal,
    headers: Record<string, string>,
  ): Promise<Answer<Body>> {
    const answer = await fetch(this.service.url + path, {
      method: 'POST',
      body,
      headers: {
        'content-type': 'application/json',
        'x-service-token': this.tokens.issue(caller),
        ...headers,
      },
    });
    const text = await answer.text();
    return { status: answer.status, text, body: JSON.parse(text) as Body };
  }
}

function objectId(object: unknown): unknown {
  return (object as { id?: unknown }).id;
}
