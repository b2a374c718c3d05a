import type Stripe from 'stripe';
import { errors } from '../../api.errors.js';
import type { ApiCall, ApiContext, ApiRoute } from '../../api.route.js';
import { changedValues } from '../../event.log.js';
import { pageReader } from '../../list.view.js';
import { newId } from '../../object-ids.js';
import { mergeMetadata } from '../../request.params.js';
import { book } from '../balance/balance.ledger.js';
import { priced, readAmount } from '../balance/money.fields.js';
import { idOf } from '../charges.resource.js';
import { isOpen, takenBack } from './dispute.lifecycle.js';
import { endRefund, noteOnCharge } from './refund.lifecycle.js';

function refundAt(id: string, { store }: ApiContext): Stripe.Refund {
  const refund = store.in('refunds').get(id);
  if (refund === undefined) throw errors.notFound('refund', id);
  return refund;
}

/** The charge that a refund names itself or through its PaymentIntent. */
function chargeBehind(
  chargeId: string | undefined,
  intentId: string | undefined,
  { store }: ApiContext,
): Stripe.Charge {
  const intent = intentId === undefined ? undefined : store.in('payment_intents').get(intentId);
  if (intentId !== undefined && intent === undefined) {
    throw errors.noSuchReference('payment_intent', intentId, 'payment_intent');
  }
  const id = intent === undefined ? (chargeId ?? '') : idOf(intent.latest_charge);
  const charge = id === null ? undefined : store.in('charges').get(id);
  if (charge === undefined && intent !== undefined) {
    throw errors.refused(
      `This PaymentIntent (${intent.id}) does not have a successful charge to refund.`,
      undefined,
      'payment_intent',
    );
  }
  if (charge === undefined) throw errors.noSuchReference('charge', chargeId ?? '', 'charge');
  return charge;
}

function assertRefundable(charge: Stripe.Charge, amount: number | undefined, context: ApiContext): number {
  const { store } = context;
  if (!charge.paid) {
    throw errors.refused(
      `This charge (${charge.id}) is not paid, so there is nothing to refund.`,
      undefined,
      'charge',
    );
  }
  const isChargedBack = [...store.in('disputes').values()].some(
    (dispute) => dispute.charge === charge.id && isOpen(dispute),
  );
  const taken = takenBack(charge, context);
  if (isChargedBack || (taken > 0 && taken >= charge.amount - charge.amount_refunded)) {
    throw errors.refused(
      `Charge ${charge.id} has been charged back; cannot issue a refund.`,
      'charge_disputed',
    );
  }
  const left = charge.amount - charge.amount_refunded - taken;
  if (left <= 0)
    throw errors.refused(`Charge ${charge.id} has already been refunded.`, 'charge_already_refunded');
  if (amount !== undefined && amount > left) {
    throw errors.refused(
      `Refund amount (${priced(amount, charge.currency)}) is greater than unrefunded amount on charge (${priced(left, charge.currency)})`,
      undefined,
      'amount',
    );
  }
  return amount ?? left;
}

/**
 * Refunds may take the platform's balance below zero, as in Stripe's test mode, unless the stand-in was told that it is
 * empty. They succeed at once, unless it was told another end.
 */
const create: ApiRoute = {
  method: 'POST',
  path: '/v1/refunds',
  prepare({ params, origin }, context) {
    const chargeId = params.filledText('charge');
    const intentId = params.filledText('payment_intent');
    if (chargeId === undefined && intentId === undefined) throw errors.missingParam('payment_intent');
    const sentAmount = readAmount(params);
    const reason = params.choice('reason', ['duplicate', 'fraudulent', 'requested_by_customer']) ?? null;
    const metadata = mergeMetadata({}, params.metadata());
    return () => {
      const { store, events, now, bank, balance } = context;
      const begin = bank.refundStatus;
      const charge = chargeBehind(chargeId, intentId, context);
      const amount = assertRefundable(charge, sentAmount, context);
      if (balance.isEmpty)
        throw errors.refused(
          'Insufficient funds in your Stripe balance to refund this amount.',
          'balance_insufficient',
        );
      const { currency } = charge;
      const id = newId('re');
      const transaction = book(
        { type: 'refund', category: 'refund', source: id, amount: -amount, currency },
        context,
      );
      const refund: Stripe.Refund = {
        id,
        object: 'refund',
        amount,
        balance_transaction: transaction.id,
        charge: charge.id,
        created: now(),
        currency,
        customer: idOf(charge.customer),
        customer_account: null,
        destination_details: { card: { type: 'refund' }, type: 'card' },
        metadata,
        payment_intent: idOf(charge.payment_intent),
        payment_method: charge.payment_method,
        reason,
        receipt_number: null,
        source_transfer_reversal: null,
        status: begin === 'failed' || begin === 'canceled' ? 'pending' : begin,
        transfer_reversal: null,
      };
      store.in('refunds').put(refund);
      noteOnCharge(refund, context);
      const after = store.in('charges').get(charge.id) ?? charge;
      events.emit('refund.created', refund, origin);
      events.emit('charge.refunded', after, origin, changedValues(charge, after));
      return begin === 'failed' || begin === 'canceled' ? endRefund(id, begin, context, origin) : refund;
    };
  },
};

const retrieve: ApiRoute = {
  method: 'GET',
  path: '/v1/refunds/:id',
  prepare: (call, context) => () => refundAt(call.id, context),
};

const update: ApiRoute = {
  method: 'POST',
  path: '/v1/refunds/:id',
  prepare({ id, params, origin }, context) {
    const metadata = params.metadata();
    return () => {
      const before = refundAt(id, context);
      const after = { ...before, metadata: mergeMetadata(before.metadata ?? {}, metadata) };
      context.store.in('refunds').put(after);
      const changed = changedValues(before, after);
      if (Object.keys(changed).length > 0) context.events.emit('refund.updated', after, origin, changed);
      return after;
    };
  },
};

function refundPage(call: ApiCall, charge: string | undefined, { store }: ApiContext): () => object {
  const page = pageReader(call);
  const intent = call.params.filledText('payment_intent');
  return () =>
    page(
      store.in('refunds').newestFirst(),
      (refund) =>
        (charge === undefined || refund.charge === charge) &&
        (intent === undefined || refund.payment_intent === intent),
    );
}

const list: ApiRoute = {
  method: 'GET',
  path: '/v1/refunds',
  prepare: (call, context) => refundPage(call, call.params.filledText('charge'), context),
};

const listOfCharge: ApiRoute = {
  method: 'GET',
  path: '/v1/charges/:id/refunds',
  prepare: (call, context) => refundPage(call, call.id, context),
};

export const refundRoutes: readonly ApiRoute[] = [create, retrieve, update, list, listOfCharge];
