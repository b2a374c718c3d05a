import type { HeldPaymentChange, HeldPaymentState } from '#contracts';
import type { Posting } from '../ledger/ledger.js';

/** What the rules look at. */
export interface HeldFacts {
  id: string;
  state: HeldPaymentState;
  amountCents: number;
  /** Hours between delivery and release. */
  holdHours: number;
  /** What the seller gets before the fee, once decided. */
  sellerGrossCents: number;
  /** What goes back to the buyer; a seller's promise before it is decided. */
  buyerRefundCents: number;
  feeCents: number;
  createdAt: Date;
  heldAt: Date | null;
  deliveredAt: Date | null;
  receivedAt: Date | null;
  releaseAt: Date | null;
  halfTimeAt: Date | null;
  lastHourAt: Date | null;
  alertedAt: Date | null;
  settledAt: Date | null;
  chargeback: 'open' | 'won' | 'lost' | null;
  /** What the bank took: less than the amount when a part had gone back to the buyer before. */
  chargebackCents: number;
  stateBeforeChargeback: HeldPaymentState | null;
  /** How often money that had gone back to the buyer was owed again. */
  refundFailures: number;
  contractCancelledAt: Date | null;
}

export type Command =
  /** The buyer agreed on another amount or seller before anybody paid. */
  | { do: 'change'; amountCents: number; isSellerReady: boolean; isNewSeller: boolean }
  | { do: 'seller-ready' }
  | { do: 'expire' }
  | { do: 'paid' }
  /** There is no contract any more: nothing may be held for it. */
  | { do: 'contract-cancelled' }
  | { do: 'delivered' }
  | { do: 'received' }
  | { do: 'release' }
  | { do: 'run-out' }
  | { do: 'problem' }
  /** By the seller; without an amount all of it. */
  | { do: 'seller-refund'; cents: number | null }
  | { do: 'take-back' }
  | { do: 'decide'; sellerGrossCents: number }
  | { do: 'force' }
  | { do: 'settled' }
  /** What had gone back to the buyer has come back to us. */
  | { do: 'refund-failed' }
  | { do: 'half-time' }
  | { do: 'last-hour' }
  | { do: 'alert' }
  | { do: 'chargeback-opened' }
  | { do: 'chargeback-won' }
  | { do: 'chargeback-lost' };

export interface Outcome {
  /** Fields that change. */
  set: Partial<HeldFacts>;
  /** What the parties are told; null for a change that is nobody's news. */
  change: HeldPaymentChange | null;
  postings: readonly Posting[];
  /** Money must move at Stripe now. */
  settles: boolean;
}

/** The parties may still decide, or time may. */
export const frozen = new Set<HeldPaymentState>(['held', 'release_due', 'disputed']);
/** It is decided, and Stripe moves the money. */
export const moving = new Set<HeldPaymentState>(['releasing', 'refunding', 'resolving']);

export const isMoving = (state: HeldPaymentState): boolean => moving.has(state);

/** What happens to a held payment is posted once of each kind. */
export const heldPosting = (held: { id: string }, kind: string, entries: Posting['entries']): Posting => ({
  kind: `held-payment-${kind}`,
  ref: held.id,
  entries,
});
