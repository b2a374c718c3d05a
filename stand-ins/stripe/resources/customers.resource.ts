import type Stripe from 'stripe';
import { errors } from '../api.errors.js';
import type { ApiContext, ApiRoute } from '../api.route.js';
import { changedValues } from '../event.log.js';
import { pageReader } from '../list.view.js';
import { newId, randomText } from '../object-ids.js';
import { mergeMetadata, type Params } from '../request.params.js';
import { savedPaymentMethod } from './payment-methods.attachment.js';
import { onClock } from './subscriptions/billing.period.js';

const ADDRESS_FIELDS = ['city', 'country', 'line1', 'line2', 'postal_code', 'state'] as const;

/** The customer behind `:id` of a path. */
function customerAt(id: string, { store }: ApiContext): Stripe.Customer {
  const customer = store.in('customers').get(id);
  if (customer === undefined) throw errors.notFound('customer', id);
  return customer;
}

function readAddress(params: Params): Stripe.Address | undefined {
  const sent = params.hash('address');
  if (sent === undefined) return undefined;
  const entries = ADDRESS_FIELDS.map((name) => [name, sent.text(name) ?? null] as const);
  return Object.fromEntries(entries) as Record<(typeof ADDRESS_FIELDS)[number], string | null>;
}

/** What a caller may set; absent fields keep their value. */
function readFields(params: Params) {
  const email = params.text('email', 512);
  if (typeof email === 'string' && !/^[^\s@]+@[^\s@]+$/.test(email)) {
    throw errors.invalid('email', `Invalid email address: ${email}`, 'email_invalid');
  }
  const sent = {
    email,
    name: params.text('name', 256),
    phone: params.text('phone'),
    description: params.text('description'),
    address: readAddress(params),
  };
  const metadata = params.metadata();
  const fields = Object.fromEntries(Object.entries(sent).filter(([, value]) => value !== undefined));
  return { fields: fields as Partial<Stripe.Customer>, metadata };
}

/** The method that subscriptions without their own are charged to. */
function readDefaultMethod(params: Params): string | null | undefined {
  return params.hash('invoice_settings')?.text('default_payment_method');
}

const create: ApiRoute = {
  method: 'POST',
  path: '/v1/customers',
  prepare({ params, origin }, context) {
    const { fields, metadata } = readFields(params);
    const clock = params.filledText('test_clock') ?? null;
    return () => {
      const { store, events } = context;
      if (clock !== null && store.in('test_clocks').get(clock) === undefined) {
        throw errors.noSuchReference('testclock', clock, 'test_clock');
      }
      const { now } = clock === null ? context : onClock(clock, context);
      const customer: Stripe.Customer = {
        id: newId('cus'),
        object: 'customer',
        address: null,
        balance: 0,
        created: now(),
        currency: null,
        customer_account: null,
        default_source: null,
        delinquent: false,
        description: null,
        discount: null,
        email: null,
        invoice_prefix: randomText(8).toUpperCase(),
        invoice_settings: {
          custom_fields: null,
          default_payment_method: null,
          footer: null,
          rendering_options: null,
        },
        livemode: false,
        name: null,
        next_invoice_sequence: 1,
        phone: null,
        preferred_locales: [],
        shipping: null,
        tax_exempt: 'none',
        test_clock: clock,
        ...fields,
        metadata: mergeMetadata({}, metadata),
      };
      events.emit('customer.created', store.in('customers').put(customer), origin);
      return customer;
    };
  },
};

const retrieve: ApiRoute = {
  method: 'GET',
  path: '/v1/customers/:id',
  prepare: (call, context) => () => customerAt(call.id, context),
};

const update: ApiRoute = {
  method: 'POST',
  path: '/v1/customers/:id',
  prepare({ id, params, origin }, context) {
    const { fields, metadata } = readFields(params);
    const method = readDefaultMethod(params);
    return () => {
      const before = customerAt(id, context);
      if (typeof method === 'string') {
        savedPaymentMethod(method, id, context, 'invoice_settings[default_payment_method]');
      }
      const settings = method === undefined ? {} : { default_payment_method: method };
      const after = {
        ...before,
        ...fields,
        invoice_settings: { ...before.invoice_settings, ...settings },
        metadata: mergeMetadata(before.metadata, metadata),
      };
      context.store.in('customers').put(after);
      const changed = changedValues(before, after);
      if (Object.keys(changed).length > 0) context.events.emit('customer.updated', after, origin, changed);
      return after;
    };
  },
};

const list: ApiRoute = {
  method: 'GET',
  path: '/v1/customers',
  prepare(call, { store }) {
    const page = pageReader(call);
    const email = call.params.filledText('email');
    return () =>
      page(
        store
          .in('customers')
          .newestFirst()
          .filter((customer) => email === undefined || customer.email === email),
      );
  },
};

export const customerRoutes: readonly ApiRoute[] = [create, retrieve, update, list];
