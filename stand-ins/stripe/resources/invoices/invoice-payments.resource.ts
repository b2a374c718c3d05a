import { errors } from '../../api.errors.js';
import type { ApiRoute } from '../../api.route.js';
import { pageReader } from '../../list.view.js';

const retrieve: ApiRoute = {
  method: 'GET',
  path: '/v1/invoice_payments/:id',
  prepare:
    ({ id }, { store }) =>
    () => {
      const payment = store.in('invoice_payments').get(id);
      if (payment === undefined) throw errors.notFound('invoice_payment', id);
      return payment;
    },
};

/** The way from a PaymentIntent to its invoice, which the intent itself does not name. */
const list: ApiRoute = {
  method: 'GET',
  path: '/v1/invoice_payments',
  prepare(call, { store }) {
    const page = pageReader(call);
    const invoice = call.params.filledText('invoice');
    const status = call.params.choice('status', ['canceled', 'open', 'paid']);
    const sent = call.params.hash('payment');
    sent?.choice('type', ['payment_intent']);
    const intent = sent?.filledText('payment_intent');
    return () =>
      page(
        store.in('invoice_payments').newestFirst(),
        (payment) =>
          (invoice === undefined || payment.invoice === invoice) &&
          (status === undefined || payment.status === status) &&
          (intent === undefined || payment.payment.payment_intent === intent),
      );
  },
};

export const invoicePaymentRoutes: readonly ApiRoute[] = [retrieve, list];
