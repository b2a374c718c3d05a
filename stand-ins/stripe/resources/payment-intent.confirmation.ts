import type Stripe from 'stripe';
import { errors, StripeApiError } from '../api.errors.js';
import type { ApiContext } from '../api.route.js';
import type { RequestOrigin } from '../event.log.js';
import type { BankAnswer, TestMethod } from '../test-methods.js';
import { idOf, newCharge } from './charges.resource.js';
import { noteFailedPayment, settleInvoice } from './invoices/invoice.settlement.js';
import { openDispute } from './money-back/dispute.lifecycle.js';
import { beginDebit } from './payment-intent.debit.js';
import { clientView } from './payment-intent.fields.js';
import { assertAllows } from './payment-intent.state.js';
import { bankOf, namedPaymentMethod } from './payment-methods.resource.js';
import { timelineOf } from './subscriptions/billing.period.js';

export interface Confirmation {
  /** A test name or payment method id; undefined takes the one already on the intent. */
  paymentMethod: string | undefined;
  returnUrl: string | undefined;
  isClient: boolean;
  origin: RequestOrigin;
}

interface Payment {
  intent: Stripe.PaymentIntent;
  paymentMethod: Stripe.PaymentMethod;
  method: TestMethod;
}

/**
 * Tries to pay an intent as its payment method's bank answers: succeeded, asked for authentication, or declined.
 * @throws StripeApiError 402 `card_error` on a decline, 400 when the intent is not open
 */
export function confirmIntent(
  intent: Stripe.PaymentIntent,
  confirmation: Confirmation,
  standIn: ApiContext,
): Stripe.PaymentIntent {
  const context = timelineOf(idOf(intent.customer), standIn);
  const shown = confirmation.isClient ? clientView(intent) : intent;
  assertAllows('confirm', intent, shown);
  const name = confirmation.paymentMethod ?? idOf(intent.payment_method);
  if (name === null) {
    throw errors.unexpectedState(
      "You cannot confirm this PaymentIntent because it's missing a payment method. You can either update the PaymentIntent with a payment method and then confirm it again, or confirm it again directly with a payment method or ConfirmationToken.",
      shown,
    );
  }
  const paymentMethod = namedPaymentMethod(name, context);
  const method = bankOf(paymentMethod, context);
  const payment = { intent, paymentMethod, method };
  switch (method.answer.kind) {
    case 'approve':
      return succeed(payment, false, confirmation.origin, context);
    case 'authenticate':
      return requireAction(payment, confirmation, context);
    case 'decline':
      return decline(payment, method.answer, confirmation, context);
    case 'debit':
      return beginDebit(payment, confirmation.origin, context);
  }
}

/** Ends the authentication that the cardholder's bank asked for; without success the intent takes another card. */
export function finishAuthentication(
  intent: Stripe.PaymentIntent,
  isAuthenticated: boolean,
  standIn: ApiContext,
): Stripe.PaymentIntent {
  const context = timelineOf(idOf(intent.customer), standIn);
  const origin = { requestId: null, idempotencyKey: null };
  const name = idOf(intent.payment_method);
  if (intent.status !== 'requires_action' || name === null) {
    throw errors.unexpectedState('This PaymentIntent does not wait for authentication.', intent);
  }
  const paymentMethod = namedPaymentMethod(name, context);
  if (isAuthenticated) {
    return succeed({ intent, paymentMethod, method: bankOf(paymentMethod, context) }, true, origin, context);
  }
  const failed = context.store.in('payment_intents').put({
    ...intent,
    status: 'requires_payment_method',
    payment_method: null,
    next_action: null,
    last_payment_error: {
      code: 'payment_intent_authentication_failure',
      message:
        'We are unable to authenticate your payment method. Please choose a different payment method and try again.',
      payment_method: paymentMethod,
      type: 'invalid_request_error',
    },
  });
  context.events.emit('payment_intent.payment_failed', failed, origin);
  noteFailedPayment(failed, origin, context);
  return failed;
}

function succeed(
  payment: Payment,
  isAuthenticated: boolean,
  origin: RequestOrigin,
  context: ApiContext,
): Stripe.PaymentIntent {
  const { intent } = payment;
  const charge = context.store
    .in('charges')
    .put(newCharge({ ...payment, decline: null, isAuthenticated }, context));
  const paid = context.store.in('payment_intents').put({
    ...intent,
    status: 'succeeded',
    amount_received: intent.amount,
    last_payment_error: null,
    latest_charge: charge.id,
    next_action: null,
    payment_method: payment.paymentMethod.id,
  });
  context.events.emit('charge.succeeded', charge, origin);
  context.events.emit('payment_intent.succeeded', paid, origin);
  settleInvoice(paid, payment.paymentMethod, origin, context);
  if (payment.method.isDisputed) openDispute(charge, context);
  return paid;
}

function requireAction(
  { intent, paymentMethod }: Payment,
  { returnUrl, origin }: Confirmation,
  context: ApiContext,
): Stripe.PaymentIntent {
  const url = new URL(`/authenticate/${intent.id}`, context.baseUrl());
  url.searchParams.set('client_secret', intent.client_secret ?? '');
  const waiting = context.store.in('payment_intents').put({
    ...intent,
    status: 'requires_action',
    last_payment_error: null,
    next_action:
      returnUrl === undefined
        ? { type: 'use_stripe_sdk', use_stripe_sdk: { type: 'three_d_secure_redirect', stripe_js: url.href } }
        : { type: 'redirect_to_url', redirect_to_url: { return_url: returnUrl, url: url.href } },
    payment_method: paymentMethod.id,
  });
  context.events.emit('payment_intent.requires_action', waiting, origin);
  return waiting;
}

function decline(
  payment: Payment,
  answer: Extract<BankAnswer, { kind: 'decline' }>,
  { isClient, origin }: Confirmation,
  context: ApiContext,
): never {
  const charge = context.store
    .in('charges')
    .put(newCharge({ ...payment, decline: answer, isAuthenticated: false }, context));
  const error = {
    charge: charge.id,
    code: answer.code,
    ...(answer.declineCode === undefined ? {} : { decline_code: answer.declineCode }),
    doc_url: `https://stripe.com/docs/error-codes/${answer.code.replaceAll('_', '-')}`,
    message: answer.message,
    payment_method: payment.paymentMethod,
    type: 'card_error' as const,
  };
  const failed = context.store.in('payment_intents').put({
    ...payment.intent,
    status: 'requires_payment_method',
    last_payment_error: error,
    latest_charge: charge.id,
    next_action: null,
    payment_method: null,
  });
  context.events.emit('charge.failed', charge, origin);
  context.events.emit('payment_intent.payment_failed', failed, origin);
  noteFailedPayment(failed, origin, context);
  throw new StripeApiError(402, { ...error, payment_intent: isClient ? clientView(failed) : failed });
}
