import { errors } from '../api.errors.js';
import type { ApiContext, ApiRoute } from '../api.route.js';
import { pageReader } from '../list.view.js';
import type { StripeEventRecord } from '../state.records.js';

/** The event with the number of deliveries still open now, not at its creation. */
function current(event: StripeEventRecord, { webhooks }: ApiContext): StripeEventRecord {
  return { ...event, pending_webhooks: webhooks.pendingFor(event.id) };
}

const retrieve: ApiRoute = {
  method: 'GET',
  path: '/v1/events/:id',
  servesAccounts: true,
  prepare:
    ({ id, account }, context) =>
    () => {
      const event = context.store.in('events').get(id);
      if (event === undefined || !isOf(account, event)) throw errors.notFound('event', id);
      return current(event, context);
    },
};

/** As with Stripe, a connected account's events are read with the `Stripe-Account` header, not in the platform's list. */
function isOf(account: string | null, event: StripeEventRecord): boolean {
  return (event.account ?? null) === account;
}

/** Whether every endpoint that asked for the event has taken it. */
function isDelivered(event: StripeEventRecord, { webhooks }: ApiContext): boolean {
  return webhooks.deliveriesOf(event.id).every(({ state }) => state === 'delivered');
}

/** `payment_intent.*` covers all types of that family. */
function matches(type: string, wanted: string): boolean {
  return wanted.endsWith('*') ? type.startsWith(wanted.slice(0, -1)) : type === wanted;
}

const list: ApiRoute = {
  method: 'GET',
  path: '/v1/events',
  servesAccounts: true,
  prepare(call, context) {
    const page = pageReader(call);
    const type = call.params.filledText('type');
    const types = call.params.texts('types') ?? (type === undefined ? undefined : [type]);
    const deliverySuccess = call.params.flag('delivery_success');
    return () =>
      page(
        context.store
          .in('events')
          .newestFirst()
          .map((event) => current(event, context)),
        (event) =>
          isOf(call.account, event) &&
          (types === undefined || types.some((wanted) => matches(event.type, wanted))) &&
          (deliverySuccess === undefined || isDelivered(event, context) === deliverySuccess),
      );
  },
};

export const eventRoutes: readonly ApiRoute[] = [retrieve, list];
