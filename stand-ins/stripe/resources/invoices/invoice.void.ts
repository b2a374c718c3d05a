import type Stripe from 'stripe';
import type { ApiContext } from '../../api.route.js';
import type { RequestOrigin } from '../../event.log.js';
import { idOf } from '../charges.resource.js';

/** The payment that an invoice asks for. */
export function paymentOf(
  invoice: Stripe.Invoice,
  { store }: Pick<ApiContext, 'store'>,
): Stripe.InvoicePayment | undefined {
  return [...store.in('invoice_payments').values()].find((payment) => payment.invoice === invoice.id);
}

/** The PaymentIntent that pays an invoice once confirmed. */
export function intentOfInvoice(
  invoice: Stripe.Invoice,
  context: Pick<ApiContext, 'store'>,
): Stripe.PaymentIntent | undefined {
  const id = idOf(paymentOf(invoice, context)?.payment.payment_intent ?? null);
  return id === null ? undefined : context.store.in('payment_intents').get(id);
}

/** Takes an open invoice back, together with the PaymentIntent that would have paid it. */
export function voidInvoice(
  invoice: Stripe.Invoice,
  context: ApiContext,
  origin: RequestOrigin,
): Stripe.Invoice {
  const { store, events, now } = context;
  const at = now();
  const voided = store.in('invoices').put({
    ...invoice,
    auto_advance: false,
    next_payment_attempt: null,
    status: 'void',
    status_transitions: { ...invoice.status_transitions, voided_at: at },
  });
  const payment = paymentOf(invoice, context);
  if (payment !== undefined) {
    store.in('invoice_payments').put({
      ...payment,
      status: 'canceled',
      status_transitions: { ...payment.status_transitions, canceled_at: at },
    });
  }
  const intent = intentOfInvoice(invoice, context);
  events.emit('invoice.voided', voided, origin);
  if (intent !== undefined) {
    const canceled = store.in('payment_intents').put({
      ...intent,
      canceled_at: at,
      cancellation_reason: 'void_invoice',
      next_action: null,
      status: 'canceled',
    });
    events.emit('payment_intent.canceled', canceled, origin);
  }
  return voided;
}
