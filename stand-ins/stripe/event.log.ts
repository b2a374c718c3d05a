import Stripe from 'stripe';
import { newId } from './object-ids.js';
import type { StateStore } from './state.store.js';
import type { WebhookSender } from './webhook.sender.js';

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

/** The API request behind an event. */
export interface RequestOrigin {
  requestId: string | null;
  idempotencyKey: string | null;
}

/** Writes events and hands them to the webhooks. */
export class EventLog {
  constructor(
    private readonly store: StateStore,
    private readonly webhooks: WebhookSender,
    private readonly now: () => number,
  ) {}

  emit(
    type: string,
    object: StripeEventRecord['data']['object'],
    origin: RequestOrigin,
    previousAttributes?: object,
    account: string | null = null,
  ): void {
    const event: StripeEventRecord = {
      id: newId('evt'),
      object: 'event',
      ...(account !== null && { account }),
      api_version: Stripe.API_VERSION,
      created: this.now(),
      data: { object, ...(previousAttributes && { previous_attributes: previousAttributes }) },
      livemode: false,
      pending_webhooks: 0,
      request: { id: origin.requestId, idempotency_key: origin.idempotencyKey },
      type,
    };
    this.store.in('events').put({ ...event, pending_webhooks: this.webhooks.enqueue(event) });
  }
}
