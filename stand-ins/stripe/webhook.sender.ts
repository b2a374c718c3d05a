import { createHmac } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type Stripe from 'stripe';
import type { StripeEventRecord } from './state.records.js';
import { deliveryId, type WebhookDelivery } from './state.records.js';
import type { StateStore } from './state.store.js';

/** Waits before the 2nd, 3rd, … 20th attempt, in milliseconds: 1 s, doubling, at most 30 s. */
export const DEFAULT_RETRY_DELAYS_MS: readonly number[] = Array.from({ length: 19 }, (_, retry) =>
  Math.min(1000 * 2 ** retry, 30_000),
);

const ATTEMPT_TIMEOUT_MS = 10_000;
const DUE = { state: 'pending', lastResult: null } as const;
const DROPPED = { state: 'failed', lastResult: 'dropped' } as const;
const MAX_AT_ONCE = 8;

/**
 * Takes events to the webhook endpoints: signed anew for each attempt, retried until a 2xx, never twice at once for
 * the same event and endpoint. What is left to send is in the store, so it outlives the process.
 */
export class WebhookSender {
  private readonly timers = new Map<string, NodeJS.Timeout>();
  private readonly ready = new Set<string>();
  private readonly active = new Map<string, Promise<void>>();
  private readonly pending = new Set<string>();
  private readonly closing = new AbortController();
  private isPaused = false;
  private isDropping = false;

  constructor(
    private readonly store: StateStore,
    private readonly retryDelaysMs: readonly number[],
    private readonly logger: StandInLogger | undefined,
  ) {}

  /** Takes up what an earlier run left undelivered. */
  start(): void {
    for (const delivery of this.store.in('deliveries').values()) {
      if (delivery.state === 'pending') this.schedule(delivery);
    }
  }

  /** Plans the delivery of a new event to every endpoint that asked for its type; returns how many are to come. */
  enqueue(event: StripeEventRecord): number {
    const targets = this.endpointsFor(event.type);
    if (this.isDropping) {
      for (const endpoint of targets) this.plan(event.id, endpoint.id, DROPPED);
      return 0;
    }
    for (const endpoint of targets) this.schedule(this.plan(event.id, endpoint.id));
    return targets.length;
  }

  pendingFor(eventId: string): number {
    return this.deliveriesOf(eventId).filter((delivery) => delivery.state === 'pending').length;
  }

  deliveriesOf(eventId: string): WebhookDelivery[] {
    const deliveries = this.store.in('deliveries');
    return [...this.store.in('webhook_endpoints').values()]
      .map((endpoint) => deliveries.get(deliveryId(eventId, endpoint.id)))
      .filter((delivery) => delivery !== undefined);
  }

  /** While on, new events count as failed without an attempt; only `redeliver` still sends them. */
  drop(on: boolean): void {
    this.isDropping = on;
  }

  pause(): void {
    this.isPaused = true;
  }

  resume(): void {
    this.isPaused = false;
    this.pump();
  }

  /** Sends an event once more now, delivered or not, paused or not; resolves after that attempt. */
  async redeliver(event: StripeEventRecord): Promise<void> {
    await Promise.all(
      this.endpointsFor(event.type).map(async (endpoint) => {
        const id = deliveryId(event.id, endpoint.id);
        while (this.active.has(id)) await this.active.get(id);
        this.schedule(this.plan(event.id, endpoint.id));
        await this.begin(id);
      }),
    );
  }

  /**
   * Resolves when nothing is left to send (each event delivered or given up) or, while paused, when no attempt runs.
   * @throws Error after `timeoutMs`
   */
  async drain(timeoutMs: number): Promise<void> {
    const end = Date.now() + timeoutMs;
    while (this.active.size > 0 || (!this.isPaused && this.pending.size > 0)) {
      if (Date.now() > end) throw new Error(`Still undelivered: ${[...this.pending].join(', ')}`);
      await delay(5);
    }
  }

  /** Stops sending; a broken-off attempt stays pending and does not count. */
  async close(): Promise<void> {
    this.closing.abort();
    for (const timer of this.timers.values()) clearTimeout(timer);
    this.timers.clear();
    this.ready.clear();
    await Promise.all(this.active.values());
  }

  private endpointsFor(type: string): Stripe.WebhookEndpoint[] {
    return [...this.store.in('webhook_endpoints').values()].filter(
      ({ enabled_events: wanted, status }) =>
        status === 'enabled' && (wanted.includes('*') || wanted.includes(type)),
    );
  }

  private plan(
    eventId: string,
    endpointId: string,
    start: Pick<WebhookDelivery, 'state' | 'lastResult'> = DUE,
  ): WebhookDelivery {
    return this.store.in('deliveries').put({
      id: deliveryId(eventId, endpointId),
      eventId,
      endpointId,
      attempts: 0,
      dueAt: Date.now(),
      ...start,
    });
  }

  private schedule({ id, dueAt }: WebhookDelivery): void {
    this.pending.add(id);
    clearTimeout(this.timers.get(id));
    if (this.closing.signal.aborted) return;
    this.timers.set(
      id,
      setTimeout(
        () => {
          this.timers.delete(id);
          this.ready.add(id);
          this.pump();
        },
        Math.max(0, dueAt - Date.now()),
      ),
    );
  }

  private pump(): void {
    for (const id of this.ready) {
      if (this.isPaused || this.active.size >= MAX_AT_ONCE) return;
      void this.begin(id);
    }
  }

  private begin(id: string): Promise<void> {
    clearTimeout(this.timers.get(id));
    this.timers.delete(id);
    this.ready.delete(id);
    const running = this.active.get(id);
    if (running !== undefined) return running;
    const attempt = this.attempt(id)
      .catch((error: unknown) => this.logger?.warn({ error: String(error), id }, 'webhook attempt broke'))
      .finally(() => {
        this.active.delete(id);
        this.pump();
      });
    this.active.set(id, attempt);
    return attempt;
  }

  private async attempt(id: string): Promise<void> {
    const deliveries = this.store.in('deliveries');
    const delivery = deliveries.get(id);
    const event = delivery && this.store.in('events').get(delivery.eventId);
    const endpoint = delivery && this.store.in('webhook_endpoints').get(delivery.endpointId);
    const secret = endpoint && this.store.in('endpoint_secrets').get(endpoint.id)?.secret;
    if (delivery === undefined || event === undefined || endpoint === undefined || secret === undefined) {
      this.pending.delete(id);
      deliveries.delete(id);
      return;
    }
    const result = await this.post(endpoint.url, renderJson(event), secret);
    if (result === 'closing') return;
    const attempts = delivery.attempts + 1;
    const wait = this.retryDelaysMs[attempts - 1];
    const state = result.isAccepted ? 'delivered' : wait === undefined ? 'failed' : 'pending';
    const next = deliveries.put({
      ...delivery,
      attempts,
      state,
      lastResult: result.text,
      dueAt: Date.now() + (wait ?? 0),
    });
    this.logger?.info(
      { event: event.id, type: event.type, attempts, result: result.text },
      `webhook ${state}`,
    );
    if (state === 'pending') this.schedule(next);
    else this.pending.delete(id);
  }

  private async post(
    url: string,
    body: string,
    secret: string,
  ): Promise<{ isAccepted: boolean; text: string } | 'closing'> {
    try {
      const response = await fetch(url, {
        method: 'POST',
        body,
        // Stripe does not follow redirects: anything but a 2xx is a failure.
        redirect: 'manual',
        signal: AbortSignal.any([AbortSignal.timeout(ATTEMPT_TIMEOUT_MS), this.closing.signal]),
        headers: {
          'content-type': 'application/json; charset=utf-8',
          'user-agent': 'Stripe/1.0 (+https://stripe.com/docs/webhooks)',
          'stripe-signature': signatureHeader(body, secret, Math.floor(Date.now() / 1000)),
        },
      });
      await response.body?.cancel();
      return { isAccepted: response.ok, text: String(response.status) };
    } catch (error) {
      if (this.closing.signal.aborted) return 'closing';
      return { isAccepted: false, text: failureText(error) };
    }
  }
}

/** `ECONNREFUSED` and the like, which fetch hides in the cause. */
function failureText(error: unknown): string {
  const { name, message, cause } = error as Error & { cause?: NodeJS.ErrnoException };
  return cause?.code ?? (name === 'TimeoutError' ? 'timeout' : message);
}

/** The `Stripe-Signature` header of a body sent at `timestamp` (epoch seconds). */
function signatureHeader(body: string, secret: string, timestamp: number): string {
  const signature = createHmac('sha256', secret).update(`${timestamp}.${body}`, 'utf8').digest('hex');
  return `t=${timestamp},v1=${signature}`;
}

/** JSON as Stripe sends it, in replies and webhooks: indented by two spaces. */
export function renderJson(value: object): string {
  return JSON.stringify(value, null, 2);
}

/** The part of a pino logger that the stand-in uses. */
export interface StandInLogger {
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
}
