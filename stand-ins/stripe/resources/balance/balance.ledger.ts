import type Stripe from 'stripe';
import type { ApiContext } from '../../api.route.js';
import { newId } from '../../object-ids.js';

/** One movement of money to be booked. */
export interface Booking {
  type: Stripe.BalanceTransaction.Type;
  /** Stripe's reporting category, which tells a refund from a dispute where `type` does not. */
  category: string;
  /** Id of the charge, refund, transfer, … behind it. */
  source: string;
  /** In the currency's smallest unit; negative when money leaves. */
  amount: number;
  currency: string;
  description?: string | null;
  /** Taken off besides the amount, in the same unit. */
  fee?: { amount: number; description: string };
  /** Connected account whose balance moves; absent for the platform's. */
  account?: string;
}

/**
 * Books a movement on the balance of the platform or of a connected account. Charges carry no processing fee here, and
 * everything booked is available at once, where Stripe keeps card payments pending for about two days.
 */
export function book(booking: Booking, { store, now }: ApiContext): Stripe.BalanceTransaction {
  const { account, amount, currency, fee } = booking;
  const transaction = store.in('balance_transactions').put({
    id: newId('txn'),
    object: 'balance_transaction',
    amount,
    available_on: now(),
    balance_type: 'payments',
    created: now(),
    currency,
    description: booking.description ?? null,
    exchange_rate: null,
    fee: fee?.amount ?? 0,
    fee_details:
      fee === undefined
        ? []
        : [
            {
              amount: fee.amount,
              application: null,
              currency,
              description: fee.description,
              type: 'stripe_fee',
            },
          ],
    net: amount - (fee?.amount ?? 0),
    reporting_category: booking.category,
    source: booking.source,
    status: 'available',
    type: booking.type,
  });
  if (account !== undefined) store.in('connected_owners').put({ id: transaction.id, account });
  return transaction;
}

/** Whether an object belongs to the connected account, or with null to the platform. */
export function isOwnedBy(account: string | null, { id }: { id: string }, { store }: ApiContext): boolean {
  return (store.in('connected_owners').get(id)?.account ?? null) === account;
}

/** The booked movements of a connected account, or with null of the platform; newest first. */
export function transactionsOf(account: string | null, context: ApiContext): Stripe.BalanceTransaction[] {
  return context.store
    .in('balance_transactions')
    .newestFirst()
    .filter((transaction) => isOwnedBy(account, transaction, context));
}

/** What an owner has by currency, in its smallest unit; negative after refunds or disputes that nothing covered. */
export function balancesOf(account: string | null, context: ApiContext): Map<string, number> {
  const sums = new Map<string, number>();
  for (const { currency, net } of transactionsOf(account, context)) {
    sums.set(currency, (sums.get(currency) ?? 0) + net);
  }
  return sums;
}

export function availableTo(account: string | null, currency: string, context: ApiContext): number {
  return balancesOf(account, context).get(currency) ?? 0;
}
