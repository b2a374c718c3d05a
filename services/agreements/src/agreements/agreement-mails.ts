import type { MailFailed, MailReached } from '#contracts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#platform';
import type { AgreementEntity } from './agreement.entity.js';

/** How often messages of one kind about one agreement leave. */
interface Pace {
  /** Milliseconds from one to the next. */
  everyMs: number;
  aDay: number;
}

/** Messages of one kind about one agreement: once an hour, five a day. */
export const messagesADay = 5;
const reminderPace: Pace = { everyMs: HOUR_MS, aDay: messagesADay };
/** Somebody waits for a code in front of the screen; with five tries each, fifty guesses in a million are made a day. */
export const codePace: Pace = { everyMs: MINUTE_MS, aDay: 10 };

/**
 * When the next message may leave.
 * @param times when the newest messages left, newest first, none of them still to come: one of a clock that was ahead would
 * keep people waiting until then. More than go in a day are not looked at.
 */
export function nextAllowed(times: readonly Date[], { everyMs, aDay }: Pace = reminderPace): Date | null {
  const [newest] = times;
  if (!newest) return null;
  const last = times[aDay - 1];
  return new Date(Math.max(newest.getTime() + everyMs, last ? last.getTime() + DAY_MS : 0));
}

/** Of an escrow's buyer: the party that they are. */
type Recipient = MailReached['recipient'];
type Outcome = MailFailed['outcome'];

/**
 * Who could not be reached by mail, and why: one reason for each of them, such as `partyA:undelivered,partyB:bounced`.
 * Null when everybody was reached.
 */
type MailProblem = string | null;

const PARTIES = [
  ['a', 'partyA'],
  ['b', 'partyB'],
] as const;
const ORDER: readonly Recipient[] = ['partyA', 'partyB', 'seller'];

/** Adds a mail that did not arrive. An address that does not exist stays the reason, whatever else happens to its mails. */
export function withMailProblem(known: MailProblem, recipient: Recipient, outcome: Outcome): MailProblem {
  if (hasBounced(known, recipient)) return known;
  return joined([...entries(known).filter((one) => partyOf(one) !== recipient), `${recipient}:${outcome}`]);
}

/** What is left when somebody has another address, or the one there is turned out to get mail. */
export function withoutMailProblem(known: MailProblem, recipient: Recipient): MailProblem {
  return joined(entries(known).filter((one) => partyOf(one) !== recipient));
}

/**
 * Whom a mail did not reach, as the agreement knows them; null where it is about an escrow before the present one, or the
 * mail does not say who pays.
 */
export function unreached(
  { recipient, escrowId, buyerId }: Pick<MailFailed, 'recipient' | 'escrowId' | 'buyerId'>,
  agreement: { ownerId: number | null; escrowId: string | null },
): Recipient | null {
  if (recipient === 'partyA' || recipient === 'partyB') return recipient;
  // Ids grow with time.
  if (escrowId !== undefined && agreement.escrowId !== null && escrowId < agreement.escrowId) return null;
  if (recipient === 'seller') return recipient;
  if (buyerId === undefined) return null;
  return buyerId === agreement.ownerId ? 'partyA' : 'partyB';
}

/** Parties whom a mail about the agreement did not reach, and none after that. */
export function unreachedParties(known: MailProblem): ('a' | 'b')[] {
  const unreachedOnes = entries(known).map(partyOf);
  return PARTIES.filter(([, recipient]) => unreachedOnes.includes(recipient)).map(([party]) => party);
}

export function hasBounced(known: MailProblem, recipient: Recipient): boolean {
  return entries(known).includes(`${recipient}:bounced`);
}

/** Party B's address is refused by its server, no mail about the agreement was ever taken there, and there is one to send. */
export function isPartyBUnreached({
  mailProblem,
  isPartyBReached,
  contentDeletedAt,
}: Pick<AgreementEntity, 'mailProblem' | 'isPartyBReached' | 'contentDeletedAt'>): boolean {
  return isPartyBReached === false && hasBounced(mailProblem, 'partyB') && contentDeletedAt === null;
}

const entries = (known: MailProblem): string[] => known?.split(',') ?? [];
const partyOf = (entry: string): string => entry.slice(0, entry.indexOf(':'));

function joined(all: readonly string[]): MailProblem {
  const ordered = ORDER.flatMap((party) => all.filter((one) => partyOf(one) === party));
  return ordered.length === 0 ? null : ordered.join(',');
}
