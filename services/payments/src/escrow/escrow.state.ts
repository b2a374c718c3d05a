import type { EscrowChange, EscrowState } from '#contracts';
import { AppError } from '#platform';
import { chargebackLost, chargebackOpened, chargebackReturned, chargebackWon } from './chargeback.state.js';
import {
  type Command,
  clockFrom,
  countsSince,
  dividedCents,
  type Escrow,
  escrowTransaction,
  isSellerPosted,
  isSettling,
  isUndecided,
  isUnpaid,
  type Outcome,
  quietly,
  undecidedStates,
  unpaidStates,
} from './escrow.command.js';
import { hasPassed, hasRunOut, isAccepted } from './escrow.due.js';
import {
  movedByHand,
  refundedBeyond,
  refundReturned,
  sellerNeeded,
  sellerPaid,
  settle,
  settled,
  settledInPart,
} from './settlement.state.js';

/** Days without delivery after which the buyer may take the money back. */
export const TAKE_BACK_DAYS = 30;

/**
 * What a command does to an escrow; null when it has happened already. Pure: the caller locks the row and writes
 * the outcome, its ledger transactions and its event in one transaction.
 * @throws AppError `held_payment_moved` when the command does not fit the state, `amount_out_of_range`
 */
export function decide(escrow: Escrow, command: Command, now: Date): Outcome | null {
  switch (command.do) {
    case 'change':
      return changed(escrow, command, now);
    case 'seller-ready':
      return sellerReady(escrow, command.isBuyerHere, now);
    case 'expire':
      if (escrow.state === 'failed') return null;
      return from(escrow, unpaidStates, { state: 'failed' }, 'failed');
    case 'bank-taking':
      return bank(escrow, true);
    case 'bank-refused':
      return bank(escrow, false);
    case 'paid':
      return paid(escrow, now);
    case 'contract-cancelled':
      return contractCancelled(escrow, now);
    case 'delivered':
      return startClock(escrow, 'deliveredAt', now);
    case 'received':
      return startClock(escrow, 'receivedAt', now);
    case 'release':
      return release(escrow);
    case 'run-out':
      assertState(escrow, ['release_due']);
      if (!hasRunOut(escrow, now)) throw new AppError('held_payment_moved');
      return settle(escrow, dividedCents(escrow) - escrow.buyerRefundCents);
    case 'problem':
      // Silence counts once the clock has run out, even before its round has come.
      if (hasRunOut(escrow, now)) throw new AppError('held_payment_moved');
      return from(escrow, ['held', 'release_due'], { state: 'disputed' }, 'problem');
    case 'account-disabled':
      return accountDisabled(escrow, command.party);
    case 'buyer-unreached':
      return buyerUnreached(escrow, now);
    case 'clock-restarted':
      return clockRestarted(escrow, command.since, now);
    case 'seller-refund':
      return sellerRefund(escrow, command.cents);
    case 'take-back':
      return takeBack(escrow, now);
    case 'decide':
      return decided(escrow, command.sellerGrossCents);
    case 'force':
      return forced(escrow);
    case 'settled':
      return settled(escrow, now);
    case 'settled-in-part':
      return settledInPart(escrow, command, now);
    case 'seller-paid':
      return sellerPaid(escrow, command.sellerGrossCents);
    case 'transfer-reversed':
      return movedByHand(escrow, command.do, -command.cents);
    case 'transferred-beyond':
      return movedByHand(escrow, command.do, command.cents);
    case 'seller-needed':
      return sellerNeeded(escrow, now);
    case 'refunded-by-hand':
      return refundedByHand(escrow, command.cents);
    case 'refunded-beyond':
      return refundedBeyond(escrow, command.cents);
    case 'refund-returned':
      return refundReturned(escrow, command.cents);
    case 'late-refunded':
      return { ...quietly({}), change: 'late-refunded' };
    case 'half-time':
      return escrow.halfTimeAt ? null : from(escrow, ['release_due'], { halfTimeAt: now }, 'half-time');
    case 'last-hour':
      return escrow.lastHourAt ? null : from(escrow, ['release_due'], { lastHourAt: now }, 'last-hour');
    case 'alert':
      return escrow.alertedAt ? null : from(escrow, undecidedStates, { alertedAt: now }, 'held-too-long');
    case 'chargeback-opened':
      return chargebackOpened(escrow, command.disputeId, command.cents);
    case 'chargeback-won':
      return chargebackWon(escrow, command.disputeId, now);
    case 'chargeback-lost':
      return chargebackLost(escrow, command, now);
    case 'chargeback-returned':
      return chargebackReturned(escrow, command);
  }
}

/**
 * How an escrow begins: a seller who cannot be paid yet is asked to set that up. Others are told of it in either case: from
 * now on it names an address of the agreement.
 */
export function opening(isSellerReady: boolean): { state: EscrowState; change: EscrowChange } {
  return isSellerReady
    ? { state: 'requires_payment', change: 'opened' }
    : { state: 'requires_onboarding', change: 'seller-needed' };
}

function changed(escrow: Escrow, to: Extract<Command, { do: 'change' }>, now: Date): Outcome {
  assertState(escrow, unpaidStates);
  const { state, change } = opening(to.isSellerReady);
  const isAsked = change === 'seller-needed';
  const since = to.isNewSeller ? { sellerSince: now } : {};
  return {
    ...quietly({ state, amountCents: to.amountCents, waitingSince: now, ...since }),
    // A seller who was asked already is not asked again because of another amount. While it is to be paid nobody is: the
    // account of its seller counted for another buyer alone, or takes no transfers any more.
    change: isAsked && (to.isNewSeller || escrow.state === 'requires_payment') ? change : null,
  };
}

/** Nobody could pay before: the buyer has the whole time from now on. */
function sellerReady(escrow: Escrow, isBuyerHere: boolean, now: Date): Outcome | null {
  if (escrow.state !== 'requires_onboarding') return null;
  const outcome = quietly({ state: 'requires_payment', waitingSince: now });
  return isBuyerHere ? outcome : { ...outcome, change: 'payable' };
}

/** Others have to know while a payment is under way: what was recorded may be needed once it is held. */
function bank(escrow: Escrow, isBankTaking: boolean): Outcome | null {
  if (!isUnpaid(escrow.state) || escrow.isBankTaking === isBankTaking) return null;
  return { ...quietly({ isBankTaking }), change: isBankTaking ? 'bank-taking' : 'bank-refused' };
}

function paid(escrow: Escrow, now: Date): Outcome | null {
  if (escrow.heldAt !== null) return null;
  assertState(escrow, unpaidStates);
  return {
    set: { state: 'held', heldAt: now },
    change: 'held',
    ledgerTransactions: [
      escrowTransaction(escrow, 'held', [
        ['stripe', escrow.amountCents],
        [`held:${escrow.id}`, -escrow.amountCents],
      ]),
    ],
    settles: false,
  };
}

function contractCancelled(escrow: Escrow, now: Date): Outcome | null {
  const contractCancelledAt = escrow.contractCancelledAt ?? now;
  if (isUnpaid(escrow.state)) {
    return { ...quietly({ state: 'failed', contractCancelledAt }), change: 'failed' };
  }
  if (!isUndecided(escrow.state)) return null;
  // What a bank has taken is not ours to give back, but it may return it. What is disputed stays with who decides.
  if (escrow.chargeback === 'open' || escrow.state === 'disputed')
    return escrow.contractCancelledAt ? null : quietly({ contractCancelledAt });
  // Before silence pays the seller the round asks whether anybody was shut out, so it is left to the round.
  if (escrow.contractCancelledAt === null && hasRunOut(escrow, now)) return quietly({ contractCancelledAt });
  const outcome = withoutContract(escrow, now);
  return { ...outcome, set: { ...outcome.set, contractCancelledAt } };
}

/**
 * Whoever cancels may be the buyer, so that takes nothing back by itself of which one side has said that it was
 * delivered: an administrator decides. Silence counts here, too.
 */
function withoutContract(escrow: Escrow, now: Date): Outcome {
  if (escrow.state === 'held' && escrow.deliveredAt === null && escrow.receivedAt === null)
    return settle(escrow, 0);
  if (hasRunOut(escrow, now)) return settle(escrow, dividedCents(escrow) - escrow.buyerRefundCents);
  return from(escrow, ['held', 'release_due'], { state: 'disputed' }, 'problem');
}

/**
 * Who is shut out can neither object nor be asked, so that no silence counts against them, not even one that is over:
 * an administrator decides. What a bank has taken comes back to the administrator.
 */
function accountDisabled(escrow: Escrow, disabledParty: 'buyer' | 'seller'): Outcome | null {
  const isWithBank = escrow.chargeback === 'open' && escrow.state === 'disputed';
  const state = isWithBank ? escrow.stateBeforeChargeback : escrow.state;
  if (state !== 'held' && state !== 'release_due') return null;
  const stopped: Partial<Escrow> = isWithBank ? { stateBeforeChargeback: 'disputed' } : { state: 'disputed' };
  return { ...quietly({ ...stopped, disabledParty }), change: 'problem' };
}

/** Who was never told is not silent: an administrator decides. A buyer who said that it came was here. */
function buyerUnreached(escrow: Escrow, now: Date): Outcome | null {
  if (escrow.state !== 'release_due' || escrow.receivedAt !== null || !hasRunOut(escrow, now)) return null;
  return { ...quietly({ state: 'disputed', isBuyerUnreached: true }), change: 'problem' };
}

/** Who was told late, or not yet, has the whole time, with its notices. A buyer who said that it came was here. */
function clockRestarted(escrow: Escrow, since: Date, now: Date): Outcome | null {
  if (escrow.state !== 'release_due' || escrow.receivedAt !== null || !hasRunOut(escrow, now)) return null;
  return quietly(clockFrom(escrow.holdHours, since));
}

/** A buyer who is content may say so, also where no report of theirs has stopped it. */
function release(escrow: Escrow): Outcome {
  assertNoChargeback(escrow);
  const isStoppedForThem = escrow.disabledParty !== null || escrow.isBuyerUnreached;
  assertState(escrow, isStoppedForThem ? undecidedStates : ['held', 'release_due']);
  return settle(escrow, dividedCents(escrow) - escrow.buyerRefundCents);
}

/** The second of delivered and received is on record, but the clock runs since the first. */
function startClock(escrow: Escrow, mark: 'deliveredAt' | 'receivedAt', now: Date): Outcome | null {
  const set = { [mark]: now };
  if (escrow.state === 'release_due') return escrow[mark] === null ? quietly(set) : null;
  const clock = clockFrom(escrow.holdHours, now);
  return from(escrow, ['held'], { ...set, state: 'release_due', ...clock }, 'clock-started');
}

/** A part is a promise: it goes back when the rest is paid out. It can grow, never shrink. */
function sellerRefund(escrow: Escrow, cents: number | null): Outcome {
  assertNoChargeback(escrow);
  assertState(escrow, undecidedStates);
  const mostCents = dividedCents(escrow);
  if (cents === null || cents === mostCents) return settle(escrow, 0);
  if (cents <= escrow.buyerRefundCents || cents > mostCents) throw new AppError('amount_out_of_range');
  return from(escrow, undecidedStates, { buyerRefundCents: cents }, 'refund-promised');
}

function takeBack(escrow: Escrow, now: Date): Outcome {
  assertState(escrow, ['held']);
  const since = countsSince(escrow);
  if (!since || !hasPassed(since, TAKE_BACK_DAYS, now)) throw new AppError('held_payment_moved');
  return settle(escrow, 0);
}

/**
 * Money may not be held any longer. It goes back, unless the buyer has said that everything arrived.
 */
function forced(escrow: Escrow): Outcome {
  assertNoChargeback(escrow);
  assertState(escrow, undecidedStates);
  return settle(escrow, isAccepted(escrow) ? dividedCents(escrow) - escrow.buyerRefundCents : 0);
}

function decided(escrow: Escrow, sellerGrossCents: number): Outcome {
  assertNoChargeback(escrow);
  // Without a dispute an administrator decides only what was held for too long.
  assertState(escrow, escrow.alertedAt === null ? ['disputed'] : undecidedStates);
  const most = dividedCents(escrow) - escrow.buyerRefundCents;
  if (sellerGrossCents < 0 || sellerGrossCents > most) throw new AppError('amount_out_of_range');
  return { ...settle(escrow, sellerGrossCents), change: 'decided' };
}

/**
 * What has gone back is the buyer's, whatever is decided about the rest; who sent a part back has to say what becomes of
 * the rest, so nobody gets it by silence.
 */
function refundedByHand(escrow: Escrow, cents: number): Outcome | null {
  if (isSettling(escrow.state)) return backToPeople(escrow, cents);
  if (!isUndecided(escrow.state)) return null;
  // A refund that failed: what was to go back stays the buyer's.
  if (cents < escrow.byHandCents) return quietly({ byHandCents: cents });
  if (cents === 0 || escrow.chargeback === 'open') return null;
  if (cents >= dividedCents(escrow)) return settle(escrow, 0);
  const isKnown = cents === escrow.byHandCents;
  const back = { buyerRefundCents: Math.max(cents, escrow.buyerRefundCents), byHandCents: cents };
  if (escrow.state !== 'disputed')
    return from(escrow, ['held', 'release_due'], { state: 'disputed', ...back }, 'problem');
  return isKnown ? null : quietly(back);
}

/**
 * More has gone back than was decided, and the seller has nothing yet: the decision cannot be carried out. Over the rest an
 * administrator decides anew.
 */
function backToPeople(escrow: Escrow, cents: number): Outcome | null {
  const { buyerRefundCents, sellerGrossCents, state } = escrow;
  if (isSellerPosted(escrow) || sellerGrossCents === 0 || cents <= buyerRefundCents) return null;
  if (cents >= dividedCents(escrow)) return settle(escrow, 0);
  const undecided = { sellerGrossCents: 0, feeCents: 0, buyerRefundCents: cents, byHandCents: cents };
  return from(escrow, [state], { state: 'disputed', ...undecided }, 'problem');
}

function from(
  escrow: Escrow,
  states: readonly EscrowState[],
  set: Partial<Escrow>,
  change: EscrowChange,
): Outcome {
  assertState(escrow, states);
  return { set, change, ledgerTransactions: [], settles: false };
}

function assertState(escrow: Escrow, states: readonly EscrowState[]): void {
  if (!states.includes(escrow.state)) throw new AppError('held_payment_moved');
}

/** Nobody decides over money that a bank has taken back. */
function assertNoChargeback(escrow: Escrow): void {
  if (escrow.chargeback === 'open') throw new AppError('held_payment_moved');
}
