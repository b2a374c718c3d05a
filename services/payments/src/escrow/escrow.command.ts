import type { EscrowChange, EscrowState } from '#contracts';
import type { LedgerTransaction } from '../ledger/ledger.module.js';
import type { EscrowEntity } from './escrow.entities.js';

/** What the rules look at. */
export type Escrow = Pick<
  EscrowEntity,
  | 'id'
  | 'state'
  | 'amountCents'
  | 'holdHours'
  | 'sellerGrossCents'
  | 'buyerRefundCents'
  | 'feeCents'
  | 'createdAt'
  | 'heldAt'
  | 'resumedAt'
  | 'deliveredAt'
  | 'receivedAt'
  | 'releaseAt'
  | 'halfTimeAt'
  | 'lastHourAt'
  | 'alertedAt'
  | 'settledAt'
  | 'chargeback'
  | 'chargebackCents'
  | 'chargebackIds'
  | 'chargedBackCents'
  | 'stateBeforeChargeback'
  | 'refundFailures'
  | 'contractCancelledAt'
>;

export type Command =
  /** The buyer agreed on another amount or seller before anybody paid. */
  | { do: 'change'; amountCents: number; isSellerReady: boolean; isNewSeller: boolean }
  | { do: 'seller-ready' }
  | { do: 'expire' }
  | { do: 'paid' }
  /** There is no contract any more. */
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
  /** Somebody has sent money back at Stripe before anything was decided; in all so much. */
  | { do: 'refunded-by-hand'; cents: number }
  /** What had gone back to the buyer has come back to us. */
  | { do: 'refund-failed' }
  | { do: 'half-time' }
  | { do: 'last-hour' }
  | { do: 'alert' }
  | { do: 'chargeback-opened'; disputeId: string; cents: number }
  | { do: 'chargeback-won'; disputeId: string }
  | { do: 'chargeback-lost'; disputeId: string };

export interface Outcome {
  /** Fields that change. */
  set: Partial<Escrow>;
  /** What the parties are told; null for a change that nobody is told of. */
  change: EscrowChange | null;
  ledgerTransactions: readonly LedgerTransaction[];
  /** Money must move at Stripe now. */
  settles: boolean;
}

/** The buyer has not paid. */
export const unpaidStates: readonly EscrowState[] = ['requires_onboarding', 'requires_payment'];
/** The parties may still decide, or time may. */
export const undecidedStates: readonly EscrowState[] = ['held', 'release_due', 'disputed'];
/** It is decided, and Stripe moves the money. */
const settlingStates: readonly EscrowState[] = ['releasing', 'refunding', 'resolving'];
/** Something is still to come. */
export const openStates = [...unpaidStates, ...undecidedStates, ...settlingStates];

export const isUnpaid = (state: EscrowState): boolean => unpaidStates.includes(state);
export const isUndecided = (state: EscrowState): boolean => undecidedStates.includes(state);
export const isSettling = (state: EscrowState): boolean => settlingStates.includes(state);

/** Since when its periods count: from the payment, or from when a bank let go of the money. Null while it is not paid. */
export const countsSince = ({ heldAt, resumedAt }: Pick<Escrow, 'heldAt' | 'resumedAt'>): Date | null =>
  resumedAt ?? heldAt;

/** What seller and buyer get of the amount, together with the fee. */
export const dividedCents = ({
  amountCents,
  chargedBackCents,
}: Pick<Escrow, 'amountCents' | 'chargedBackCents'>): number => amountCents - chargedBackCents;

/** What happens to an escrow is on the ledger once of each kind. */
export const escrowTransaction = (
  escrow: { id: string },
  kind: string,
  entries: LedgerTransaction['entries'],
): LedgerTransaction => ({
  kind: `held-payment-${kind}`,
  ref: escrow.id,
  entries,
});
