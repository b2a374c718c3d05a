import type Stripe from 'stripe';
import { errors } from './api.errors.js';
import { intentOfInvoice, paymentOf } from './resources/invoices/invoice.void.js';
import type { StateStore } from './state.store.js';

type Fields = { [name: string]: unknown };

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Puts whole objects in the place of ids, along paths such as `latest_charge` or `data.customer`. */
export function expand(object: object, paths: readonly string[], store: StateStore): object {
  return paths.reduce<object>((result, path) => {
    const expanded = expandPath(result, path.split('.'), path, store);
    return isFields(expanded) ? expanded : result;
  }, object);
}

function expandPath(value: unknown, steps: readonly string[], path: string, store: StateStore): unknown {
  if (Array.isArray(value)) return value.map((item: unknown) => expandPath(item, steps, path, store));
  const found = typeof value === 'string' ? (store.find(value) ?? value) : value;
  const [step, ...rest] = steps;
  if (step === undefined || found === null) return found;
  const whole = isFields(found) ? withIncluded(found, step, store) : found;
  if (!isFields(whole) || !(step in whole)) {
    throw errors.invalid('expand', `This property cannot be expanded (${path}).`);
  }
  return { ...whole, [step]: expandPath(whole[step], rest, path, store) };
}

/** Fields that an invoice has only for callers who ask for them with `expand`. */
const INCLUDED: Readonly<Record<string, (invoice: Stripe.Invoice, store: StateStore) => unknown>> = {
  confirmation_secret(invoice, store): Stripe.Invoice.ConfirmationSecret | null {
    const secret = intentOfInvoice(invoice, { store })?.client_secret;
    return secret ? { client_secret: secret, type: 'payment_intent' } : null;
  },
  payments(invoice, store): Stripe.ApiList<Stripe.InvoicePayment> {
    const payment = paymentOf(invoice, { store });
    return {
      object: 'list',
      data: payment === undefined ? [] : [payment],
      has_more: false,
      url: `/v1/invoice_payments?invoice=${invoice.id}`,
    };
  },
};

/** The object with the field that was asked for, where it is one of those. */
function withIncluded(whole: object, field: string, store: StateStore): object {
  if (field in whole || !Object.hasOwn(INCLUDED, field)) return whole;
  if (Reflect.get(whole, 'object') !== 'invoice') return whole;
  const invoice = store.in('invoices').get(String(Reflect.get(whole, 'id')));
  return invoice === undefined ? whole : { ...whole, [field]: INCLUDED[field]?.(invoice, store) };
}
