import type Stripe from 'stripe';
import { errors } from '../api.errors.js';
import type { ApiContext, ApiRoute } from '../api.route.js';
import { pageReader } from '../list.view.js';
import { newId } from '../object-ids.js';
import type { BankAnswer, DebitRefusal, TestBankAccount, TestCard, TestMethod } from '../test-methods.js';
import { book } from './balance/balance.ledger.js';

type Decline = Extract<BankAnswer, { kind: 'decline' }> | DebitRefusal;

export const idOf = (reference: string | { id: string } | null): string | null =>
  typeof reference === 'object' && reference !== null ? reference.id : reference;

function outcomeOf(decline: Decline | null): Stripe.Charge.Outcome {
  return {
    advice_code: null,
    network_advice_code: null,
    network_decline_code: null,
    network_status: decline === null ? 'approved_by_network' : 'declined_by_network',
    reason: decline === null ? null : reasonOf(decline),
    risk_level: 'normal',
    seller_message:
      decline === null
        ? 'Payment complete.'
        : 'The bank did not return any further details with this decline.',
    type: decline === null ? 'authorized' : 'issuer_declined',
  };
}

const reasonOf = (decline: Decline): string =>
  ('declineCode' in decline ? decline.declineCode : undefined) ?? decline.code;

function accountDetails({ last4 }: TestBankAccount): Stripe.Charge.PaymentMethodDetails {
  return {
    type: 'us_bank_account',
    us_bank_account: {
      account_holder_type: 'individual',
      account_type: 'checking',
      bank_name: 'STRIPE TEST BANK',
      fingerprint: `standinbank${last4}`,
      last4,
      payment_reference: null,
      routing_number: '110000000',
    },
  };
}

function cardDetails(
  amount: number,
  method: TestCard,
  isAuthenticated: boolean,
  expiryYear: number,
): Stripe.Charge.PaymentMethodDetails {
  return {
    type: 'card',
    card: {
      amount_authorized: amount,
      authorization_code: null,
      brand: method.brand,
      checks: { address_line1_check: null, address_postal_code_check: null, cvc_check: 'pass' },
      country: 'US',
      exp_month: 12,
      electronic_commerce_indicator: isAuthenticated ? '05' : null,
      exp_year: expiryYear,
      extended_authorization: { status: 'disabled' },
      fingerprint: `standin${method.brand}${method.last4}`,
      funding: 'credit',
      incremental_authorization: { status: 'unavailable' },
      installments: null,
      last4: method.last4,
      mandate: null,
      multicapture: { status: 'unavailable' },
      network: method.brand,
      network_token: { used: false },
      network_transaction_id: null,
      overcapture: { maximum_amount_capturable: amount, status: 'unavailable' },
      regulated_status: 'unregulated',
      three_d_secure: isAuthenticated
        ? {
            authentication_flow: 'challenge',
            electronic_commerce_indicator: '05',
            exemption_indicator: null,
            result: 'authenticated',
            result_reason: null,
            transaction_id: null,
            version: '2.2.0',
          }
        : null,
      transaction_link_id: null,
      wallet: null,
    },
  };
}

interface ChargeAttempt {
  intent: Stripe.PaymentIntent;
  paymentMethod: Stripe.PaymentMethod;
  method: TestMethod;
  /** Null when the bank approved. */
  decline: Decline | null;
  isAuthenticated: boolean;
  /** The bank has still to say. */
  isPending?: boolean;
}

function bookCharge(
  id: string,
  intent: Stripe.PaymentIntent,
  context: ApiContext,
): Stripe.BalanceTransaction {
  const { amount, currency, description } = intent;
  return book({ type: 'charge', category: 'charge', source: id, amount, currency, description }, context);
}

/** The charge that an attempt to pay leaves behind, whether it worked or not. */
export function newCharge(attempt: ChargeAttempt, context: ApiContext): Stripe.Charge {
  const { now } = context;
  const { intent, paymentMethod, method, decline } = attempt;
  const isPending = attempt.isPending === true;
  const isPaid = decline === null && !isPending;
  const id = newId('ch');
  return {
    id,
    object: 'charge',
    amount: intent.amount,
    amount_captured: isPaid ? intent.amount : 0,
    amount_refunded: 0,
    application: null,
    application_fee: null,
    application_fee_amount: null,
    balance_transaction: isPaid ? bookCharge(id, intent, context).id : null,
    billing_details: paymentMethod.billing_details,
    calculated_statement_descriptor: null,
    captured: isPaid,
    created: now(),
    currency: intent.currency,
    customer: idOf(intent.customer),
    description: intent.description,
    disputed: false,
    failure_balance_transaction: null,
    failure_code: decline?.code ?? null,
    failure_message: decline?.message ?? null,
    fraud_details: {},
    livemode: false,
    metadata: intent.metadata,
    on_behalf_of: null,
    outcome: outcomeOf(decline),
    paid: isPaid,
    payment_intent: intent.id,
    payment_method: paymentMethod.id,
    payment_method_details:
      method.type === 'card'
        ? cardDetails(
            intent.amount,
            method,
            attempt.isAuthenticated,
            paymentMethod.card?.exp_year ?? new Date(now() * 1000).getUTCFullYear() + 1,
          )
        : accountDetails(method),
    receipt_email: intent.receipt_email,
    receipt_number: null,
    receipt_url: null,
    refunded: false,
    refunds: { object: 'list', data: [], has_more: false, url: `/v1/charges/${id}/refunds` },
    review: null,
    shipping: null,
    source: null,
    source_transfer: null,
    statement_descriptor: intent.statement_descriptor,
    statement_descriptor_suffix: intent.statement_descriptor_suffix,
    status: isPending ? 'pending' : isPaid ? 'succeeded' : 'failed',
    transfer_data: null,
    transfer_group: intent.transfer_group,
  };
}

/** A charge that waited for the bank, as the bank has decided. */
export function endedCharge(
  charge: Stripe.Charge,
  intent: Stripe.PaymentIntent,
  refusal: DebitRefusal | null,
  context: ApiContext,
): Stripe.Charge {
  if (refusal !== null) {
    const failure = { failure_code: refusal.code, failure_message: refusal.message } as const;
    return { ...charge, ...failure, outcome: outcomeOf(refusal), status: 'failed' };
  }
  return {
    ...charge,
    amount_captured: intent.amount,
    balance_transaction: bookCharge(charge.id, intent, context).id,
    captured: true,
    paid: true,
    status: 'succeeded',
  };
}

const retrieve: ApiRoute = {
  method: 'GET',
  path: '/v1/charges/:id',
  prepare:
    ({ id }, { store }) =>
    () => {
      const charge = store.in('charges').get(id);
      if (charge === undefined) throw errors.notFound('charge', id);
      return charge;
    },
};

const list: ApiRoute = {
  method: 'GET',
  path: '/v1/charges',
  prepare(call, { store }) {
    const page = pageReader(call);
    const intent = call.params.filledText('payment_intent');
    const customer = call.params.filledText('customer');
    return () =>
      page(
        store
          .in('charges')
          .newestFirst()
          .filter(
            (charge) =>
              (intent === undefined || charge.payment_intent === intent) &&
              (customer === undefined || charge.customer === customer),
          ),
      );
  },
};

export const chargeRoutes: readonly ApiRoute[] = [retrieve, list];
