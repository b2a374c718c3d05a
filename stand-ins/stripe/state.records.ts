import type Stripe from 'stripe';

/** The signing secret of an endpoint, which Stripe shows only once. */
export interface EndpointSecret {
  /** The endpoint's id. */
  id: string;
  secret: string;
  /** Position in the configured list; null for endpoints made through the API. */
  slot: number | null;
}

/** One event on its way to one endpoint. */
export interface WebhookDelivery {
  /** `<event id>:<endpoint id>` */
  id: string;
  eventId: string;
  endpointId: string;
  state: 'pending' | 'delivered' | 'failed';
  attempts: number;
  /** Epoch milliseconds of the next attempt while pending. */
  dueAt: number;
  /** Result of the last attempt: an HTTP status, or why there was none. */
  lastResult: string | null;
}

export const deliveryId = (eventId: string, endpointId: string): string => `${eventId}:${endpointId}`;

/** A connected account as shown; every field that the SDK marks optional and that matters here is there. */
export type StoredAccount = Stripe.Account &
  Required<
    Pick<
      Stripe.Account,
      'business_profile' | 'capabilities' | 'created' | 'metadata' | 'requirements' | 'settings'
    >
  >;

/** An address that leads a person into onboarding once; what it opens stays until it is answered. */
export interface OnboardingLink {
  /** The secret part of the address. */
  id: string;
  account: string;
  /** Epoch seconds. */
  expiresAt: number;
  state: 'unused' | 'open' | 'answered';
  refreshUrl: string;
  returnUrl: string;
}

/** An address that shows a person their Express account. */
export interface LoginLinkRecord {
  /** The secret part of the address. */
  id: string;
  account: string;
}

/** A Stripe event as sent and listed; `data.object` is the object as it was at that moment. */
export interface StripeEventRecord {
  id: string;
  object: 'event';
  /** The connected account whose event this is; absent for the platform's own. */
  account?: string;
  api_version: string;
  created: number;
  data: { object: object & { id: string; object: string }; previous_attributes?: object };
  livemode: false;
  pending_webhooks: number;
  request: { id: string | null; idempotency_key: string | null };
  type: string;
}

/** The first reply to an idempotency key, success or error. */
export interface SavedReply {
  /** The key itself. */
  id: string;
  endpoint: string;
  /** Canonical form of the parameters. */
  parameters: string;
  requestId: string;
  status: number;
  body: string;
  /** Epoch seconds. */
  savedAt: number;
}
