import type Stripe from 'stripe';
import { errors, StripeApiError } from '../../api.errors.js';
import type { ApiContext, ApiRoute } from '../../api.route.js';
import { pageReader } from '../../list.view.js';
import { idOf } from '../charges.resource.js';
import { confirmIntent } from '../payment-intent.confirmation.js';
import { timelineOf } from '../subscriptions/billing.period.js';
import { changeSubscription, expireSubscription } from '../subscriptions/subscription.lifecycle.js';
import { collectInvoice, finalizeDraft, methodFor } from './invoice.collection.js';
import { subscriptionIdOf } from './invoice.fields.js';
import { intentOfInvoice, voidInvoice } from './invoice.void.js';

function invoiceAt(id: string, { store }: ApiContext): Stripe.Invoice {
  const invoice = store.in('invoices').get(id);
  if (invoice === undefined) throw errors.notFound('invoice', id);
  return invoice;
}

const retrieve: ApiRoute = {
  method: 'GET',
  path: '/v1/invoices/:id',
  prepare: (call, context) => () => invoiceAt(call.id, context),
};

const list: ApiRoute = {
  method: 'GET',
  path: '/v1/invoices',
  prepare(call, { store }) {
    const page = pageReader(call);
    const customer = call.params.filledText('customer');
    const subscription = call.params.filledText('subscription');
    const status = call.params.choice('status', ['draft', 'open', 'paid', 'uncollectible', 'void']);
    return () =>
      page(
        store.in('invoices').newestFirst(),
        (invoice) =>
          (customer === undefined || invoice.customer === customer) &&
          (subscription === undefined || subscriptionIdOf(invoice) === subscription) &&
          (status === undefined || invoice.status === status),
      );
  },
};

const pay: ApiRoute = {
  method: 'POST',
  path: '/v1/invoices/:id/pay',
  prepare({ id, params, origin }, context) {
    const sent = params.filledText('payment_method');
    params.flag('off_session');
    return () => {
      const invoice = invoiceAt(id, context);
      if (invoice.status === 'paid') throw errors.refused('Invoice is already paid', 'invoice_already_paid');
      const intent = intentOfInvoice(invoice, context);
      if (invoice.status !== 'open' || intent === undefined) {
        throw errors.refused(
          `This invoice can't be paid because it has a status of ${invoice.status}.`,
          'invoice_not_editable',
        );
      }
      const paymentMethod = sent ?? methodFor(invoice, context) ?? undefined;
      if (paymentMethod === undefined) {
        throw errors.refused(
          'Cannot charge the invoice because the customer has no default payment method. Please attach one or pass one in.',
          'invoice_no_payment_method_types',
        );
      }
      const confirmation = { paymentMethod, returnUrl: undefined, isClient: false, origin };
      const paid = confirmIntent(intent, confirmation, context);
      if (paid.status === 'requires_action') throw needsCustomer(paid);
      return invoiceAt(id, context);
    };
  },
};

function needsCustomer(intent: Stripe.PaymentIntent): StripeApiError {
  return new StripeApiError(402, {
    code: 'invoice_payment_intent_requires_action',
    message:
      'This payment requires additional user action before it can be completed successfully. Payment can be completed using the PaymentIntent associated with the invoice.',
    payment_intent: intent,
    type: 'card_error',
  });
}

const finalize: ApiRoute = {
  method: 'POST',
  path: '/v1/invoices/:id/finalize',
  prepare({ id, params, origin }, context) {
    const sent = params.flag('auto_advance');
    return () => {
      const invoice = invoiceAt(id, context);
      if (invoice.status !== 'draft') {
        throw errors.refused(
          'This invoice is already finalized, you can’t re-finalize a non-draft invoice.',
          'invoice_not_editable',
        );
      }
      const own = timelineOf(idOf(invoice.customer), context);
      const auto_advance = sent ?? invoice.auto_advance;
      const open = finalizeDraft({ ...invoice, auto_advance }, own, origin);
      if (auto_advance) collectInvoice(open, own);
      return invoiceAt(id, context);
    };
  },
};

const voidRoute: ApiRoute = {
  method: 'POST',
  path: '/v1/invoices/:id/void',
  prepare({ id, origin }, context) {
    return () => {
      const invoice = invoiceAt(id, context);
      if (invoice.status !== 'open') {
        throw errors.refused(
          `You can only pass in open invoices. This invoice isn't open.`,
          'invoice_not_editable',
        );
      }
      const own = timelineOf(idOf(invoice.customer), context);
      const voided = voidInvoice(invoice, own, origin);
      const subscription = context.store.in('subscriptions').get(subscriptionIdOf(invoice) ?? '');
      if (subscription?.latest_invoice === id) {
        if (subscription.status === 'incomplete') expireSubscription(subscription, own);
        if (subscription.status === 'past_due') {
          changeSubscription(subscription, { status: 'active' }, own, origin);
        }
      }
      return voided;
    };
  },
};

export const invoiceRoutes: readonly ApiRoute[] = [retrieve, list, pay, finalize, voidRoute];
