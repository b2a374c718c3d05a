import type Stripe from 'stripe';
import type { StateStore } from '../../state.store.js';
import { intentOfInvoice, paymentOf } from './invoice.void.js';

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
export function withIncluded(whole: object, field: string, store: StateStore): object {
  if (field in whole || !Object.hasOwn(INCLUDED, field)) return whole;
  if (Reflect.get(whole, 'object') !== 'invoice') return whole;
  const invoice = store.in('invoices').get(String(Reflect.get(whole, 'id')));
  return invoice === undefined ? whole : { ...whole, [field]: INCLUDED[field]?.(invoice, store) };
}
