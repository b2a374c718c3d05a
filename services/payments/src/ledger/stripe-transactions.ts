import type Stripe from 'stripe';
import type { EntityManager } from 'typeorm';
import { hasTakenMoney, keptCents, withdrawnCents } from '../stripe/stripe.module.js';
import type { ReceiptPurpose } from './ledger.entities.js';
import type { Ledger, LedgerTransaction } from './ledger.js';

const OPENED = 'chargeback-opened';
const WON = 'chargeback-won';
const LOST = 'chargeback-lost';
const RETURNED = 'chargeback-returned';

/**
 * Brings the ledger to what a dispute is now: the bank has the money for the time being, has given it up, or keeps it or a
 * part of it. What it gives back after that end makes our loss less. Repeating it changes nothing.
 * @param id of the order or subscription whose payment it is; the caller has locked it
 * @returns the kinds of what was posted
 */
export async function postDispute(
  ledger: Ledger,
  manager: EntityManager,
  id: string,
  dispute: Stripe.Dispute,
): Promise<string[]> {
  const { id: ref, status } = dispute;
  if (!hasTakenMoney(dispute)) return [];
  const account = `chargebacks:${id}` as const;
  const posted: string[] = [];
  const post = async (transaction: LedgerTransaction) => {
    if (await ledger.post(manager, transaction, 'stripe')) posted.push(transaction.kind);
  };
  const withdrawn = withdrawnCents(dispute);
  await post({
    ...{ kind: OPENED, ref },
    entries: [
      [account, withdrawn],
      ['stripe', -withdrawn],
    ],
  });
  const isEnded = (await ledger.isPosted(manager, WON, ref)) || (await ledger.isPosted(manager, LOST, ref));
  const left = -(await ledger.sum(manager, 'stripe', { kinds: [OPENED, WON, LOST, RETURNED], ref }));
  const kept = Math.min(keptCents(dispute), left);
  if (isEnded && kept < left) {
    await post({
      // Less and less is kept.
      ...{ kind: RETURNED, ref: `${ref}:${kept}` },
      entries: [
        ['stripe', left - kept],
        ['losses', kept - left],
      ],
    });
  }
  if (!isEnded && (status === 'won' || status === 'lost')) {
    await post({
      ...{ kind: status === 'won' ? WON : LOST, ref },
      entries: [
        ['stripe', left - kept],
        ['losses', kept],
        [account, -left],
      ],
    });
  }
  return posted;
}

/**
 * In SQL, for another query: cents that banks keep of a payment for good, less what they gave back
 * since. A dispute that is open counts for nothing.
 * @param id of the order whose payment it is, as a column
 */
export const keptByBanksSql = (id: string): string =>
  `(select coalesce(sum(loss.amount_cents), 0)::int from ledger_transactions ended
     join ledger_entries loss on loss.transaction_id = ended.id and loss.account = 'losses'
     where ended.kind in ('${LOST}', '${RETURNED}') and split_part(ended.ref, ':', 1) in (
       select taken.ref from ledger_entries entry join ledger_transactions taken on taken.id = entry.transaction_id
       where entry.account = 'chargebacks:' || ${id}))`;

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
