import { HOUR_MS } from '#platform';
import { type HeldFacts, heldPosting, isMoving, type Outcome } from './held-payment.facts.js';

/** A bank takes the money back for the time being: what is still held is frozen. */
export function chargebackOpened(held: HeldFacts): Outcome | null {
  if (held.chargeback !== null || held.heldAt === null) return null;
  const isOurs = held.settledAt === null;
  // A bank takes back what is left of the charge.
  const chargebackCents = held.amountCents - (isOurs ? 0 : held.buyerRefundCents);
  if (chargebackCents === 0) return null;
  return {
    set: {
      chargeback: 'open',
      chargebackCents,
      ...(isOurs ? { state: 'disputed' as const, stateBeforeChargeback: held.state } : {}),
    },
    change: 'chargeback',
    postings: [
      heldPosting(held, 'chargeback-opened', [
        [`chargebacks:${held.id}`, chargebackCents],
        ['stripe', -chargebackCents],
      ]),
    ],
    settles: false,
  };
}

export function chargebackWon(held: HeldFacts, now: Date): Outcome | null {
  if (held.chargeback !== 'open') return null;
  const before = held.stateBeforeChargeback;
  const releaseAt = new Date(now.getTime() + held.holdHours * HOUR_MS);
  return {
    set: {
      chargeback: 'won',
      stateBeforeChargeback: null,
      ...(before === null ? {} : { state: before }),
      // Both get the whole time again: nobody could act meanwhile.
      ...(before === 'release_due' ? { releaseAt, halfTimeAt: null, lastHourAt: null } : {}),
    },
    change: 'chargeback-won',
    postings: [
      heldPosting(held, 'chargeback-won', [
        ['stripe', held.chargebackCents],
        [`chargebacks:${held.id}`, -held.chargebackCents],
      ]),
    ],
    settles: before !== null && isMoving(before),
  };
}

/** The bank keeps it. What was paid out already is our loss, never the seller's. */
export function chargebackLost(held: HeldFacts): Outcome | null {
  if (held.chargeback !== 'open') return null;
  const isOurs = held.stateBeforeChargeback !== null;
  // After a refund that failed only the buyer's part is left: the seller was paid before.
  const leftCents = held.refundFailures > 0 ? held.buyerRefundCents : held.chargebackCents;
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
    postings: [
      heldPosting(held, 'chargeback-lost', [
        [`held:${held.id}`, heldCents],
        ['losses', held.chargebackCents - heldCents],
        [`chargebacks:${held.id}`, -held.chargebackCents],
      ]),
    ],
    settles: false,
  };
}
