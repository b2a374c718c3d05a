import { readFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import type Stripe from 'stripe';
import type { ApiContext, Failure, RefundStatus } from './api.route.js';
import { createApiServer } from './api.server.js';
import { addAuthenticationPage } from './authentication.page.js';
import { EventLog } from './event.log.js';
import { IdempotencyKeys } from './idempotency.keys.js';
import { addOverviewPage } from './overview.page.js';
import { addOnboardingPages } from './resources/connect/onboarding.page.js';
import { closeDispute, disputeCharge, returnDisputed } from './resources/money-back/dispute.lifecycle.js';
import { endRefund, type RefundEnd } from './resources/money-back/refund.lifecycle.js';
import { endDebit, endDueDebits } from './resources/payment-intent.debit.js';
import { API_ROUTES } from './resources/resource.table.js';
import { runDue } from './resources/subscriptions/billing.cycle.js';
import { applyConfiguredEndpoints } from './resources/webhook-endpoints.resource.js';
import type { StripeEventRecord, WebhookDelivery } from './state.records.js';
import { StateStore } from './state.store.js';
import type { StandInLogger } from './webhook.sender.js';
import { DEFAULT_RETRY_DELAYS_MS, WebhookSender } from './webhook.sender.js';

export interface StripeStandInOptions {
  /** 0 takes any free port. */
  port: number;
  /** Default 127.0.0.1. */
  host?: string;
  /** Endpoints that get every event; the n-th keeps its undelivered events over restarts. */
  webhooks?: readonly { url: string; secret: string }[];
  /** Where state outlives a restart; without it everything ends with `close`. */
  stateFile?: string;
  /** Waits before the 2nd, 3rd, … attempt; its length plus one is the number of attempts. Default 1 s to 30 s, 20 attempts. */
  retryDelaysMs?: readonly number[];
  /** How long a POST is in progress before it is carried out, in milliseconds; default 0. */
  latencyMs?: number;
  /** Names a file with the milliseconds by which everything is ahead; webhook signatures keep real time. */
  clockFile?: string;
  logger?: StandInLogger;
}

export interface StripeStandIn {
  readonly url: string;
  readonly port: number;
  /** Stops answering and sending, and writes the state file. */
  close(): Promise<void>;
  /**
   * Resolves when no event is left to deliver (while paused: when no attempt runs).
   * @throws Error after `timeoutMs`, default 30 s
   */
  drain(timeoutMs?: number): Promise<void>;
  /** Newest first, as all lists here. */
  listPaymentIntents(): Stripe.PaymentIntent[];
  listCustomers(): Stripe.Customer[];
  listCharges(): Stripe.Charge[];
  listSubscriptions(): Stripe.Subscription[];
  listInvoices(): Stripe.Invoice[];
  listRefunds(): Stripe.Refund[];
  listDisputes(): Stripe.Dispute[];
  listAccounts(): Stripe.Account[];
  listTransfers(): Stripe.Transfer[];
  /** All events, those of connected accounts among them, which Stripe's own list of the platform leaves out. */
  listEvents(): StripeEventRecord[];
  /** How an event fared, one entry per endpoint. */
  listDeliveries(eventId: string): WebhookDelivery[];
  /** Keeps events back until `resumeWebhooks`. */
  pauseWebhooks(): void;
  resumeWebhooks(): void;
  /** While on, new events are kept and listed but never sent, as if the network had lost every attempt. */
  dropWebhooks(on: boolean): void;
  /**
   * Lets the cardholder dispute a paid charge, named by its id or its PaymentIntent's: all that is left of it, or an amount
   * that may go beyond what is left after refunds.
   * @throws Error when there is none or other disputes leave less, and without an amount when it was disputed before
   */
  dispute(chargeOrIntentId: string, amount?: number): Stripe.Dispute;
  /**
   * Lets the bank decide an open dispute. What was refunded before comes back also when it is lost.
   * @throws Error when there is none
   */
  closeDispute(id: string, outcome: 'won' | 'lost'): Stripe.Dispute;
  /**
   * Lets the bank give back, of a dispute that was lost, some of what it has kept; with all of it the dispute is won.
   * @throws Error when there is none or less was kept
   */
  returnDisputed(id: string, amount: number): Stripe.Dispute;
  /** While on, every key is refused, as after another one was made in its place. */
  refuseKeys(on: boolean): void;
  /**
   * Answers the next POST to a path such as `/v1/refunds` with 500, though it may have been carried out. Under its key that
   * is the answer for a day.
   */
  failNext(path: string, how?: Partial<Omit<Failure, 'path'>>): void;
  /** With what status refunds are made from now on; `succeeded` until it is called. */
  refundsBegin(status: RefundStatus): void;
  /** While on, refunds are refused, as when the platform's balance is empty. */
  refuseRefunds(on: boolean): void;
  /**
   * Lets the bank end a refund: one that waits, or, for `failed`, one that had succeeded.
   * @throws Error when there is none, or it has failed before
   */
  endRefund(id: string, status: RefundEnd): Stripe.Refund;
  /**
   * Lets the bank say, before its days are over, whether it sends what an intent is `processing` for.
   * @throws Error when it waits for none
   */
  endDebit(intentId: string): Stripe.PaymentIntent;
  /**
   * Sends an event once more, even if delivered or paused; resolves after that attempt.
   * @throws Error for an unknown event
   */
  redeliver(eventId: string): Promise<void>;
}

const LOOK_FOR_DUE_MS = 1000;

/** Starts a local server that speaks Stripe's HTTP API, so that the official SDK and real webhooks work against it. */
export async function startStripe(options: StripeStandInOptions): Promise<StripeStandIn> {
  const { host = '127.0.0.1', logger } = options;
  const nowSeconds = standInClock(options.clockFile);
  const store = await StateStore.open(options.stateFile, (error) =>
    logger?.warn({ error: String(error) }, 'state not written'),
  );
  applyConfiguredEndpoints(store, options.webhooks ?? [], nowSeconds());
  const webhooks = new WebhookSender(store, options.retryDelaysMs ?? DEFAULT_RETRY_DELAYS_MS, logger);
  const events = new EventLog(store, webhooks, nowSeconds);
  let url = '';
  const context: ApiContext = {
    store,
    events,
    webhooks,
    now: nowSeconds,
    baseUrl: () => url,
    bank: { refundStatus: 'succeeded' },
    balance: { isEmpty: false },
    keys: { areRefused: false },
    failures: [],
  };

  const app = createApiServer({
    routes: API_ROUTES,
    context,
    keys: new IdempotencyKeys(store, nowSeconds),
    latencyMs: options.latencyMs ?? 0,
    logger,
  });
  addOverviewPage(app, context);
  addAuthenticationPage(app, context);
  addOnboardingPages(app, context);
  await app.listen({ port: options.port, host });
  const { port } = app.server.address() as AddressInfo;
  // Listening on every interface, the stand-in is still reached by a name; links need one.
  url = `http://${host === '0.0.0.0' || host === '::' ? '127.0.0.1' : host}:${port}`;
  webhooks.start();
  const due = setInterval(() => {
    try {
      endDueDebits(context);
      runDue(context);
    } catch (error) {
      logger?.warn({ error: String(error) }, 'billing broke off');
    }
  }, LOOK_FOR_DUE_MS).unref();
  logger?.info({ url }, 'Stripe stand-in listening');

  return {
    url,
    port,
    async close() {
      clearInterval(due);
      await app.close();
      await webhooks.close();
      await store.flush();
    },
    drain: (timeoutMs = 30_000) => webhooks.drain(timeoutMs),
    listPaymentIntents: () => store.in('payment_intents').newestFirst(),
    listCustomers: () => store.in('customers').newestFirst(),
    listCharges: () => store.in('charges').newestFirst(),
    listSubscriptions: () => store.in('subscriptions').newestFirst(),
    listInvoices: () => store.in('invoices').newestFirst(),
    listRefunds: () => store.in('refunds').newestFirst(),
    listDisputes: () => store.in('disputes').newestFirst(),
    listAccounts: () => store.in('accounts').newestFirst(),
    listTransfers: () => store.in('transfers').newestFirst(),
    listEvents: () => store.in('events').newestFirst(),
    listDeliveries: (eventId) => webhooks.deliveriesOf(eventId),
    pauseWebhooks: () => webhooks.pause(),
    resumeWebhooks: () => webhooks.resume(),
    dropWebhooks: (on) => webhooks.drop(on),
    dispute: (chargeOrIntentId, amount) => disputeCharge(chargeOrIntentId, context, amount),
    refuseKeys(on) {
      context.keys.areRefused = on;
    },
    failNext(path, { isCarriedOut = false } = {}) {
      context.failures.push({ path, isCarriedOut });
    },
    refundsBegin(status) {
      context.bank.refundStatus = status;
    },
    refuseRefunds(on) {
      context.balance.isEmpty = on;
    },
    endRefund: (id, status) => endRefund(id, status, context),
    endDebit: (intentId) => endDebit(intentId, context),
    closeDispute: (id, outcome) => closeDispute(id, outcome, context),
    returnDisputed: (id, amount) => returnDisputed(id, amount, context),
    async redeliver(eventId) {
      const event = store.in('events').get(eventId);
      if (event === undefined) throw new Error(`No such event: ${eventId}`);
      await webhooks.redeliver(event);
    },
  };
}

/**
 * Tells the time in epoch seconds. With `clockFile` it runs ahead by the milliseconds that the file holds, as the
 * clock of the product's services does; a missing file moves nothing.
 */
function standInClock(clockFile: string | undefined): () => number {
  return () => {
    const aheadMs = clockFile === undefined ? 0 : read(clockFile);
    return Math.floor((Date.now() + aheadMs) / 1000);
  };
}

function read(path: string): number {
  try {
    return Number(readFileSync(path, 'utf8')) || 0;
  } catch {
    // Not written yet: the time is what it is.
    return 0;
  }
}
