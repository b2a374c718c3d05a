import { escrowTexts } from '#texts/escrow';
import { formatCents, formatDateTime } from '../../lib/format';
import { MINUTE_MS } from '../../lib/time';
import type { Escrow } from './escrow';

const { time } = escrowTexts;

/** A length of time in whole hours: "24 hours", "3 days". */
export function hoursWords(hours: number): string {
  return hours > 24 && hours % 24 === 0 ? time.days(hours / 24) : time.hours(hours);
}

/** How long a buyer may check, said before anything is paid; the hours are undefined to those who may not read the contract. */
export function waitWords(hours: number | undefined): string {
  return hours === undefined ? escrowTexts.how.waitAsSet : escrowTexts.how.wait(hoursWords(hours));
}

/** What is left of a time in ms, as short words; null when it is over. */
export function leftWords(ms: number): string | null {
  if (ms <= 0) return null;
  if (ms < MINUTE_MS) return time.lastMinute;
  const minutes = Math.floor(ms / MINUTE_MS);
  const [d, h, m] = [Math.floor(minutes / 1440), Math.floor(minutes / 60) % 24, minutes % 60];
  if (d > 0) return `${d} d ${h} h`;
  return h > 0 ? `${h} h ${m} min` : `${m} min`;
}

type NextFacts = Pick<
  Escrow,
  | 'role'
  | 'state'
  | 'backAt'
  | 'isBankTaking'
  | 'isContractCancelled'
  | 'isContentDeleted'
  | 'isChargePossible'
  | 'settledAt'
  | 'sellerReady'
  | 'payoutsByBuyer'
>;

/** What happens next, said to the reader; also of a state that only a newer server knows. */
export function nextWords(escrow: NextFacts): string {
  const { role, state, backAt, settledAt, sellerReady, payoutsByBuyer } = escrow;
  const { now } = escrowTexts;
  if (escrow.isBankTaking) return now.bankTaking[role] ?? now.bankTaking.owner;
  if (state === 'release_due' && backAt !== null) return now.goesBack[role] ?? now.goesBack.owner;
  if (state === 'failed' && escrow.isContractCancelled)
    return escrow.isChargePossible ? (now.closing[role] ?? now.closing.owner) : now.cancelled;
  if (state === 'failed' && escrow.isContentDeleted) return now.deleted;
  if (state === 'disputed' && backAt !== null) {
    const undecided = now.undecided[role] ?? now.undecided.owner;
    return `${(now[role] ?? now.owner).disputed} ${undecided(formatDateTime(backAt))}`;
  }
  // An account that the buyer has opened can be paid, though the seller is offered one of their own.
  if ((state === 'releasing' || state === 'resolving') && !sellerReady && !payoutsByBuyer)
    return (now.payoutsMissing[role] ?? now.payoutsMissing.owner)[state];
  const sentences: Record<string, string> = now[role] ?? now.owner;
  return sentences[state] ?? (settledAt === null ? now.underWay : now.over);
}

type BankFacts = Pick<
  Escrow,
  'state' | 'chargeback' | 'chargedBack' | 'currency' | 'settledAt' | 'sellerAmount'
>;

/** What a bank has to do with it that its state does not say; null for nothing. */
export function bankWords(escrow: BankFacts): string | null {
  const { state, chargeback, chargedBack, currency, settledAt, sellerAmount } = escrow;
  const { now } = escrowTexts;
  if (chargeback === 'open') return now.bankAsks;
  // A clock that was stopped for the bank runs anew.
  const clock = state === 'release_due' ? ` ${now.clockAnew}` : '';
  if (chargeback === 'won') return settledAt === null ? now.bankWon + clock : null;
  if (chargeback === null || state === 'charged_back') return null;
  if (chargedBack > 0) {
    const kept = formatCents(chargedBack, currency);
    return settledAt === null ? now.bankKept(kept) + clock : now.bankHasKept(kept);
  }
  return sellerAmount > 0 ? now.bankLost : now.paidBack;
}

/** What one entry of the history says. */
export function stepWords({ change, by, state }: Record<'change' | 'by' | 'state', string>): string {
  const { askedAgain, changes, divided, forcedToSeller, startedByBuyer, startedBySeller } =
    escrowTexts.history;
  const { stoppedByAccount, stoppedByClock, stoppedByRefund } = escrowTexts.history;
  // Buyers report problems; administrators disable accounts, the clock stops what belongs to a cancelled contract or a buyer whom no mail reached, Stripe what was sent back in part.
  if (change === 'problem' && by.split(':', 1)[0] === 'admin') return stoppedByAccount;
  if (change === 'problem' && by === 'clock') return stoppedByClock;
  if (change === 'problem' && by === 'stripe') return stoppedByRefund;
  if (change === 'seller-needed' && (state === 'releasing' || state === 'resolving')) return askedAgain;
  if (change === 'force' && state !== 'refunding') return forcedToSeller;
  if (change === 'clock-started') {
    const who = by.split(':', 1)[0];
    if (who === 'seller') return startedBySeller;
    if (who === 'buyer') return startedByBuyer;
  }
  if (change === 'released' && state === 'resolved') return divided;
  if (change in changes) return changes[change as keyof typeof changes];
  const words = change.replace(/[_-]+/g, ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** Who caused an entry; the reader is "You". */
export function byWords(by: string, reader: Escrow['role'] | null): string {
  const names: Record<string, string> = escrowTexts.history.by;
  const who = by.split(':', 1)[0] ?? '';
  if (who !== '' && who === reader) return escrowTexts.history.by.you;
  return names[who] ?? escrowTexts.history.by.system;
}

export type PointState = 'done' | 'current' | 'todo';

/** One of the three points of the timeline. */
export interface Point {
  label: string;
  state: PointState;
  at: string | null;
  note: string | null;
}

type TimelineFacts = Pick<
  Escrow,
  'state' | 'heldAt' | 'deliveredAt' | 'receivedAt' | 'releaseAt' | 'backAt' | 'settledAt' | 'chargeback'
>;

function middle(escrow: TimelineFacts, isOver: boolean): Point {
  const { timeline } = escrowTexts;
  const { deliveredAt, receivedAt } = escrow;
  const times = [deliveredAt, receivedAt].filter((at) => at !== null).sort();
  const at = times[0] ?? null;
  if (at === null) {
    const state = escrow.heldAt !== null && !isOver ? 'current' : 'todo';
    return {
      label: isOver ? timeline.skipped : timeline.deliveredTodo,
      state,
      at: null,
      note: null,
    };
  }
  const label =
    deliveredAt && receivedAt ? timeline.both : deliveredAt ? timeline.delivered : timeline.received;
  return { label, state: 'done', at, note: null };
}

function end(escrow: TimelineFacts, formatWhen: (at: string) => string): Point {
  const { timeline } = escrowTexts;
  const { ends } = timeline;
  const { state } = escrow;
  const planned: Record<string, string> = {
    refunding: ends.refunded,
    resolving: ends.resolved,
    disputed: ends.released,
  };
  if (state in ends) {
    return { label: ends[state as keyof typeof ends], state: 'done', at: escrow.settledAt, note: null };
  }
  const label = planned[state] ?? ends.released;
  if (state === 'disputed') {
    const note = escrow.backAt ? timeline.stoppedUntil(formatWhen(escrow.backAt)) : timeline.stopped;
    return { label, state: 'current', at: null, note };
  }
  if (state === 'releasing' || state === 'refunding' || state === 'resolving')
    return { label, state: 'current', at: null, note: timeline.working };
  if (state === 'release_due' && escrow.backAt)
    return {
      label: ends.refunded,
      state: 'current',
      at: null,
      note: timeline.planned(formatWhen(escrow.backAt)),
    };
  if (state === 'release_due' && escrow.releaseAt)
    return { label, state: 'current', at: null, note: timeline.planned(formatWhen(escrow.releaseAt)) };
  return { label, state: 'todo', at: null, note: null };
}

/** Held, delivered, released: what was, what is now, what comes. */
export function timelinePoints(escrow: TimelineFacts, formatWhen: (at: string) => string): Point[] {
  const { timeline } = escrowTexts;
  const last = end(escrow, formatWhen);
  const first: Point = escrow.heldAt
    ? { label: timeline.held, state: 'done', at: escrow.heldAt, note: null }
    : {
        label: timeline.heldTodo,
        state: last.state === 'done' ? 'todo' : 'current',
        at: null,
        note: null,
      };
  if (escrow.state === 'failed') return [first, last];
  return [first, middle(escrow, last.state !== 'todo'), last];
}
