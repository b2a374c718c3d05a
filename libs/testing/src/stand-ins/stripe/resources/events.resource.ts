import { errors } from '../api.errors.js';
import type { ApiContext, ApiRoute } from '../api.route.js';
import type { StripeEventRecord } from '../event.log.js';
import { pageReader } from '../list.view.js';

/** The event with the number of deliveries still open now, not at its creation. */
function current(event: StripeEventRecord, { webhooks }: ApiContext): StripeEventRecord {
  return { ...event, pending_webhooks: webhooks.pendingFor(event.id) };
}

const retrieve: ApiRoute = {
  method: 'GET',
  path: '/v1/events/:id',
  prepare:
    ({ id }, context) =>
    () => {
      const event = context.store.in('events').get(id);
      if (event === undefined) throw errors.notFound('event', id);
      return current(event, context);
    },
};

/** `payment_intent.*` covers all types of that family. */
function matches(type: string, wanted: string): boolean {
  return wanted.endsWith('*') ? type.startsWith(wanted.slice(0, -1)) : type === wanted;
}

const list: ApiRoute = {
  method: 'GET',
  path: '/v1/events',
  prepare(call, context) {
    const page = pageReader(call);
    const type = call.params.filledText('type');
    const types = call.params.texts('types') ?? (type === undefined ? undefined : [type]);
    return () =>
      page(
        context.store
          .in('events')
          .newestFirst()
          .filter((event) => types === undefined || types.some((wanted) => matches(event.type, wanted)))
          .map((event) => current(event, context)),
      );
  },
};

export const eventRoutes: readonly ApiRoute[] = [retrieve, list];
