import type Stripe from 'stripe';
import { errors } from '../../api.errors.js';
import type { ApiContext, ApiRoute } from '../../api.route.js';
import type { RequestOrigin } from '../../event.log.js';
import { changedValues } from '../../event.log.js';
import { pageReader } from '../../list.view.js';
import { newId } from '../../object-ids.js';
import { mergeMetadata, type Params } from '../../request.params.js';

function productAt(id: string, { store }: ApiContext): Stripe.Product {
  const product = store.in('products').get(id);
  if (product === undefined) throw errors.notFound('product', id);
  return product;
}

interface ProductFields {
  id?: string | undefined;
  name: string;
  description?: string | null | undefined;
  active?: boolean | undefined;
  metadata: Record<string, string> | null | undefined;
}

/** Puts a product on the list of what is sold. */
export function createProduct(
  fields: ProductFields,
  { store, events, now }: ApiContext,
  origin: RequestOrigin,
): Stripe.Product {
  const created = now();
  const product: Stripe.Product = {
    id: fields.id ?? newId('prod'),
    object: 'product',
    active: fields.active ?? true,
    created,
    default_price: null,
    description: fields.description ?? null,
    images: [],
    livemode: false,
    marketing_features: [],
    metadata: mergeMetadata({}, fields.metadata),
    name: fields.name,
    package_dimensions: null,
    shippable: null,
    statement_descriptor: null,
    tax_code: null,
    tax_details: null,
    type: 'service',
    unit_label: null,
    updated: created,
    url: null,
  };
  store.in('products').put(product);
  events.emit('product.created', product, origin);
  return product;
}

function readFields(params: Params) {
  return {
    name: params.filledText('name'),
    description: params.text('description'),
    active: params.flag('active'),
    metadata: params.metadata(),
  };
}

const create: ApiRoute = {
  method: 'POST',
  path: '/v1/products',
  prepare({ params, origin }, context) {
    const id = params.filledText('id');
    const fields = { ...readFields(params), id, name: params.requiredText('name') };
    return () => {
      if (id !== undefined && context.store.in('products').get(id) !== undefined) {
        throw errors.invalid('id', 'Product already exists.', 'resource_already_exists');
      }
      return createProduct(fields, context, origin);
    };
  },
};

const retrieve: ApiRoute = {
  method: 'GET',
  path: '/v1/products/:id',
  prepare: (call, context) => () => productAt(call.id, context),
};

const update: ApiRoute = {
  method: 'POST',
  path: '/v1/products/:id',
  prepare({ id, params, origin }, context) {
    const { name, description, active, metadata } = readFields(params);
    return () => {
      const before = productAt(id, context);
      const after = {
        ...before,
        name: name ?? before.name,
        description: description === undefined ? before.description : description,
        active: active ?? before.active,
        metadata: mergeMetadata(before.metadata, metadata),
        updated: context.now(),
      };
      context.store.in('products').put(after);
      context.events.emit('product.updated', after, origin, changedValues(before, after));
      return after;
    };
  },
};

const list: ApiRoute = {
  method: 'GET',
  path: '/v1/products',
  prepare(call, { store }) {
    const page = pageReader(call);
    const active = call.params.flag('active');
    const ids = call.params.texts('ids');
    return () =>
      page(
        store
          .in('products')
          .newestFirst()
          .filter(
            (product) =>
              (active === undefined || product.active === active) &&
              (ids === undefined || ids.includes(product.id)),
          ),
      );
  },
};

export const productRoutes: readonly ApiRoute[] = [create, retrieve, update, list];
