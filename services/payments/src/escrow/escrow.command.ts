import type { EscrowChange, EscrowState } from '#contracts';
import { HOUR_MS } from '#platform';
import type { LedgerTransaction } from '../ledger/ledger.module.js';
import type { EscrowEntity } from './escrow.entities.js';

/** What the rules look at. */
export type Escrow = Pick<
  EscrowEntity,
  | 'id'
  | 'version'
  | 'state'
  | 'sellerSince'
  | 'amountCents'
  | 'feePercent'
  | 'holdHours'
  | 'sellerGrossCents'
  | 'buyerRefundCents'
  | 'byHandCents'
  | 'feeCents'
  | 'createdAt'
  | 'waitingSince'
  | 'expiryLookAt'
  | 'heldAt'
  | 'resumedAt'
  | 'deliveredAt'
  | 'receivedAt'
  | 'releaseAt'
  | 'halfTimeAt'
  | 'lastHourAt'
  | 'alertedAt'
  | 'settledAt'
  | 'sellerPostedAt'
  | 'sellerAskedAt'
  | 'refundedCents'
  | 'chargeback'
  | 'chargebackCents'
  | 'chargebackIds'
  | 'chargedBackCents'
  | 'lossCents'
  | 'excessRefundCents'
  | 'stateBeforeChargeback'
  | 'refundFailures'
  | 'contractCancelledAt'
  | 'disabledParty'
  | 'isBuyerUnreached'
  | 'isBankTaking'
>;

export type Command =
  /** The buyer agreed on another amount or seller before anybody paid. */
  | { do: 'change'; amountCents: number; isSellerReady: boolean; isNewSeller: boolean }
  /** The seller can be paid from now on. Somebody who pays just now is not told. */
  | { do: 'seller-ready'; isBuyerHere: boolean }
  | { do: 'expire' }
  /** The buyer has done their part, and their bank takes its time over the payment. */
  | { do: 'bank-taking' }
  /** The bank has not sent what it was taking. */
  | { do: 'bank-refused' }
  | { do: 'paid' }
  /** There is no contract any more. */
  | { do: 'contract-cancelled' }
  | { do: 'delivered' }
  | { do: 'received' }
  | { do: 'release' }
  | { do: 'run-out' }
  | { do: 'problem' }
  /** An administrator has shut out one of the two. */
  | { do: 'account-disabled'; party: 'buyer' | 'seller' }
  /** Silence was to pay the seller, and no mail has reached the buyer. */
  | { do: 'buyer-unreached' }
  /** Silence was to pay the seller, and the buyer was told of the clock late, or not yet: their time counts from then. */
  | { do: 'clock-restarted'; since: Date }
  /** By the seller; without an amount all of it. */
  | { do: 'seller-refund'; cents: number | null }
  | { do: 'take-back' }
  | { do: 'decide'; sellerGrossCents: number }
  | { do: 'force' }
  | { do: 'settled' }
  /** Somebody has sent money back at Stripe that nobody had decided to; so much is back in all, less when that fails. */
  | { do: 'refunded-by-hand'; cents: number }
  /** Nothing is held any more, and so much more has gone back to the buyer at Stripe, in all, than was decided. */
  | { do: 'refunded-beyond'; cents: number }
  /** Stripe has moved a part of what was decided; of what goes back, so much in all. The rest is still to come. */
  | { do: 'settled-in-part'; refundedCents: number; isSellerPaid: boolean }
  /** Stripe has paid the seller, and no such decision is known here: so much, with the fee. */
  | { do: 'seller-paid'; sellerGrossCents: number }
  /** Of what the seller was paid so much more was taken back at Stripe. */
  | { do: 'transfer-reversed'; cents: number }
  /** Nothing is held for the seller any more, and so much more was sent to them at Stripe. */
  | { do: 'transferred-beyond'; cents: number }
  /** It is decided that the seller gets something, and Stripe takes no transfers for them. */
  | { do: 'seller-needed' }
  /** Of what had gone back to the buyer so much is ours again: Stripe took a refund back as failed. */
  | { do: 'refund-returned'; cents: number }
  /** What was paid for it when it was not asked for any more has gone back: so much. */
  | { do: 'late-refunded'; cents: number }
  | { do: 'half-time' }
  | { do: 'last-hour' }
  | { do: 'alert' }
  | { do: 'chargeback-opened'; disputeId: string; cents: number }
  | { do: 'chargeback-won'; disputeId: string }
  /** The bank keeps so much of what it has taken. */
  | { do: 'chargeback-lost'; disputeId: string; cents: number }
  /** After its end the bank has given so much more of a dispute back. */
  | { do: 'chargeback-returned'; disputeId: string; cents: number };

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
const settlingStates = ['releasing', 'refunding', 'resolving'] as const satisfies readonly EscrowState[];
export type SettlingState = (typeof settlingStates)[number];
/** Something is still to come. */
export const openStates = [...unpaidStates, ...undecidedStates, ...settlingStates];

export const isUnpaid = (state: EscrowState): boolean => unpaidStates.includes(state);
/**
 * It was closed with its contract, and its PaymentIntent is not known to be cancelled: the payer's bank may be paying it
 * already, which takes days with some ways to pay.
 */
export const isChargePossible = ({
  state,
  contractCancelledAt,
  paymentIntentId,
}: Pick<EscrowEntity, 'state' | 'contractCancelledAt' | 'paymentIntentId'>): boolean =>
  state === 'failed' && contractCancelledAt !== null && paymentIntentId !== null;

export const isUndecided = (state: EscrowState): boolean => undecidedStates.includes(state);
export const isSettling = (state: EscrowState): state is SettlingState =>
  settlingStates.some((settling) => settling === state);

/** Since when the one whose turn it is has time: the seller to set up payouts, or the buyer to pay. */
export const waitsSince = ({ createdAt, waitingSince }: Pick<Escrow, 'createdAt' | 'waitingSince'>): Date =>
  waitingSince ?? createdAt;

/** Since when its periods count: from the payment, or from when a bank let go of the money. Null while it is not paid. */
export const countsSince = ({ heldAt, resumedAt }: Pick<Escrow, 'heldAt' | 'resumedAt'>): Date | null =>
  resumedAt ?? heldAt;

/** When a clock that begins then ends. */
export const endOfClock = (holdHours: number, since: Date): Date =>
  new Date(since.getTime() + holdHours * HOUR_MS);

/** A clock that begins then, with its notices still to come. */
export const clockFrom = (
  holdHours: number,
  since: Date,
): Pick<Escrow, 'releaseAt' | 'halfTimeAt' | 'lastHourAt'> => ({
  releaseAt: endOfClock(holdHours, since),
  halfTimeAt: null,
  lastHourAt: null,
});

/** What seller and buyer get of the amount, together with the fee. */
export const dividedCents = ({
  amountCents,
  chargedBackCents,
}: Pick<Escrow, 'amountCents' | 'chargedBackCents'>): number => amountCents - chargedBackCents;

/** What has gone back to the buyer, as the ledger has it. */
export const backCents = ({
  buyerRefundCents,
  refundedCents,
  settledAt,
}: Pick<Escrow, 'buyerRefundCents' | 'refundedCents' | 'settledAt'>): number =>
  settledAt === null ? refundedCents : buyerRefundCents;

/** Whether the seller's part is on the ledger. */
export const isSellerPosted = ({ sellerPostedAt, settledAt }: Escrow): boolean =>
  sellerPostedAt !== null || settledAt !== null;

/** What is still held of the money. */
export const heldCents = (escrow: Escrow): number =>
  dividedCents(escrow) - (isSellerPosted(escrow) ? escrow.sellerGrossCents : 0) - backCents(escrow);

/** In which state money waits for Stripe to move it: a part to each, or all to one of them. */
export function settlingState(sellerGrossCents: number, buyerRefundCents: number): SettlingState {
  if (buyerRefundCents === 0) return 'releasing';
  return sellerGrossCents === 0 ? 'refunding' : 'resolving';
}

/** Changes that nobody is told of. */
export const quietly = (set: Partial<Escrow>): Outcome => ({
  set,
  change: null,
  ledgerTransactions: [],
  settles: false,
});

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

/** May happen several times, unlike all else: once for each version of the escrow. */
export const repeatedTransaction = (
  escrow: Pick<Escrow, 'id' | 'version'>,
  kind: string,
  entries: LedgerTransaction['entries'],
): LedgerTransaction => ({
  ...escrowTransaction(escrow, kind, entries),
  ref: `${escrow.id}:${escrow.version}`,
});
