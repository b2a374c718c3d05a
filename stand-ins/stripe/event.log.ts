import Stripe from 'stripe';
import { newId } from './object-ids.js';
import type { StripeEventRecord } from './state.records.js';
import type { StateStore } from './state.store.js';
import type { WebhookSender } from './webhook.sender.js';

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

/** The values that an update replaced, as an event's `previous_attributes` lists them. */
export function changedValues(before: object, after: object): object {
  const changed = Object.entries(before).filter(
    ([name, value]) => JSON.stringify(value) !== JSON.stringify(Reflect.get(after, name)),
  );
  return Object.fromEntries(changed);
}
