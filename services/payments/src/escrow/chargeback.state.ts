import { escrowFee } from '#contracts';
import {
  type Command,
  clockFrom,
  dividedCents,
  type Escrow,
  escrowTransaction,
  heldCents,
  isSellerPosted,
  isSettling,
  isUndecided,
  type Outcome,
  quietly,
  settlingState,
} from './escrow.command.js';

/**
 * A bank takes money back for the time being: what is still held is frozen, all of it, even if the bank asks for a part.
 * There may be several disputes over one payment; while one is open the next waits for its end.
 */
export function chargebackOpened(escrow: Escrow, disputeId: string, cents: number): Outcome | null {
  const { amountCents, chargeback, chargebackIds, heldAt, settledAt, state } = escrow;
  if (heldAt === null || chargeback === 'open' || chargebackIds.includes(disputeId)) return null;
  const isOurs = settledAt === null && state !== 'charged_back';
  const chargebackCents = Math.min(cents, amountCents);
  return {
    set: {
      chargeback: 'open',
      chargebackCents,
      chargebackIds: [...chargebackIds, disputeId],
      ...(isOurs ? { state: 'disputed' as const, stateBeforeChargeback: state } : {}),
    },
    change: 'chargeback',
    ledgerTransactions: [
      chargebackTransaction(escrow, 'chargeback-opened', disputeId, [
        [`chargebacks:${escrow.id}`, chargebackCents],
        ['stripe', -chargebackCents],
      ]),
    ],
    settles: false,
  };
}

export function chargebackWon(escrow: Escrow, disputeId: string, now: Date): Outcome | null {
  if (!isOpen(escrow, disputeId)) return null;
  const before = escrow.stateBeforeChargeback;
  return {
    set: { chargeback: 'won', stateBeforeChargeback: null, ...goingOn(escrow, now) },
    change: 'chargeback-won',
    ledgerTransactions: [
      chargebackTransaction(escrow, 'chargeback-won', disputeId, [
        ['stripe', escrow.chargebackCents],
        [`chargebacks:${escrow.id}`, -escrow.chargebackCents],
      ]),
    ],
    settles: before !== null && isSettling(before),
  };
}

/**
 * The bank keeps it, but for what the buyer had back before. What was paid out already is our loss, never the seller's. Of
 * what is held the bank has taken its part, and the rest goes on where it was stopped.
 */
export function chargebackLost(
  escrow: Escrow,
  { disputeId, cents }: Extract<Command, { do: 'chargeback-lost' }>,
  now: Date,
): Outcome | null {
  if (!isOpen(escrow, disputeId)) return null;
  const before = escrow.stateBeforeChargeback;
  const takenCents = Math.min(cents, escrow.chargebackCents);
  // What has moved already is nobody's to take: the rest of what the bank keeps is our loss.
  const leftCents = heldCents(escrow);
  const keptCents = before === null ? 0 : Math.min(takenCents, leftCents);
  const lossCents = takenCents - keptCents;
  const goesOn = before !== null && keptCents < dividedCents(escrow);
  const next = goesOn ? { ...goingOn(escrow, now), ...dividedAnew(escrow, keptCents) } : {};
  return {
    set: {
      chargeback: 'lost',
      stateBeforeChargeback: null,
      chargedBackCents: escrow.chargedBackCents + keptCents,
      lossCents: escrow.lossCents + lossCents,
      ...next,
      ...(before !== null && !goesOn
        ? { state: 'charged_back' as const, sellerGrossCents: 0, buyerRefundCents: 0, feeCents: 0 }
        : {}),
    },
    change: 'charged-back',
    ledgerTransactions: [
      chargebackTransaction(escrow, 'chargeback-lost', disputeId, [
        ['stripe', escrow.chargebackCents - takenCents],
        [`held:${escrow.id}`, keptCents],
        ['losses', lossCents],
        [`chargebacks:${escrow.id}`, -escrow.chargebackCents],
      ]),
    ],
    settles: next.state !== undefined && isSettling(next.state),
  };
}

/** What is on the ledger of a dispute, under `<escrow>:<dispute>` and its repetitions. */
export const chargebackKinds = ['opened', 'won', 'lost', 'returned'].map(
  (what) => `held-payment-chargeback-${what}`,
);

/** Whatever has become of the rest since, it comes to us: a loss of ours becomes less, below zero where there was none. */
export function chargebackReturned(
  escrow: Escrow,
  { disputeId, cents }: Extract<Command, { do: 'chargeback-returned' }>,
): Outcome | null {
  if (cents <= 0 || !escrow.chargebackIds.includes(disputeId) || isOpen(escrow, disputeId)) return null;
  const returned = chargebackTransaction(escrow, 'chargeback-returned', disputeId, [
    ['stripe', cents],
    ['losses', -cents],
  ]);
  return {
    ...quietly({ lossCents: escrow.lossCents - cents }),
    ledgerTransactions: [{ ...returned, ref: `${returned.ref}:${escrow.version}` }],
  };
}

const isOpen = ({ chargeback, chargebackIds }: Escrow, disputeId: string): boolean =>
  chargeback === 'open' && chargebackIds.at(-1) === disputeId;

/** Where it was stopped. Both get the whole time again, every period of it: nobody could act meanwhile. */
function goingOn({ stateBeforeChargeback: state, holdHours }: Escrow, now: Date): Partial<Escrow> {
  if (state === null) return {};
  if (!isUndecided(state)) return { state };
  const resumed = { state, resumedAt: now, alertedAt: null };
  if (state !== 'release_due') return resumed;
  return { ...resumed, ...clockFrom(holdHours, now) };
}

/**
 * Who gets what of the rest. The buyer has a part from the bank: what the seller had promised becomes less by it. Once
 * it is decided it comes off what the seller gets, because the buyer's part may have gone back already; but a seller who
 * was paid keeps it, and it comes off the buyer's part.
 */
function dividedAnew(escrow: Escrow, keptCents: number): Partial<Escrow> {
  const { buyerRefundCents, refundedCents, sellerGrossCents, stateBeforeChargeback: before } = escrow;
  if (before === null || !isSettling(before)) {
    // What has gone back stays the buyer's; nothing is left to decide when the bank has taken all else.
    const back = Math.max(refundedCents, buyerRefundCents - keptCents);
    const isAll = back === dividedCents(escrow) - keptCents;
    return { buyerRefundCents: back, ...(isAll ? { state: 'refunding' as const } : {}) };
  }
  const gross = isSellerPosted(escrow) ? sellerGrossCents : Math.max(0, sellerGrossCents - keptCents);
  const back = dividedCents(escrow) - keptCents - gross;
  return {
    state: settlingState(gross, back),
    sellerGrossCents: gross,
    buyerRefundCents: back,
    feeCents: escrowFee(gross, escrow.feePercent),
  };
}

/** Once for each dispute. */
function chargebackTransaction(
  escrow: Escrow,
  kind: string,
  disputeId: string,
  entries: Parameters<typeof escrowTransaction>[2],
) {
  return { ...escrowTransaction(escrow, kind, entries), ref: `${escrow.id}:${disputeId}` };
}
