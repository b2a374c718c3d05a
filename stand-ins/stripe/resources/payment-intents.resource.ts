import type Stripe from 'stripe';
import { errors } from '../api.errors.js';
import type { ApiCall, ApiContext, ApiRoute } from '../api.route.js';
import { pageReader } from '../list.view.js';
import { type Confirmation, confirmIntent } from './payment-intent.confirmation.js';
import {
  changedIntent,
  changesTerms,
  clientView,
  newIntent,
  readCreationFields,
  readIntentFields,
} from './payment-intent.fields.js';
import { assertAllows } from './payment-intent.state.js';
import { namedPaymentMethod } from './payment-methods.resource.js';

function intentAt(id: string, { store }: ApiContext): Stripe.PaymentIntent {
  const intent = store.in('payment_intents').get(id);
  if (intent === undefined) throw errors.notFound('payment_intent', id, 'intent');
  return intent;
}

/** A browser proves with the client secret that it was given this very intent. */
function assertClientSecret(intent: Stripe.PaymentIntent, sent: string | undefined, isClient: boolean): void {
  if (isClient && sent === undefined) throw errors.missingParam('client_secret');
  if (sent !== undefined && sent !== intent.client_secret) throw errors.wrongClientSecret();
}

function assertCustomer(id: string | null | undefined, { store }: ApiContext): void {
  if (typeof id === 'string' && store.in('customers').get(id) === undefined) {
    throw errors.noSuchReference('customer', id, 'customer');
  }
}

/** Puts a payment method on an open intent, or takes it off. */
function withPaymentMethod(
  intent: Stripe.PaymentIntent,
  name: string | null | undefined,
  context: ApiContext,
): Stripe.PaymentIntent {
  if (name === undefined) return intent;
  if (name === null)
    return { ...intent, payment_method: null, next_action: null, status: 'requires_payment_method' };
  const { id } = namedPaymentMethod(name, context);
  return { ...intent, payment_method: id, next_action: null, status: 'requires_confirmation' };
}

function readConfirmation({ params, isClient, origin }: ApiCall): Omit<Confirmation, 'paymentMethod'> {
  return { returnUrl: params.filledText('return_url'), isClient, origin };
}

const create: ApiRoute = {
  method: 'POST',
  path: '/v1/payment_intents',
  prepare(call, context) {
    const fields = readCreationFields(call.params);
    const isConfirmed = call.params.flag('confirm') ?? false;
    const confirmation = readConfirmation(call);
    return () => {
      assertCustomer(fields.customer, context);
      const intent = withPaymentMethod(newIntent(fields, context), fields.paymentMethod, context);
      context.store.in('payment_intents').put(intent);
      context.events.emit('payment_intent.created', intent, call.origin);
      return isConfirmed
        ? confirmIntent(intent, { ...confirmation, paymentMethod: undefined }, context)
        : intent;
    };
  },
};

const retrieve: ApiRoute = {
  method: 'GET',
  path: '/v1/payment_intents/:id',
  allowsClients: true,
  prepare({ id, params, isClient }, context) {
    const secret = params.filledText('client_secret');
    return () => {
      const intent = intentAt(id, context);
      assertClientSecret(intent, secret, isClient);
      return isClient ? clientView(intent) : intent;
    };
  },
};

const list: ApiRoute = {
  method: 'GET',
  path: '/v1/payment_intents',
  prepare(call, { store }) {
    const page = pageReader(call);
    const customer = call.params.filledText('customer');
    return () =>
      page(
        store
          .in('payment_intents')
          .newestFirst()
          .filter((intent) => customer === undefined || intent.customer === customer),
      );
  },
};

const update: ApiRoute = {
  method: 'POST',
  path: '/v1/payment_intents/:id',
  prepare({ id, params }, context) {
    const fields = readIntentFields(params);
    return () => {
      const before = intentAt(id, context);
      if (changesTerms(fields)) assertAllows('update', before);
      assertCustomer(fields.customer, context);
      const after = withPaymentMethod(changedIntent(before, fields), fields.paymentMethod, context);
      return context.store.in('payment_intents').put(after);
    };
  },
};

const confirm: ApiRoute = {
  method: 'POST',
  path: '/v1/payment_intents/:id/confirm',
  allowsClients: true,
  prepare(call, context) {
    const { id, params, isClient } = call;
    const paymentMethod = params.filledText('payment_method');
    const secret = params.filledText('client_secret');
    const receiptEmail = params.text('receipt_email', 800);
    const confirmation = readConfirmation(call);
    // Sent by Stripe.js along with every confirmation; they choose how the browser is asked, not whether.
    params.flag('use_stripe_sdk');
    params.filledText('expected_payment_method_type');
    return () => {
      const intent = intentAt(id, context);
      assertClientSecret(intent, secret, isClient);
      const noted = receiptEmail === undefined ? intent : { ...intent, receipt_email: receiptEmail };
      const confirmed = confirmIntent(noted, { ...confirmation, paymentMethod }, context);
      return isClient ? clientView(confirmed) : confirmed;
    };
  },
};

const cancel: ApiRoute = {
  method: 'POST',
  path: '/v1/payment_intents/:id/cancel',
  prepare({ id, params, origin }, context) {
    const reason = params.choice('cancellation_reason', [
      'abandoned',
      'duplicate',
      'fraudulent',
      'requested_by_customer',
    ]);
    return () => {
      const intent = intentAt(id, context);
      assertAllows('cancel', intent);
      const canceled = context.store.in('payment_intents').put({
        ...intent,
        canceled_at: context.now(),
        cancellation_reason: reason ?? null,
        next_action: null,
        status: 'canceled',
      });
      context.events.emit('payment_intent.canceled', canceled, origin);
      return canceled;
    };
  },
};

export const paymentIntentRoutes: readonly ApiRoute[] = [create, retrieve, list, update, confirm, cancel];
