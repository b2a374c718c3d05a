import { escrowFee, type HeldPaymentChange, type HeldPaymentState } from '#contracts';
import { AppError, DAY_MS, HOUR_MS } from '#platform';
import type { Posting } from '../ledger/ledger.js';
import { chargebackLost, chargebackOpened, chargebackWon } from './chargeback.state.js';
import {
  type Command,
  frozen,
  type HeldFacts,
  heldPosting,
  moving,
  type Outcome,
} from './held-payment.facts.js';

/** Days without delivery after which the buyer may take the money back. */
export const TAKE_BACK_DAYS = 30;
/** Days of holding after which people are told to decide, and after which the money moves by itself. */
export const ALERT_DAYS = 60;
export const FORCED_DAYS = 84;
/** Days after which a held payment that nobody paid is closed. */
export const UNPAID_DAYS = 7;

/**
 * What a command does to a held payment; null when it has happened already. Pure: the caller locks the row and writes
 * the outcome, its postings and its news in one transaction.
 * @throws AppError `held_payment_moved` when the command does not fit the state, `amount_out_of_range`
 */
export function decide(held: HeldFacts, command: Command, now: Date): Outcome | null {
  switch (command.do) {
    case 'change':
      return changed(held, command);
    case 'seller-ready':
      return held.state === 'requires_onboarding' ? quietly({ state: 'requires_payment' }) : null;
    case 'expire':
      if (held.state === 'failed') return null;
      return from(held, ['requires_onboarding', 'requires_payment'], { state: 'failed' }, 'failed');
    case 'paid':
      return paid(held, now);
    case 'contract-cancelled':
      return contractCancelled(held, now);
    case 'delivered':
      return startClock(held, 'deliveredAt', now);
    case 'received':
      return startClock(held, 'receivedAt', now);
    case 'release':
      assertState(held, ['held', 'release_due']);
      return settle(held, held.amountCents - held.buyerRefundCents);
    case 'run-out':
      assertState(held, ['release_due']);
      if (held.releaseAt === null || now < held.releaseAt) throw new AppError('held_payment_moved');
      return settle(held, held.amountCents - held.buyerRefundCents);
    case 'problem':
      // Silence counts once the clock has run out, even before its round has come.
      if (held.releaseAt !== null && now >= held.releaseAt) throw new AppError('held_payment_moved');
      return from(held, ['held', 'release_due'], { state: 'disputed' }, 'problem');
    case 'seller-refund':
      return sellerRefund(held, command.cents);
    case 'take-back':
      return takeBack(held, now);
    case 'decide':
      return decided(held, command.sellerGrossCents);
    case 'force':
      return forced(held);
    case 'settled':
      return settled(held, now);
    case 'refund-failed':
      return refundFailed(held);
    case 'half-time':
      return held.halfTimeAt ? null : from(held, ['release_due'], { halfTimeAt: now }, 'half-time');
    case 'last-hour':
      return held.lastHourAt ? null : from(held, ['release_due'], { lastHourAt: now }, 'last-hour');
    case 'alert':
      return held.alertedAt
        ? null
        : from(held, ['held', 'release_due', 'disputed'], { alertedAt: now }, 'held-too-long');
    case 'chargeback-opened':
      return chargebackOpened(held);
    case 'chargeback-won':
      return chargebackWon(held, now);
    case 'chargeback-lost':
      return chargebackLost(held);
  }
}

/** How a held payment begins: a seller who cannot be paid yet is asked to set that up. */
export function opening(isSellerReady: boolean): {
  state: HeldPaymentState;
  change: HeldPaymentChange | null;
} {
  return isSellerReady
    ? { state: 'requires_payment', change: null }
    : { state: 'requires_onboarding', change: 'seller-needed' };
}

/** What the clock asks for now, if anything. */
export function dueCommand(held: HeldFacts, now: Date): Command | null {
  const { state, releaseAt } = held;
  if (state === 'requires_onboarding' || state === 'requires_payment') {
    return hasPassed(held.createdAt, UNPAID_DAYS, now) ? { do: 'expire' } : null;
  }
  if (!frozen.has(state) || held.chargeback === 'open') return null;
  if (held.contractCancelledAt !== null) return { do: 'contract-cancelled' };
  if (state === 'release_due' && releaseAt !== null) {
    const leftMs = releaseAt.getTime() - now.getTime();
    if (leftMs <= 0) return { do: 'run-out' };
    if (leftMs <= HOUR_MS) {
      if (held.lastHourAt === null) return { do: 'last-hour' };
    } else if (leftMs <= (held.holdHours * HOUR_MS) / 2 && held.halfTimeAt === null) {
      return { do: 'half-time' };
    }
  }
  if (held.heldAt && hasPassed(held.heldAt, FORCED_DAYS, now)) return { do: 'force' };
  if (held.heldAt && held.alertedAt === null && hasPassed(held.heldAt, ALERT_DAYS, now))
    return { do: 'alert' };
  return null;
}

function changed(held: HeldFacts, to: Extract<Command, { do: 'change' }>): Outcome {
  assertState(held, ['requires_onboarding', 'requires_payment']);
  const { state, change } = opening(to.isSellerReady);
  return {
    ...quietly({ state, amountCents: to.amountCents }),
    // A seller who was asked already is not asked again because of another amount.
    change: to.isNewSeller ? change : null,
  };
}

function paid(held: HeldFacts, now: Date): Outcome | null {
  if (held.heldAt !== null) return null;
  assertState(held, ['requires_onboarding', 'requires_payment']);
  return {
    set: { state: 'held', heldAt: now },
    change: 'held',
    postings: [
      heldPosting(held, 'held', [
        ['stripe', held.amountCents],
        [`held:${held.id}`, -held.amountCents],
      ]),
    ],
    settles: false,
  };
}

function contractCancelled(held: HeldFacts, now: Date): Outcome | null {
  const contractCancelledAt = held.contractCancelledAt ?? now;
  if (held.state === 'requires_onboarding' || held.state === 'requires_payment') {
    return { ...quietly({ state: 'failed', contractCancelledAt }), change: 'failed' };
  }
  if (!frozen.has(held.state)) return null;
  // What a bank has taken is not ours to give back, but it may return it.
  if (held.chargeback === 'open') return held.contractCancelledAt ? null : quietly({ contractCancelledAt });
  const outcome = settle(held, 0);
  return { ...outcome, set: { ...outcome.set, contractCancelledAt } };
}

/** The second of delivered and received is on record, but the clock runs since the first. */
function startClock(held: HeldFacts, mark: 'deliveredAt' | 'receivedAt', now: Date): Outcome | null {
  const set = { [mark]: now };
  if (held.state === 'release_due') return held[mark] === null ? quietly(set) : null;
  const releaseAt = new Date(now.getTime() + held.holdHours * HOUR_MS);
  return from(held, ['held'], { ...set, state: 'release_due', releaseAt }, 'clock-started');
}

/** A part is a promise: it goes back when the rest is paid out. It can grow, never shrink. */
function sellerRefund(held: HeldFacts, cents: number | null): Outcome {
  assertNoChargeback(held);
  assertState(held, ['held', 'release_due', 'disputed']);
  if (cents === null || cents === held.amountCents) return settle(held, 0);
  if (cents <= held.buyerRefundCents || cents > held.amountCents) throw new AppError('amount_out_of_range');
  return quietly({ buyerRefundCents: cents });
}

function takeBack(held: HeldFacts, now: Date): Outcome {
  assertState(held, ['held']);
  if (!held.heldAt || !hasPassed(held.heldAt, TAKE_BACK_DAYS, now)) throw new AppError('held_payment_moved');
  return settle(held, 0);
}

/**
 * Money may not be held any longer. It goes back, unless the buyer has said that everything arrived.
 */
function forced(held: HeldFacts): Outcome {
  assertNoChargeback(held);
  assertState(held, ['held', 'release_due', 'disputed']);
  const isAccepted = held.state === 'release_due' && held.receivedAt !== null;
  return settle(held, isAccepted ? held.amountCents - held.buyerRefundCents : 0);
}

function decided(held: HeldFacts, sellerGrossCents: number): Outcome {
  assertNoChargeback(held);
  // Without a dispute an administrator decides only what was held for too long.
  assertState(held, held.alertedAt === null ? ['disputed'] : ['held', 'release_due', 'disputed']);
  const most = held.amountCents - held.buyerRefundCents;
  if (sellerGrossCents < 0 || sellerGrossCents > most) throw new AppError('amount_out_of_range');
  return { ...settle(held, sellerGrossCents), change: 'decided' };
}

function settle(held: HeldFacts, sellerGrossCents: number): Outcome {
  const { amountCents } = held;
  const state =
    sellerGrossCents === amountCents ? 'releasing' : sellerGrossCents === 0 ? 'refunding' : 'resolving';
  return {
    set: {
      state,
      sellerGrossCents,
      buyerRefundCents: amountCents - sellerGrossCents,
      feeCents: escrowFee(sellerGrossCents),
    },
    change: null,
    postings: [],
    settles: true,
  };
}

/** Stripe has moved the money. Also when a bank took it back in the very moment. */
function settled(held: HeldFacts, now: Date): Outcome | null {
  if (held.settledAt !== null) return null;
  const state = held.state === 'disputed' ? held.stateBeforeChargeback : held.state;
  if (state === null || !moving.has(state)) throw new AppError('held_payment_moved');
  const { amountCents, feeCents, buyerRefundCents, refundFailures } = held;
  const final = { releasing: 'released', refunding: 'refunded', resolving: 'resolved' } as const;
  const set = { state: final[state as keyof typeof final], settledAt: now, stateBeforeChargeback: null };
  if (refundFailures > 0) {
    const entries: Posting['entries'] = [
      [`held:${held.id}`, buyerRefundCents],
      ['stripe', -buyerRefundCents],
    ];
    // Both were told the first time.
    return { ...quietly(set), postings: [refundPosting(held, 'refunded-again', refundFailures, entries)] };
  }
  return {
    set,
    change: state === 'refunding' ? 'refunded' : 'released',
    postings: [
      heldPosting(held, 'settled', [
        [`held:${held.id}`, amountCents],
        ['fees', -feeCents],
        ['stripe', feeCents - amountCents],
      ]),
    ],
    settles: false,
  };
}

/** A refund failed after it had succeeded: the buyer's part is owed again, and goes again. The seller keeps theirs. */
function refundFailed(held: HeldFacts): Outcome {
  assertState(held, ['refunded', 'resolved']);
  const { buyerRefundCents } = held;
  const refundFailures = held.refundFailures + 1;
  const entries: Posting['entries'] = [
    ['stripe', buyerRefundCents],
    [`held:${held.id}`, -buyerRefundCents],
  ];
  return {
    set: { state: held.state === 'refunded' ? 'refunding' : 'resolving', settledAt: null, refundFailures },
    change: null,
    postings: [refundPosting(held, 'refund-failed', refundFailures, entries)],
    settles: true,
  };
}

/** May happen several times, unlike all else. */
function refundPosting(held: HeldFacts, kind: string, time: number, entries: Posting['entries']): Posting {
  return { ...heldPosting(held, kind, entries), ref: `${held.id}:${time}` };
}

const quietly = (set: Partial<HeldFacts>): Outcome => ({ set, change: null, postings: [], settles: false });

function from(
  held: HeldFacts,
  states: readonly HeldPaymentState[],
  set: Partial<HeldFacts>,
  change: HeldPaymentChange,
): Outcome {
  assertState(held, states);
  return { set, change, postings: [], settles: false };
}

function assertState(held: HeldFacts, states: readonly HeldPaymentState[]): void {
  if (!states.includes(held.state)) throw new AppError('held_payment_moved');
}

/** Nobody decides over money that a bank has taken back. */
function assertNoChargeback(held: HeldFacts): void {
  if (held.chargeback === 'open') throw new AppError('held_payment_moved');
}

const hasPassed = (since: Date, days: number, now: Date): boolean =>
  now.getTime() >= since.getTime() + days * DAY_MS;
