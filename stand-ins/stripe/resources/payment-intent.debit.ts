import type Stripe from 'stripe';
import type { ApiContext } from '../api.route.js';
import type { RequestOrigin } from '../event.log.js';
import type { TestMethod } from '../test-methods.js';
import { endedCharge, idOf, newCharge } from './charges.resource.js';
import { noteFailedPayment, settleInvoice } from './invoices/invoice.settlement.js';
import { bankOf, namedPaymentMethod } from './payment-methods.resource.js';
import { timelineOf } from './subscriptions/billing.period.js';

/** ACH Direct Debit: whether the bank sends the money is known only days after the payer has done their part. */

const BANK_DECIDES_AFTER_S = 4 * 24 * 3600;
const BY_ITSELF: RequestOrigin = { requestId: null, idempotencyKey: null };

interface Debit {
  intent: Stripe.PaymentIntent;
  paymentMethod: Stripe.PaymentMethod;
  method: TestMethod;
}

/** Leaves an intent `processing`, with a charge that is pending. */
export function beginDebit(debit: Debit, origin: RequestOrigin, context: ApiContext): Stripe.PaymentIntent {
  const charge = context.store
    .in('charges')
    .put(newCharge({ ...debit, decline: null, isAuthenticated: false, isPending: true }, context));
  const processing = context.store.in('payment_intents').put({
    ...debit.intent,
    status: 'processing',
    last_payment_error: null,
    latest_charge: charge.id,
    next_action: null,
    payment_method: debit.paymentMethod.id,
  });
  context.events.emit('charge.pending', charge, origin);
  context.events.emit('payment_intent.processing', processing, origin);
  return processing;
}

/**
 * Lets the bank say whether it sends what an intent waits for, as its test account does.
 * @throws Error when it waits for none
 */
export function endDebit(intentId: string, standIn: ApiContext): Stripe.PaymentIntent {
  const intent = standIn.store.in('payment_intents').get(intentId);
  const charge = standIn.store.in('charges').get(idOf(intent?.latest_charge ?? null) ?? '');
  const name = idOf(intent?.payment_method ?? null);
  if (intent?.status !== 'processing' || charge === undefined || name === null) {
    throw new Error(`No bank is asked for the money of: ${intentId}`);
  }
  const context = timelineOf(idOf(intent.customer), standIn);
  const paymentMethod = namedPaymentMethod(name, context);
  const { answer } = bankOf(paymentMethod, context);
  const refusal = answer.kind === 'debit' ? answer.refusal : null;
  const ended = context.store.in('charges').put(endedCharge(charge, intent, refusal, context));
  if (refusal === null) {
    const paid = context.store
      .in('payment_intents')
      .put({ ...intent, status: 'succeeded', amount_received: intent.amount });
    context.events.emit('charge.succeeded', ended, BY_ITSELF);
    context.events.emit('payment_intent.succeeded', paid, BY_ITSELF);
    settleInvoice(paid, paymentMethod, BY_ITSELF, context);
    return paid;
  }
  const failed = context.store.in('payment_intents').put({
    ...intent,
    status: 'requires_payment_method',
    last_payment_error: {
      charge: charge.id,
      code: refusal.code,
      message: refusal.message,
      payment_method: paymentMethod,
      type: 'invalid_request_error',
    },
    payment_method: null,
  });
  context.events.emit('charge.failed', ended, BY_ITSELF);
  context.events.emit('payment_intent.payment_failed', failed, BY_ITSELF);
  noteFailedPayment(failed, BY_ITSELF, context);
  return failed;
}

/** Ends the debits whose banks have had their days. */
export function endDueDebits(context: ApiContext): void {
  const { store } = context;
  const waiting = store.in('payment_intents').newestFirst();
  for (const { id, status, latest_charge: charge } of waiting) {
    if (status !== 'processing') continue;
    const begun = store.in('charges').get(idOf(charge) ?? '')?.created ?? 0;
    if (begun + BANK_DECIDES_AFTER_S <= context.now()) endDebit(id, context);
  }
}
