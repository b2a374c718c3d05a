import type Stripe from 'stripe';
import type { Posting } from '../ledger/ledger.js';

/** An inquiry (`warning_…`) or one that was prevented moves no money. */
const TAKEN: readonly Stripe.Dispute.Status[] = ['needs_response', 'under_review', 'won', 'lost'];

export const hasTakenMoney = ({ status }: Stripe.Dispute): boolean => TAKEN.includes(status);

/** What the chargeback of an order has put on the ledger by now. Each posting is made once for a dispute. */
export function chargebackPostings(orderId: string, dispute: Stripe.Dispute): Posting[] {
  const { id, status, amount } = dispute;
  if (!hasTakenMoney(dispute)) return [];
  const account = `chargebacks:${orderId}` as const;
  const posting = (kind: string, entries: Posting['entries']): Posting => ({ kind, ref: id, entries });
  const postings = [
    posting('chargeback-opened', [
      [account, amount],
      ['stripe', -amount],
    ]),
  ];
  if (status === 'won') {
    postings.push(
      posting('chargeback-won', [
        ['stripe', amount],
        [account, -amount],
      ]),
    );
  }
  if (status === 'lost') {
    postings.push(
      posting('chargeback-lost', [
        ['losses', amount],
        [account, -amount],
      ]),
    );
  }
  return postings;
}
