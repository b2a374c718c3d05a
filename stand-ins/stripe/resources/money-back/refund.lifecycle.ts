import type Stripe from 'stripe';
import type { ApiContext, RefundStatus } from '../../api.route.js';
import type { RequestOrigin } from '../../event.log.js';
import { changedValues } from '../../event.log.js';
import { book } from '../balance/balance.ledger.js';
import { idOf } from '../charges.resource.js';

export type RefundEnd = Extract<RefundStatus, 'succeeded' | 'failed' | 'canceled'>;

const SHOWN_ON_CHARGE = 10;
const BY_THE_BANK: RequestOrigin = { requestId: null, idempotencyKey: null };

/** Brings the charge up to a refund that is new, or has become another one; answers what it was before. */
export function noteOnCharge(refund: Stripe.Refund, context: ApiContext): Stripe.Charge | undefined {
  const { store } = context;
  const charge = store.in('charges').get(idOf(refund.charge) ?? '');
  if (charge === undefined) return undefined;
  const all = store
    .in('refunds')
    .newestFirst()
    .filter((one) => one.charge === charge.id);
  const refunded = all
    .filter(({ status }) => status !== 'failed' && status !== 'canceled')
    .reduce((sum, { amount }) => sum + amount, 0);
  store.in('charges').put({
    ...charge,
    amount_refunded: refunded,
    refunded: refunded === charge.amount,
    refunds: {
      object: 'list',
      data: all.slice(0, SHOWN_ON_CHARGE),
      has_more: all.length > SHOWN_ON_CHARGE,
      url: `/v1/charges/${charge.id}/refunds`,
    },
  });
  return charge;
}

/**
 * How a refund ends at the bank. Stripe lets one that succeeded fail as late as 30 days afterwards: then its money is
 * the platform's again and the charge counts as less refunded.
 * @throws Error when there is no such refund, or it did not succeed in the end already
 */
export function endRefund(
  id: string,
  status: RefundEnd,
  context: ApiContext,
  origin: RequestOrigin = BY_THE_BANK,
): Stripe.Refund {
  const { store, events } = context;
  const before = store.in('refunds').get(id);
  if (before === undefined) throw new Error(`No such refund: ${id}`);
  if (before.status === 'failed' || before.status === 'canceled') {
    throw new Error(`Refund ${id} is ${before.status} already.`);
  }
  const { amount, currency } = before;
  const after: Stripe.Refund = { ...before, status };
  if (status !== 'succeeded') {
    const isFailed = status === 'failed';
    const returned = book(
      {
        type: isFailed ? 'refund_failure' : 'payment_failure_refund',
        category: 'refund_failure',
        source: id,
        amount,
        currency,
      },
      context,
    );
    after.failure_balance_transaction = returned.id;
    if (isFailed) after.failure_reason = 'expired_or_canceled_card';
  }
  store.in('refunds').put(after);
  noteOnCharge(after, context);
  const changed = changedValues(before, after);
  events.emit('refund.updated', after, origin, changed);
  events.emit('charge.refund.updated', after, origin, changed);
  if (status === 'failed') events.emit('refund.failed', after, origin, changed);
  return after;
}
