import { escrowFee } from '#contracts';
import { AppError, DAY_MS } from '#platform';
import type { LedgerTransaction } from '../ledger/ledger.module.js';
import {
  backCents,
  type Command,
  dividedCents,
  type Escrow,
  escrowTransaction,
  isSellerPosted,
  isSettling,
  isUndecided,
  type Outcome,
  quietly,
  repeatedTransaction,
  type SettlingState,
  settlingState,
} from './escrow.command.js';

const finalStates = { releasing: 'released', refunding: 'refunded', resolving: 'resolved' } as const;

/** It is decided: so much, with the fee, goes to the seller, and the rest back to the buyer. */
export function settle(escrow: Escrow, sellerGrossCents: number): Outcome {
  const buyerRefundCents = dividedCents(escrow) - sellerGrossCents;
  return {
    set: {
      state: settlingState(sellerGrossCents, buyerRefundCents),
      sellerGrossCents,
      buyerRefundCents,
      feeCents: escrowFee(sellerGrossCents, escrow.feePercent),
    },
    change: null,
    ledgerTransactions: [],
    settles: true,
  };
}

/** Stripe has moved all of the money. Also when a bank took it back in the very moment. */
export function settled(escrow: Escrow, now: Date): Outcome | null {
  if (escrow.settledAt !== null) return null;
  const state = waitsIn(escrow);
  if (state === null) throw new AppError('held_payment_moved');
  const { buyerRefundCents, refundFailures, sellerGrossCents, sellerPostedAt } = escrow;
  const set = {
    state: finalStates[state],
    settledAt: now,
    stateBeforeChargeback: null,
    refundedCents: buyerRefundCents,
    sellerPostedAt: sellerGrossCents > 0 ? (sellerPostedAt ?? now) : null,
  };
  const entries = moving(escrow, buyerRefundCents, true);
  if (refundFailures > 0) {
    // Both were told the first time; others have heard that the money was owed again.
    return {
      ...quietly(set),
      change: 'settled',
      ledgerTransactions: entries.map((parts) => repeatedTransaction(escrow, 'refunded-again', parts)),
    };
  }
  return {
    set,
    change: state === 'refunding' ? 'refunded' : 'released',
    ledgerTransactions: entries.map((parts) => escrowTransaction(escrow, 'settled', parts)),
    settles: false,
  };
}

/**
 * What has moved is on the ledger from now on, though the rest has not: a bank that takes the payment back meanwhile takes
 * nothing of it.
 */
export function settledInPart(
  escrow: Escrow,
  moved: Extract<Command, { do: 'settled-in-part' }>,
  now: Date,
): Outcome | null {
  if (waitsIn(escrow) === null || escrow.settledAt !== null) return null;
  const { buyerRefundCents, sellerGrossCents, sellerPostedAt } = escrow;
  const refundedCents = Math.max(escrow.refundedCents, Math.min(moved.refundedCents, buyerRefundCents));
  const isSellerPaid = moved.isSellerPaid && sellerGrossCents > 0;
  const entries = moving(escrow, refundedCents, isSellerPaid);
  if (entries.length === 0) return null;
  return {
    ...quietly({ refundedCents, ...(isSellerPaid ? { sellerPostedAt: sellerPostedAt ?? now } : {}) }),
    ledgerTransactions: entries.map((parts) => repeatedTransaction(escrow, 'settled-in-part', parts)),
  };
}

/**
 * Stripe has paid the seller, and no such decision is known here, as after a restore: it was made, and the rest is the
 * buyer's. A bank that has the payment decides first.
 * @throws AppError `amount_out_of_range` when there is not so much to divide
 */
export function sellerPaid(escrow: Escrow, sellerGrossCents: number): Outcome | null {
  const { chargeback, refundedCents, state, stateBeforeChargeback } = escrow;
  const isWithBank = chargeback === 'open' && state === 'disputed';
  const stopped = isWithBank ? stateBeforeChargeback : state;
  if (stopped === null || !(isUndecided(stopped) || isSettling(stopped)) || isSellerPosted(escrow))
    return null;
  if (sellerGrossCents === escrow.sellerGrossCents) return null;
  if (sellerGrossCents + refundedCents > dividedCents(escrow)) throw new AppError('amount_out_of_range');
  const outcome = settle(escrow, sellerGrossCents);
  if (!isWithBank) return outcome;
  const { state: waiting = null, ...parts } = outcome.set;
  return quietly({ ...parts, stateBeforeChargeback: waiting });
}

/**
 * What was decided for a seller who has so much, in cents with the fee. Where two amounts leave the same, it is all that there
 * was to get, or the smaller one.
 */
export function grossOf(escrow: Escrow, sellerCents: number): number {
  const most = dividedCents(escrow) - escrow.buyerRefundCents;
  const { feePercent } = escrow;
  const partOf = (grossCents: number) => grossCents - escrowFee(grossCents, feePercent);
  if (partOf(most) === sellerCents) return most;
  let gross = Math.floor((sellerCents * 100) / (100 - feePercent)) - 1;
  while (partOf(gross) < sellerCents) gross += 1;
  return gross;
}

/**
 * People have sent the seller money at Stripe, or taken it back, beyond what is on the ledger of the seller's part: nobody's but
 * ours.
 * @param lossCents below zero for what was taken back
 */
export function movedByHand(
  escrow: Escrow,
  kind: 'transfer-reversed' | 'transferred-beyond',
  lossCents: number,
): Outcome {
  const entries = [
    ['losses', lossCents],
    ['stripe', -lossCents],
  ] as const;
  return { ...quietly({}), ledgerTransactions: [repeatedTransaction(escrow, kind, entries)] };
}

/** The seller's part waits until they can be paid: they are told at once, and then every day. */
export function sellerNeeded(escrow: Escrow, now: Date): Outcome | null {
  const { sellerAskedAt, sellerGrossCents, state } = escrow;
  if (!isSettling(state) || sellerGrossCents === 0 || isSellerPosted(escrow)) return null;
  if (sellerAskedAt !== null && now.getTime() < sellerAskedAt.getTime() + DAY_MS) return null;
  return { ...quietly({ sellerAskedAt: now }), change: 'seller-needed' };
}

/**
 * The seller keeps theirs, or a bank has taken all, so it is our loss. It becomes less when such a refund fails, or stands
 * in for one that did.
 */
export function refundedBeyond(escrow: Escrow, excessRefundCents: number): Outcome | null {
  const cents = excessRefundCents - escrow.excessRefundCents;
  if (cents === 0) return null;
  if (!isOver(escrow)) throw new AppError('held_payment_moved');
  return {
    ...quietly({ excessRefundCents }),
    ledgerTransactions: [
      repeatedTransaction(escrow, 'refunded-beyond', [
        ['losses', cents],
        ['stripe', -cents],
      ]),
    ],
  };
}

/**
 * Stripe took back as failed what had gone back to the buyer: it is owed again, and goes again. The seller keeps theirs.
 * What a bank has taken since, at our loss, counts: the buyer has that already.
 */
export function refundReturned(escrow: Escrow, returnedCents: number): Outcome | null {
  const isSettled = escrow.settledAt !== null;
  if (!isSettled && waitsIn(escrow) === null) throw new AppError('held_payment_moved');
  const wasBack = backCents(escrow);
  const cents = Math.min(returnedCents, wasBack);
  if (cents <= 0) return null;
  const coveredCents = Math.max(0, Math.min(cents, escrow.lossCents));
  const buyerRefundCents = escrow.buyerRefundCents - coveredCents;
  const refundedCents = wasBack - cents;
  const returned = repeatedTransaction(escrow, 'refund-returned', [
    ['stripe', cents],
    [`held:${escrow.id}`, -cents],
  ]);
  const covered = repeatedTransaction(escrow, 'chargeback-covered', [
    [`held:${escrow.id}`, coveredCents],
    ['losses', -coveredCents],
  ]);
  const state = afterReturn(escrow, buyerRefundCents, buyerRefundCents > refundedCents);
  return {
    set: {
      buyerRefundCents,
      refundedCents,
      chargedBackCents: escrow.chargedBackCents + coveredCents,
      lossCents: escrow.lossCents - coveredCents,
      sellerPostedAt: escrow.sellerPostedAt ?? (escrow.sellerGrossCents > 0 ? escrow.settledAt : null),
      ...state,
    },
    // Nobody is mailed, but the recording is kept as long as money is owed.
    change: 'refund-returned',
    ledgerTransactions: coveredCents > 0 ? [returned, covered] : [returned],
    settles: isSettled && state.state !== undefined && isSettling(state.state),
  };
}

/** Where it goes on after a refund that was returned; where there is nothing to do, what has become of it. */
function afterReturn(escrow: Escrow, buyerRefundCents: number, isOwed: boolean): Partial<Escrow> {
  const { chargeback, refundFailures, sellerGrossCents, settledAt, state } = escrow;
  if (sellerGrossCents + buyerRefundCents === 0)
    return { state: 'charged_back', stateBeforeChargeback: null, settledAt: null };
  const waiting = settlingState(sellerGrossCents, buyerRefundCents);
  if (settledAt === null)
    return state === 'disputed' ? { stateBeforeChargeback: waiting } : { state: waiting };
  if (!isOwed) return { state: finalStates[waiting] };
  const again = { settledAt: null, refundFailures: refundFailures + 1 };
  // A bank that has the payment decides first.
  return chargeback === 'open'
    ? { ...again, state: 'disputed', stateBeforeChargeback: waiting }
    : { ...again, state: waiting };
}

/** All was paid out, or a bank has taken all: nothing is held. */
export const isOver = ({ settledAt, state }: Pick<Escrow, 'settledAt' | 'state'>): boolean =>
  settledAt !== null || state === 'charged_back';

/** The state of an escrow whose money is on its way, also when a bank has taken it back since; else null. */
export function waitsIn({
  state,
  stateBeforeChargeback,
}: Pick<Escrow, 'state' | 'stateBeforeChargeback'>): SettlingState | null {
  const waiting = state === 'disputed' ? stateBeforeChargeback : state;
  return waiting !== null && isSettling(waiting) ? waiting : null;
}

/** What is not on the ledger yet of what has moved; empty when all of it is. */
function moving(
  escrow: Escrow,
  refundedCents: number,
  isSellerPaid: boolean,
): readonly LedgerTransaction['entries'][] {
  const isNew = isSellerPaid && !isSellerPosted(escrow);
  const [grossCents, feeCents] = isNew ? [escrow.sellerGrossCents, escrow.feeCents] : [0, 0];
  const cents = grossCents + refundedCents - backCents(escrow);
  if (cents === 0) return [];
  return [
    [
      [`held:${escrow.id}`, cents],
      ['fees', -feeCents],
      ['stripe', feeCents - cents],
    ],
  ];
}
