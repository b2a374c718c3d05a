import Stripe from 'stripe';
import { errors } from '../api.errors.js';
import type { ApiContext, ApiRoute } from '../api.route.js';
import { pageReader } from '../list.view.js';
import { newId } from '../object-ids.js';
import type { EndpointSecret } from '../state.records.js';
import type { StateStore } from '../state.store.js';

function newEndpoint(url: string, created: number): Stripe.WebhookEndpoint {
  return {
    id: newId('we'),
    object: 'webhook_endpoint',
    api_version: null,
    application: null,
    created,
    description: null,
    enabled_events: ['*'],
    livemode: false,
    metadata: {},
    status: 'enabled',
    url,
  };
}

function save(store: StateStore, endpoint: Stripe.WebhookEndpoint, secret: Omit<EndpointSecret, 'id'>): void {
  store.in('webhook_endpoints').put(endpoint);
  store.in('endpoint_secrets').put({ id: endpoint.id, ...secret });
}

/**
 * Brings the endpoints given at start into the store. The n-th keeps its id over restarts, so that what was still to
 * be sent to it follows when its address changes; those no longer given go.
 */
export function applyConfiguredEndpoints(
  store: StateStore,
  configured: readonly { url: string; secret: string }[],
  created: number,
): void {
  const endpoints = store.in('webhook_endpoints');
  const bySlot = new Map([...store.in('endpoint_secrets').values()].map(({ slot, id }) => [slot, id]));
  for (const [slot, { url, secret }] of configured.entries()) {
    const known = endpoints.get(bySlot.get(slot) ?? '');
    save(store, known === undefined ? newEndpoint(url, created) : { ...known, url }, { secret, slot });
  }
  for (const [slot, id] of bySlot) {
    if (slot !== null && slot >= configured.length) remove(store, id);
  }
}

function remove(store: StateStore, id: string): void {
  store.in('webhook_endpoints').delete(id);
  store.in('endpoint_secrets').delete(id);
}

function endpointAt(id: string, { store }: ApiContext): Stripe.WebhookEndpoint {
  const endpoint = store.in('webhook_endpoints').get(id);
  if (endpoint === undefined) throw errors.notFound('webhook endpoint', id, 'webhook_endpoint');
  return endpoint;
}

const create: ApiRoute = {
  method: 'POST',
  path: '/v1/webhook_endpoints',
  prepare({ params }, { store, now }) {
    const url = params.requiredText('url');
    if (!URL.canParse(url) || !/^https?:$/.test(new URL(url).protocol)) {
      throw errors.invalid('url', 'Not a valid URL', 'url_invalid');
    }
    const enabledEvents = params.texts('enabled_events');
    if (enabledEvents === undefined) throw errors.missingParam('enabled_events');
    const description = params.text('description') ?? null;
    const metadata = params.metadata() ?? {};
    const version = params.filledText('api_version');
    if (version !== undefined && version !== Stripe.API_VERSION) {
      throw errors.invalid('api_version', `Invalid API version: ${version}`);
    }
    return () => {
      const secret = newId('whsec');
      const endpoint = {
        ...newEndpoint(url, now()),
        api_version: version ?? null,
        description,
        enabled_events: enabledEvents,
        metadata,
      };
      save(store, endpoint, { secret, slot: null });
      // The only reply that shows the secret.
      return { ...endpoint, secret };
    };
  },
};

const retrieve: ApiRoute = {
  method: 'GET',
  path: '/v1/webhook_endpoints/:id',
  prepare: (call, context) => () => endpointAt(call.id, context),
};

const list: ApiRoute = {
  method: 'GET',
  path: '/v1/webhook_endpoints',
  prepare(call, { store }) {
    const page = pageReader(call);
    return () => page(store.in('webhook_endpoints').newestFirst());
  },
};

const del: ApiRoute = {
  method: 'DELETE',
  path: '/v1/webhook_endpoints/:id',
  prepare: (call, context) => () => {
    const { id } = endpointAt(call.id, context);
    remove(context.store, id);
    return { id, object: 'webhook_endpoint', deleted: true };
  },
};

export const webhookEndpointRoutes: readonly ApiRoute[] = [create, retrieve, list, del];
