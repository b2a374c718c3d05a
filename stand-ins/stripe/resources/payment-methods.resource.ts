import type Stripe from 'stripe';
import { errors, StripeApiError } from '../api.errors.js';
import type { ApiContext, ApiRoute } from '../api.route.js';
import { pageReader } from '../list.view.js';
import { newId } from '../object-ids.js';
import { type TestBankAccount, type TestCard, type TestMethod, testMethod } from '../test-methods.js';
import { attachTo } from './payment-methods.attachment.js';

const EMPTY_ADDRESS = { city: null, country: null, line1: null, line2: null, postal_code: null, state: null };

const EMPTY_BILLING_DETAILS = {
  address: EMPTY_ADDRESS,
  email: null,
  name: null,
  phone: null,
  tax_id: null,
};

/**
 * A test card or bank account as a payment method of its own, as Stripe makes one each time a name such as `pm_card_visa`
 * is used.
 */
function newTestMethod(token: string, method: TestMethod, { store, now }: ApiContext): Stripe.PaymentMethod {
  const id = newId('pm');
  store.in('test_methods').put({ id, token });
  return store.in('payment_methods').put({
    id,
    object: 'payment_method',
    allow_redisplay: 'unspecified',
    billing_details: EMPTY_BILLING_DETAILS,
    created: now(),
    customer: null,
    customer_account: null,
    livemode: false,
    metadata: {},
    type: method.type,
    ...(method.type === 'card' ? cardFields(method, now()) : accountFields(method)),
  });
}

function cardFields(method: TestCard, now: number): Pick<Stripe.PaymentMethod, 'card'> {
  return {
    card: {
      brand: method.brand,
      checks: { address_line1_check: null, address_postal_code_check: null, cvc_check: null },
      country: 'US',
      display_brand: method.brand,
      exp_month: 12,
      exp_year: new Date(now * 1000).getUTCFullYear() + 1,
      fingerprint: `standin${method.brand}${method.last4}`,
      funding: 'credit',
      generated_from: null,
      last4: method.last4,
      networks: { available: [method.brand], preferred: null },
      regulated_status: 'unregulated',
      three_d_secure_usage: { supported: true },
      wallet: null,
    },
  };
}

function accountFields({ last4 }: TestBankAccount): Pick<Stripe.PaymentMethod, 'us_bank_account'> {
  return {
    us_bank_account: {
      account_holder_type: 'individual',
      account_type: 'checking',
      bank_name: 'STRIPE TEST BANK',
      financial_connections_account: null,
      fingerprint: `standinbank${last4}`,
      last4,
      networks: { preferred: 'ach', supported: ['ach'] },
      routing_number: '110000000',
      status_details: {},
    },
  };
}

/**
 * The payment method that a request names: Stripe's test names or the id of an earlier one.
 * @throws StripeApiError 400 `resource_missing`
 */
export function namedPaymentMethod(name: string, context: ApiContext): Stripe.PaymentMethod {
  const known = context.store.in('payment_methods').get(name);
  if (known !== undefined) return known;
  const method = testMethod(name);
  if (method === undefined) throw errors.noSuchReference('PaymentMethod', name, 'payment_method');
  return newTestMethod(name, method, context);
}

/** How the bank behind a payment method answers. */
export function bankOf(paymentMethod: Stripe.PaymentMethod, { store }: ApiContext): TestMethod {
  const token = store.in('test_methods').get(paymentMethod.id)?.token;
  const method = token === undefined ? undefined : testMethod(token);
  if (method === undefined) throw errors.noSuchReference('PaymentMethod', paymentMethod.id, 'payment_method');
  return method;
}

const retrieve: ApiRoute = {
  method: 'GET',
  path: '/v1/payment_methods/:id',
  prepare:
    ({ id }, { store }) =>
    () => {
      const found = store.in('payment_methods').get(id);
      if (found === undefined) throw errors.notFound('PaymentMethod', id, 'payment_method');
      return found;
    },
};

const list: ApiRoute = {
  method: 'GET',
  path: '/v1/payment_methods',
  prepare(call, { store }) {
    const page = pageReader(call);
    const customer = call.params.filledText('customer');
    const type = call.params.filledText('type');
    return () =>
      page(
        store.in('payment_methods').newestFirst(),
        (method) =>
          method.customer !== null &&
          (customer === undefined || method.customer === customer) &&
          (type === undefined || method.type === type),
      );
  },
};

const attach: ApiRoute = {
  method: 'POST',
  path: '/v1/payment_methods/:id/attach',
  prepare({ id, params, origin }, context) {
    const customer = params.requiredText('customer');
    return () => {
      if (context.store.in('customers').get(customer) === undefined) {
        throw errors.noSuchReference('customer', customer, 'customer');
      }
      const paymentMethod = namedPaymentMethod(id, context);
      const { answer, isSavable } = bankOf(paymentMethod, context);
      if (answer.kind === 'decline' && isSavable !== true) {
        throw new StripeApiError(402, {
          code: answer.code,
          ...(answer.declineCode === undefined ? {} : { decline_code: answer.declineCode }),
          message: answer.message,
          type: 'card_error',
        });
      }
      if (paymentMethod.customer !== null && paymentMethod.customer !== customer) {
        throw errors.refused('The payment method you provided has already been attached to a customer.');
      }
      return attachTo(customer, paymentMethod, context, origin);
    };
  },
};

const detach: ApiRoute = {
  method: 'POST',
  path: '/v1/payment_methods/:id/detach',
  prepare({ id, origin }, { store, events }) {
    return () => {
      const before = store.in('payment_methods').get(id);
      if (before === undefined) throw errors.notFound('PaymentMethod', id, 'payment_method');
      if (before.customer === null) {
        throw errors.refused(
          'The payment method you provided is not attached to a customer so detachment is impossible.',
        );
      }
      const detached = store.in('payment_methods').put({ ...before, customer: null });
      events.emit('payment_method.detached', detached, origin, { customer: before.customer });
      return detached;
    };
  },
};

export const paymentMethodRoutes: readonly ApiRoute[] = [retrieve, list, attach, detach];
