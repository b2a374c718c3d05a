import { mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Stripe from 'stripe';
import { DataSource } from 'typeorm';
import {
  type AgreementStatus,
  agreementCovered,
  createEnvelope,
  type EventDefinition,
  type EventEnvelope,
  escrowChanged,
  humanTranscriptPaid,
  jobGivenUp,
  newAgreementId,
  type PlanType,
  paymentRefunded,
  paymentRefundFailed,
  paymentRefused,
  paymentSucceeded,
  sellerLinkRequested,
  subscriptionChanged,
  subscriptionRefunded,
} from '#contracts';
import { JobsModule } from '#jobs';
import { Publisher } from '#messaging';
import { HealthRegistry, type RunningService, startService } from '#platform';
import { type StripeStandIn, startStripe } from '#stand-ins';
import {
  createMigratedDatabase,
  EventTap,
  eventually,
  type Servers,
  startServers,
  type TestDatabase,
} from '#testing';
import { Deliveries } from '../../../libs/outbox/test/deliveries.js';
import { testEnv, uniqueName } from '../../../libs/platform/test/test-service.js';
import { migrate } from '../src/migrate.js';
import { paymentsService } from '../src/service.js';
import { type AgreementsApi, startAgreementsApi } from './agreements-api.js';
import { ledgerViolations } from './ledger-violations.js';
import { anna, ben, NEXT_WEBHOOK_SECRET, PaymentsClient, secret, WEBHOOK_SECRET } from './payments.client.js';

export {
  type Answer,
  admin,
  anna,
  ben,
  NEXT_WEBHOOK_SECRET,
  otherService,
  WEBHOOK_SECRET,
} from './payments.client.js';

export interface OrderRow {
  id: string;
  user_id: number;
  purpose: string;
  amount_cents: number;
  status: string;
  attempt: number;
  payment_intent_id: string | null;
  receipt_number: string | null;
  last_error: string | null;
  is_bank_taking: boolean;
  paid_at: Date | null;
  contract_cancelled_at: Date | null;
  refund_reason: string | null;
  refund_note: string | null;
  refunded_by: number | null;
  refund_id: string | null;
  refunded_at: Date | null;
}

/** What the service tells others. */
const TOLD = [
  paymentSucceeded,
  paymentRefused,
  humanTranscriptPaid,
  agreementCovered,
  paymentRefunded,
  paymentRefundFailed,
  escrowChanged,
  sellerLinkRequested,
  subscriptionChanged,
  subscriptionRefunded,
  jobGivenUp,
];
const HANDLED_MS = 15_000;

/** The payments service with real servers, the official SDK against the Stripe stand-in, and a table of agreements. */
export class Payments extends PaymentsClient {
  private readonly replicas: RunningService[] = [];

  private constructor(
    service: RunningService,
    stripe: StripeStandIn,
    sdk: Stripe,
    readonly agreements: AgreementsApi,
    readonly rows: DataSource,
    readonly tap: EventTap,
    private readonly deliveries: Deliveries,
    private readonly name: string,
    private readonly env: Record<string, string>,
    private readonly servers: Servers,
    private readonly database: TestDatabase,
    private readonly folder: string,
  ) {
    super(service, stripe, sdk);
  }

  /** @param overrides of the service's environment */
  static async start(overrides: Record<string, string> = {}): Promise<Payments> {
    const servers = await startServers({ ephemeral: true });
    const database = await createMigratedDatabase(servers.databaseUrl, 'payments', migrate);
    const rows = await new DataSource({ type: 'postgres', url: database.url }).initialize();
    const stripe = await startStripe({ port: 0, latencyMs: 20 });
    const agreements = await startAgreementsApi(secret);
    const users = [anna, ben].map(({ id, sessionId }) => ({ id, username: String(sessionId) }));
    for (const { id, username } of users) {
      agreements.users.set(id, { id, username, email: `${username}@example.test` });
    }
    const tap = await EventTap.open(servers.amqpUrl, TOLD);
    const folder = await mkdtemp(join(tmpdir(), 'payments-int-'));
    // A name of its own keeps its queues apart from those of other tests on the same servers.
    const name = uniqueName();
    const env = testEnv({
      SERVICE_TOKEN_SECRET: secret,
      DATABASE_URL: database.url,
      REDIS_URL: servers.redisUrl,
      AMQP_URL: servers.amqpUrl,
      AGREEMENTS_URL: agreements.url,
      AUTH_URL: agreements.url,
      NOTIFICATIONS_URL: agreements.url,
      PUBLIC_URL: 'http://localhost:8080',
      LINK_SECRET: secret,
      STRIPE_SECRET_KEY: 'sk_test_local',
      STRIPE_API_BASE: stripe.url,
      STRIPE_WEBHOOK_SECRET: `${WEBHOOK_SECRET}, ${NEXT_WEBHOOK_SECRET}`,
      EVENT_RETRY_DELAYS: '50,50',
      CLOCK_FILE: join(folder, 'clock'),
      ...overrides,
    });
    const deliveries = new Deliveries();
    const service = await startOne(name, env, deliveries);
    const sdk = new Stripe('sk_test_local', {
      host: '127.0.0.1',
      port: stripe.port,
      protocol: 'http',
      telemetry: false,
    });
    return new Payments(
      service,
      stripe,
      sdk,
      agreements,
      rows,
      tap,
      deliveries,
      name,
      env,
      servers,
      database,
      folder,
    );
  }

  /** Another instance of the service on the same database, queues and broker. */
  async replica(): Promise<RunningService> {
    const replica = await startOne(this.name, this.env, this.deliveries);
    this.replicas.push(replica);
    return replica;
  }

  /** An agreement of Anna's that can be paid. */
  agreement(planType: PlanType = 'split-second-contract', status: AgreementStatus = 'pending'): string {
    const agreementId = newAgreementId();
    this.agreements.agreements.set(agreementId, { ownerId: anna.id, planType, status });
    return agreementId;
  }

  /** What time the service sees from now on; it goes on from there. */
  async setClock(now: Date): Promise<void> {
    const file = join(this.folder, 'clock');
    await writeFile(`${file}.new`, String(now.getTime() - Date.now()));
    await rename(`${file}.new`, file);
  }

  event<Data extends object>(definition: EventDefinition<Data>, data: Data): EventEnvelope<Data> {
    return createEnvelope(definition, data, { correlationId: 'test-correlation', causationId: null });
  }

  /** Puts an event on the broker as its producer would. */
  async publish(event: EventEnvelope): Promise<void> {
    await this.service.app.get(Publisher).publish(event);
  }

  /** Publishes an event and waits until the consumer `handler` has made of it what it makes. */
  async tell<Data extends object>(
    definition: EventDefinition<Data>,
    data: Data,
    handler: string,
    times = 1,
    occurredAt = new Date(),
  ): Promise<void> {
    const event = { ...this.event(definition, data), occurredAt: occurredAt.toISOString() };
    await this.publish(event);
    await this.deliveries.reach(event, handler, 1);
    for (let time = 1; time < times; time += 1) await this.publish(event);
    await this.deliveries.reach(event, handler, times);
    const dead = await this.rows.query<unknown[]>('select 1 from dead_letters where handler = $1', [
      `${this.name}.${handler}`,
    ]);
    if (dead.length > 0) throw new Error(`${handler} gave up ${dead.length} messages`);
  }

  /** Delivers every event that Stripe has and the service has not, oldest first, and waits until the work is done. */
  async deliverEvents(): Promise<void> {
    await this.deliverNew();
    await this.quiet();
  }

  /** The same without waiting. */
  async deliverNew(): Promise<void> {
    const known = await this.rows.query<{ id: string }[]>('select id from stripe_webhooks');
    const ids = new Set(known.map(({ id }) => id));
    for (const event of this.stripe.listEvents().reverse()) {
      if (!ids.has(event.id)) await this.deliver(JSON.stringify(event));
    }
  }

  /** Until no work waits and everything that the service told is heard. */
  async quiet(timeoutMs = 30_000): Promise<void> {
    await eventually(() => this.isQuiet(), timeoutMs, 'a quiet service');
    await this.tap.caughtUp();
  }

  /** Opens a payment for a new agreement, as the checkout page does. */
  async open(): Promise<{ agreementId: string; intentId: string }> {
    const agreementId = this.agreement();
    const { status, body } = await this.createIntent({ agreementId, planType: 'split-second-contract' });
    if (status !== 200) throw new Error(`create-payment-intent answered ${status}`);
    return { agreementId, intentId: String(body.paymentIntentId) };
  }

  async order(agreementId: string, purpose = 'contract'): Promise<OrderRow | undefined> {
    const [row] = await this.rows.query<OrderRow[]>(
      'select * from orders where agreement_id = $1 and purpose = $2 and replaced_at is null',
      [agreementId, purpose],
    );
    return row;
  }

  async state(agreementId: string, caller = anna, type = 'contract'): Promise<unknown> {
    return (await this.get(`/api/payments/${agreementId}?type=${type}`, caller)).body;
  }

  /** Cents by account. */
  async ledger(): Promise<Record<string, number>> {
    const rows = await this.rows.query<{ account: string; cents: string }[]>(
      'select account, balance_cents as cents from ledger_balances where balance_cents <> 0 order by account',
    );
    return Object.fromEntries(rows.map(({ account, cents }) => [account, Number(cents)]));
  }

  /** The accounts whose balance is another one than before, and by how many cents. */
  async ledgerSince(before: Record<string, number>): Promise<Record<string, number>> {
    const after = await this.ledger();
    return Object.fromEntries(
      [...new Set([...Object.keys(before), ...Object.keys(after)])]
        .map((account) => [account, (after[account] ?? 0) - (before[account] ?? 0)] as const)
        .filter(([, cents]) => cents !== 0),
    );
  }

  /** What `make verify` would say of the ledger. */
  ledgerViolations(): Promise<string[]> {
    return ledgerViolations(this.database.url);
  }

  async storedEvents(): Promise<number> {
    const [row] = await this.rows.query<{ count: number }[]>(
      'select count(*)::int as count from stripe_webhooks',
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
    for (const one of [this.service, ...this.replicas]) await one.close();
    await this.tap.close();
    await this.agreements.close();
    await this.stripe.close().catch(() => undefined);
    await this.rows.destroy();
    await this.database.drop();
    await this.servers.stop();
    await rm(this.folder, { recursive: true, force: true });
  }
}

async function startOne(
  name: string,
  env: Record<string, string>,
  deliveries: Deliveries,
): Promise<RunningService> {
  const service = await startService({ ...paymentsService, name }, env);
  deliveries.watch(service);
  // Its consumers are attached a moment after it answers.
  await eventually(() => isHealthy(service), HANDLED_MS, 'a healthy service');
  await withoutRounds(service);
  return service;
}

/** No round comes by itself: it would take what a test's own round is to find. */
async function withoutRounds({ app }: RunningService): Promise<void> {
  const { schedules } = app.get(JobsModule) as unknown as { schedules: { stop(): Promise<void> }[] };
  await Promise.all(schedules.splice(0).map((schedule) => schedule.stop()));
}

async function isHealthy(service: RunningService): Promise<void> {
  const { status, checks } = await service.app.get(HealthRegistry).check();
  if (status !== 'up') throw new Error(JSON.stringify(checks));
}
