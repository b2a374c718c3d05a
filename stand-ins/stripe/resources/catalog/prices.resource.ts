import Stripe from 'stripe';
import { errors } from '../../api.errors.js';
import type { ApiContext, ApiRoute } from '../../api.route.js';
import { changedValues } from '../../event.log.js';
import { pageReader } from '../../list.view.js';
import { newId } from '../../object-ids.js';
import { mergeMetadata, type Params } from '../../request.params.js';
import { createProduct } from './products.resource.js';

const INTERVALS = ['day', 'week', 'month', 'year'] as const;

function priceAt(id: string, { store }: ApiContext): Stripe.Price {
  const price = store.in('prices').get(id);
  if (price === undefined) throw errors.notFound('price', id, 'price');
  return price;
}

function readRecurring(params: Params): Stripe.Price.Recurring | null {
  const sent = params.hash('recurring');
  if (sent === undefined) return null;
  const interval = sent.choice('interval', INTERVALS);
  if (interval === undefined) throw errors.missingParam('recurring[interval]');
  const count = sent.integer('interval_count') ?? 1;
  if (count < 1) throw errors.invalid('recurring[interval_count]', 'Invalid positive integer');
  sent.choice('usage_type', ['licensed']);
  return { interval, interval_count: count, meter: null, trial_period_days: null, usage_type: 'licensed' };
}

function readAmount(params: Params): number {
  const amount = params.integer('unit_amount');
  if (amount === undefined) throw errors.missingParam('unit_amount');
  if (amount < 0) {
    throw errors.invalid('unit_amount', 'Invalid non-negative integer', 'parameter_invalid_integer');
  }
  return amount;
}

function readProduct(params: Params) {
  const id = params.filledText('product');
  const sent = params.hash('product_data');
  const data = sent && { name: sent.requiredText('name'), metadata: sent.metadata() };
  if (id === undefined && data === undefined) throw errors.missingParam('product');
  if (id !== undefined && data !== undefined) {
    throw errors.invalid(
      'product_data',
      'You may only specify one of these parameters: product, product_data.',
    );
  }
  return { id, data };
}

/** A lookup key names one active price; another price gets it only when the caller says so. */
function claimLookupKey(key: string, mayTransfer: boolean, { store }: ApiContext): void {
  const holder = [...store.in('prices').values()].find((price) => price.lookup_key === key);
  if (holder === undefined) return;
  if (!mayTransfer) {
    throw errors.invalid(
      'lookup_key',
      `A price (\`${holder.id}\`) already uses that lookup key. Set \`transfer_lookup_key\` to true to reassign it.`,
    );
  }
  store.in('prices').put({ ...holder, lookup_key: null });
}

const create: ApiRoute = {
  method: 'POST',
  path: '/v1/prices',
  prepare({ params, origin }, context) {
    const currency = params.requiredText('currency').toLowerCase();
    const amount = readAmount(params);
    const product = readProduct(params);
    const recurring = readRecurring(params);
    const lookupKey = params.filledText('lookup_key') ?? null;
    const mayTransfer = params.flag('transfer_lookup_key') ?? false;
    const active = params.flag('active') ?? true;
    const nickname = params.text('nickname') ?? null;
    const metadata = mergeMetadata({}, params.metadata());
    return () => {
      const { store, events, now } = context;
      if (product.id !== undefined && store.in('products').get(product.id) === undefined) {
        throw errors.noSuchReference('product', product.id, 'product');
      }
      if (lookupKey !== null) claimLookupKey(lookupKey, mayTransfer, context);
      const price: Stripe.Price = {
        id: newId('price'),
        object: 'price',
        active,
        billing_scheme: 'per_unit',
        created: now(),
        currency,
        custom_unit_amount: null,
        livemode: false,
        lookup_key: lookupKey,
        metadata,
        nickname,
        product: product.data ? createProduct(product.data, context, origin).id : (product.id ?? ''),
        recurring,
        tax_behavior: 'unspecified',
        tiers_mode: null,
        transform_quantity: null,
        type: recurring === null ? 'one_time' : 'recurring',
        unit_amount: amount,
        unit_amount_decimal: Stripe.Decimal.from(amount),
      };
      events.emit('price.created', store.in('prices').put(price), origin);
      return price;
    };
  },
};

const retrieve: ApiRoute = {
  method: 'GET',
  path: '/v1/prices/:id',
  prepare: (call, context) => () => priceAt(call.id, context),
};

const update: ApiRoute = {
  method: 'POST',
  path: '/v1/prices/:id',
  prepare({ id, params, origin }, context) {
    const active = params.flag('active');
    const lookupKey = params.text('lookup_key');
    const mayTransfer = params.flag('transfer_lookup_key') ?? false;
    const nickname = params.text('nickname');
    const metadata = params.metadata();
    return () => {
      const before = priceAt(id, context);
      if (typeof lookupKey === 'string' && lookupKey !== before.lookup_key) {
        claimLookupKey(lookupKey, mayTransfer, context);
      }
      const after = {
        ...before,
        active: active ?? before.active,
        lookup_key: lookupKey === undefined ? before.lookup_key : lookupKey,
        nickname: nickname === undefined ? before.nickname : nickname,
        metadata: mergeMetadata(before.metadata, metadata),
      };
      context.store.in('prices').put(after);
      context.events.emit('price.updated', after, origin, changedValues(before, after));
      return after;
    };
  },
};

const list: ApiRoute = {
  method: 'GET',
  path: '/v1/prices',
  prepare(call, { store }) {
    const page = pageReader(call);
    const active = call.params.flag('active');
    const product = call.params.filledText('product');
    const keys = call.params.texts('lookup_keys');
    const type = call.params.choice('type', ['one_time', 'recurring']);
    return () =>
      page(
        store
          .in('prices')
          .newestFirst()
          .filter(
            (price) =>
              (active === undefined || price.active === active) &&
              (product === undefined || price.product === product) &&
              (type === undefined || price.type === type) &&
              (keys === undefined || (price.lookup_key !== null && keys.includes(price.lookup_key))),
          ),
      );
  },
};

export const priceRoutes: readonly ApiRoute[] = [create, retrieve, update, list];
