import { HOUR_MS } from '#platform';
import { type Escrow, escrowTransaction, isSettling, type Outcome } from './escrow.command.js';

/** A bank takes the money back for the time being: what is still held is frozen. */
export function chargebackOpened(escrow: Escrow): Outcome | null {
  if (escrow.chargeback !== null || escrow.heldAt === null) return null;
  const isOurs = escrow.settledAt === null;
  // A bank takes back what is left of the charge.
  const chargebackCents = escrow.amountCents - (isOurs ? 0 : escrow.buyerRefundCents);
  if (chargebackCents === 0) return null;
  return {
    set: {
      chargeback: 'open',
      chargebackCents,
      ...(isOurs ? { state: 'disputed' as const, stateBeforeChargeback: escrow.state } : {}),
    },
    change: 'chargeback',
    ledgerTransactions: [
      escrowTransaction(escrow, 'chargeback-opened', [
        [`chargebacks:${escrow.id}`, chargebackCents],
        ['stripe', -chargebackCents],
      ]),
    ],
    settles: false,
  };
}

export function chargebackWon(escrow: Escrow, now: Date): Outcome | null {
  if (escrow.chargeback !== 'open') return null;
  const before = escrow.stateBeforeChargeback;
  const releaseAt = new Date(now.getTime() + escrow.holdHours * HOUR_MS);
  return {
    set: {
      chargeback: 'won',
      stateBeforeChargeback: null,
      ...(before === null ? {} : { state: before }),
      // Both get the whole time again: nobody could act meanwhile.
      ...(before === 'release_due' ? { releaseAt, halfTimeAt: null, lastHourAt: null } : {}),
    },
    change: 'chargeback-won',
    ledgerTransactions: [
      escrowTransaction(escrow, 'chargeback-won', [
        ['stripe', escrow.chargebackCents],
        [`chargebacks:${escrow.id}`, -escrow.chargebackCents],
      ]),
    ],
    settles: before !== null && isSettling(before),
  };
}

/** The bank keeps it. What was paid out already is our loss, never the seller's. */
export function chargebackLost(escrow: Escrow): Outcome | null {
  if (escrow.chargeback !== 'open') return null;
  const isOurs = escrow.stateBeforeChargeback !== null;
  // After a refund that failed only the buyer's part is left: the seller was paid before.
  const leftCents = escrow.refundFailures > 0 ? escrow.buyerRefundCents : escrow.chargebackCents;
  const heldCents = isOurs ? leftCents : 0;
  return {
    set: {
      chargeback: 'lost',
      stateBeforeChargeback: null,
      ...(isOurs
        ? { state: 'charged_back' as const, sellerGrossCents: 0, buyerRefundCents: 0, feeCents: 0 }
        : {}),
    },
    change: 'charged-back',
    ledgerTransactions: [
      escrowTransaction(escrow, 'chargeback-lost', [
        [`held:${escrow.id}`, heldCents],
        ['losses', escrow.chargebackCents - heldCents],
        [`chargebacks:${escrow.id}`, -escrow.chargebackCents],
      ]),
    ],
    settles: false,
  };
}
