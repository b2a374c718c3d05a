import type Stripe from 'stripe';
import { hasTakenMoney } from '../stripe/stripe.module.js';
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
