import { DAY_MS, HOUR_MS, isDue, MINUTE_MS } from '#platform';
import {
  type Command,
  countsSince,
  type Escrow,
  endOfClock,
  isUndecided,
  isUnpaid,
  waitsSince,
} from './escrow.command.js';

/** Days at which people are told to decide, and at which the money goes without them; as all days, by `countsSince`. */
export const ALERT_DAYS = 60;
const FORCED_DAYS = 84;
/** Days that the seller has to set up payouts, and from then on the buyer to pay; after them it is closed. */
export const UNPAID_DAYS = 7;
/** Between two looks at a payment that its bank takes its time over, while its escrow waits to be closed. */
export const EXPIRY_LOOK_MS = HOUR_MS;
/** How much later than the clock begins a mail server may take the mail that tells the buyer of it. */
const NOTICE_LATE_MS = 15 * MINUTE_MS;

/**
 * What the clock asks for now, if anything. It is asked only of what `EscrowRepository.dueByClock` finds: a rule that is
 * added here is added there, too.
 */
export function dueCommand(escrow: Escrow, now: Date): Command | null {
  const { state, releaseAt } = escrow;
  if (isUnpaid(state)) {
    const isOver = hasPassed(waitsSince(escrow), UNPAID_DAYS, now);
    return isOver && isExpiryLookDue(escrow, now) ? { do: 'expire' } : null;
  }
  if (!isUndecided(state) || escrow.chargeback === 'open') return null;
  if (escrow.contractCancelledAt !== null && state !== 'disputed') return { do: 'contract-cancelled' };
  if (state === 'release_due' && releaseAt !== null) {
    const leftMs = releaseAt.getTime() - now.getTime();
    if (leftMs <= 0) return { do: 'run-out' };
    if (leftMs <= HOUR_MS) {
      if (escrow.lastHourAt === null) return { do: 'last-hour' };
    } else if (leftMs <= (escrow.holdHours * HOUR_MS) / 2 && escrow.halfTimeAt === null) {
      return { do: 'half-time' };
    }
  }
  const [since, forced] = [countsSince(escrow), forcedAt(escrow)];
  if (forced && now >= forced) return { do: 'force' };
  if (since && escrow.alertedAt === null && hasPassed(since, ALERT_DAYS, now)) return { do: 'alert' };
  return null;
}

/** When the money may not be held any longer, as things stand; null while nothing is held, or a bank has it. */
export function forcedAt(escrow: Escrow): Date | null {
  const since = countsSince(escrow);
  if (since === null || !isUndecided(escrow.state) || escrow.chargeback === 'open') return null;
  return new Date(since.getTime() + FORCED_DAYS * DAY_MS);
}

/** Whether the clock is about to pay the seller because the buyer was silent. */
export function isSilenceDue(escrow: Escrow, now: Date): boolean {
  const due = dueCommand(escrow, now)?.do;
  return due === 'run-out' || (due === 'contract-cancelled' && hasRunOut(escrow, now));
}

/** Whether the clock is about to pay the seller, because the buyer was silent or everything has arrived. */
export function isPayingSeller(escrow: Escrow, now: Date): boolean {
  return isSilenceDue(escrow, now) || (dueCommand(escrow, now)?.do === 'force' && isAccepted(escrow));
}

/**
 * From when the buyer's time counts, where the clock has run out and they were told of it late or not yet; null where they
 * had all of it.
 * @param toldAt when a mail server took the first mail about this clock
 */
export function countsAnewFrom(
  { releaseAt, holdHours }: Pick<Escrow, 'releaseAt' | 'holdHours'>,
  toldAt: Date | null,
  now: Date,
): Date | null {
  if (releaseAt === null) return null;
  if (toldAt === null) return now;
  return endOfClock(holdHours, toldAt).getTime() - releaseAt.getTime() > NOTICE_LATE_MS ? toldAt : null;
}

/** The buyer has said that everything arrived. */
export const isAccepted = ({ state, receivedAt }: Escrow): boolean =>
  state === 'release_due' && receivedAt !== null;

/** Whether the clock that the buyer has to object is over. */
export const hasRunOut = ({ releaseAt }: Escrow, now: Date): boolean =>
  releaseAt !== null && now >= releaseAt;

const isExpiryLookDue = ({ expiryLookAt }: Escrow, now: Date): boolean =>
  expiryLookAt === null || isDue(expiryLookAt, now, { longestMs: EXPIRY_LOOK_MS });

export const hasPassed = (since: Date, days: number, now: Date): boolean =>
  now.getTime() >= since.getTime() + days * DAY_MS;
