import type Stripe from 'stripe';
import { type Principal, type RunningService, ServiceTokens, visitor } from '#platform';
import type { StripeStandIn } from '#stand-ins';

export const WEBHOOK_SECRET = 'whsec_current';
export const NEXT_WEBHOOK_SECRET = 'whsec_next';

export interface Answer<Body> {
  status: number;
  headers: Headers;
  text: string;
  body: Body;
}

export const secret = 'a-secret-of-at-least-thirty-two-characters';
export const anna: Principal = { kind: 'user', id: 41, sessionId: 'anna', isConfirmed: true };
export const ben: Principal = { kind: 'user', id: 42, sessionId: 'ben', isConfirmed: true };
export const admin: Principal = { kind: 'admin', id: 1, sessionId: 'admin' };
/** Another service of ours. */
export const otherService: Principal = { kind: 'service', id: 0, sessionId: null, name: 'gateway' };

/** Calls of people, of other services and of Stripe to the payments service. */
export class PaymentsClient {
  readonly tokens = new ServiceTokens(secret);

  protected constructor(
    readonly service: RunningService,
    readonly stripe: StripeStandIn,
    readonly sdk: Stripe,
  ) {}

  createIntent(
    body: object,
    { caller = anna, headers = {} }: { caller?: Principal; headers?: Record<string, string> } = {},
  ): Promise<Answer<Record<string, string | number>>> {
    return this.send('/api/create-payment-intent', JSON.stringify(body), caller, headers);
  }

  get<Body = Record<string, unknown>>(path: string, caller: Principal = anna): Promise<Answer<Body>> {
    return this.request<Body>(path, caller, {});
  }

  post<Body = Record<string, unknown>>(
    path: string,
    body: object,
    caller: Principal = anna,
    headers: Record<string, string> = {},
  ): Promise<Answer<Body>> {
    return this.send<Body>(path, JSON.stringify(body), caller, headers);
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
    return this.send('/api/webhooks/stripe', body, visitor, headers);
  }

  /** Bodies of the events that Stripe has about one PaymentIntent, oldest first. */
  eventsAbout(intentId: string): string[] {
    return this.stripe
      .listEvents()
      .filter(({ type, data }) => type.startsWith('payment_intent.') && objectId(data.object) === intentId)
      .reverse()
      .map((event) => JSON.stringify(event, null, 2));
  }

  private send<Body>(
    path: string,
    body: string,
    caller: Principal,
    headers: Record<string, string>,
  ): Promise<Answer<Body>> {
    return this.request(path, caller, {
      method: 'POST',
      body,
      headers: { 'content-type': 'application/json', ...headers },
    });
  }

  private async request<Body>(
    path: string,
    caller: Principal,
    init: { method?: string; body?: string; headers?: Record<string, string> },
  ): Promise<Answer<Body>> {
    const answer = await fetch(this.service.url + path, {
      ...init,
      headers: { 'x-service-token': this.tokens.issue(caller), ...init.headers },
    });
    const text = await answer.text();
    return { status: answer.status, headers: answer.headers, text, body: JSON.parse(text || 'null') as Body };
  }
}

function objectId(object: unknown): unknown {
  return (object as { id?: unknown }).id;
}
