import type Stripe from 'stripe';
import { hasTakenMoney } from '../stripe/stripe.module.js';
import type { ReceiptPurpose } from './ledger.entities.js';
import type { LedgerEntry, LedgerTransaction } from './ledger.js';

/**
 * What a dispute is on the ledger until now: the bank has the money for the time being, has given it up, or keeps it.
 * @param id of the order or subscription whose payment it is
 */
export function chargebackTransactions(id: string, dispute: Stripe.Dispute): LedgerTransaction[] {
  const { id: ref, status, amount } = dispute;
  if (!hasTakenMoney(dispute)) return [];
  const account = `chargebacks:${id}` as const;
  const move = (kind: string, to: LedgerEntry[0], from: LedgerEntry[0]): LedgerTransaction => ({
    ...{ kind, ref },
    entries: [
      [to, amount],
      [from, -amount],
    ],
  });
  return [
    move('chargeback-opened', account, 'stripe'),
    ...(status === 'won' ? [move('chargeback-won', 'stripe', account)] : []),
    ...(status === 'lost' ? [move('chargeback-lost', 'losses', account)] : []),
  ];
}

/**
 * In SQL, for the condition of another query: whether a bank has taken a payment back for good.
 * @param id of the order or subscription whose payment it is, as a column
 */
export const isChargedBackSql = (id: string): string =>
  `exists (select from ledger_entries entry join ledger_transactions moved on moved.id = entry.transaction_id
     where entry.account = 'chargebacks:' || ${id} and moved.kind = 'chargeback-lost')`;

/** What of a sale has gone back in all, in cents: as the ledger has it, and as Stripe has it now. */
export interface Refunded {
  known: number;
  back: number;
  /** How many of its refunds have failed. */
  failures: number;
}

/**
 * The refund of a sale on the ledger, or what a failed one leaves with us again. Each amount that has gone back in all is
 * posted once, and once more after each refund that failed.
 * @param id of the order or the invoice
 */
export function refundTransaction(
  purpose: Exclude<ReceiptPurpose, 'held_payment'>,
  id: string,
  { known, back, failures }: Refunded,
): LedgerTransaction {
  return {
    kind: back > known ? 'refund' : 'refund-failed',
    ref: failures === 0 ? `${id}:${back}` : `${id}:${back}:${failures}`,
    entries: [
      ['stripe', known - back],
      [`sales:${purpose}`, back - known],
    ],
  };
}
