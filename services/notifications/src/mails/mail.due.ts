import { humanTranscriptHours, isContract } from '#contracts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#platform';
import type { SubscriptionFacts } from '../facts/facts.module.js';
import { type MailContext, must } from './mail.kind.js';
import { isOwnersAddress } from './recipients.js';

/** Whether a mail still has a reason when its turn comes: mail servers can be away for hours. */

/** A seal takes seconds. When it takes longer than this the parties get their words, and links to what is sealed later. */
const SEAL_WAIT_MS = 10 * MINUTE_MS;
const LOOK_EVERY_MS = { least: 500, most: 15_000 };

/** Support gets this many mails about the same handler or job within an hour: a bad release gives up thousands. */
export const MOST_ALIKE = 10;

/** The administration shows the others. */
export function isAmongFirst({ alike }: MailContext<'alike'>): boolean {
  return alike < MOST_ALIKE;
}

/** What is sent once more goes to a confirmed address alone, and not where it went the first time. */
export function isForAnotherAddress({ agreement, mail }: MailContext<'agreement'>): boolean {
  if (!mail.details.isAgain) return true;
  const present = agreement.presentAddresses?.partyA;
  return present !== undefined && !isSameAddress(present, agreement.partyA.email);
}

const isSameAddress = (one: string, other: string): boolean =>
  one.trim().toLowerCase() === other.trim().toLowerCase();

export function isStillUnpaid({ agreement }: MailContext<'agreement'>): boolean {
  return agreement.status === 'pending';
}

/** It tells until when the recording is kept, which is still to come: an outage may have held the mail until after that. */
export function isPaymentInTime(context: MailContext<'agreement'>): boolean {
  return isStillUnpaid(context) && isAccessStillEnding(context);
}

/** What the owner asks for goes out; a warning to whom the end would be told. */
export function isPaymentDue(context: MailContext<'agreement' | 'owner' | 'isTold'>): boolean {
  return isPaymentInTime(context) && (context.mail.details.kind === 'resend' || isEndToBeSaid(context));
}

/**
 * Of what is not paid party B hears nothing, and party A only where the address is known to be the owner's or was mailed
 * before that there is a recording: anybody may have typed it.
 */
export function isEndToBeSaid(context: MailContext<'agreement' | 'owner' | 'isTold'>): boolean {
  const { agreement, mail, isTold } = context;
  return agreement.paidAt !== null || (mail.recipient !== 'partyB' && (isTold || isOwnersAddress(context)));
}

/** Nobody is told who was named by somebody who has named too many. */
export function isToBeSaid(context: MailContext<'agreement'>): boolean {
  return isStillUnpaid(context) && context.mail.details.kind !== 'quiet';
}

export function isStillAwaited({ agreement }: MailContext<'agreement'>): boolean {
  return agreement.status === 'awaiting_party';
}

/** The invitation of the mail is the one that opens now: not answered, cancelled, run out or replaced. */
export function isInvitationCurrent(context: MailContext<'agreement'>): boolean {
  return isInvitationOpen(context) && isNewestInvitation(context);
}

/** An account that an administrator has shut asks nobody for an answer. */
const isAskedByOpenAccount = ({ owner }: MailContext<'owner'>): boolean => owner?.isDisabled !== true;

/** Party B is still to be asked, by this invitation. */
export function isInvitationDue(context: MailContext<'agreement' | 'owner'>): boolean {
  return isInvitationCurrent(context) && isAskedByOpenAccount(context);
}

/** Party B is still to be asked, and can answer with the link there is. */
export function isLinkDue(context: MailContext<'agreement' | 'owner'>): boolean {
  return isInvitationOpen(context) && isAskedByOpenAccount(context);
}

/** Party B can answer with the code. */
export function isCodeDue(context: MailContext<'code' | 'owner'>): boolean {
  return isCodeUsable(context) && isAskedByOpenAccount(context);
}

/** The invitation of the mail has run out, and party B has no newer one and is still waited for. */
export function isInvitationOver(context: MailContext<'agreement'>): boolean {
  return isStillAwaited(context) && isNewestInvitation(context) && !isInvitationOpen(context);
}

function isNewestInvitation({ agreement, mail }: MailContext<'agreement'>): boolean {
  if (agreement.invitation === null) return false;
  // A key begins with the invitation that it is for.
  const key = new URL(agreement.invitation.link).searchParams.get('key') ?? '';
  return key.startsWith(`${mail.subjectId}.`);
}

/** Party B can answer now, with whichever link is the current one. */
function isInvitationOpen({ agreement, now }: MailContext<'agreement'>): boolean {
  const { status, invitation } = agreement;
  return status === 'awaiting_party' && invitation !== null && new Date(invitation.expiresAt) > now;
}

function isCodeUsable({ code, now }: MailContext<'code'>): boolean {
  return new Date(code.expiresAt) > now;
}

export function isNotCompleted({ agreement }: MailContext<'agreement'>): boolean {
  return agreement.status !== 'completed';
}

/** What was denied over party A's screen gives way to a later yes through party B's own mail. */
export function isObjectionStanding({ agreement }: MailContext<'agreement'>): boolean {
  return agreement.consents.some(({ objection }) => objection !== null);
}

/** When what was recorded is deleted: it may have been moved since the warning was due. */
export function endOfAccess({ agreement, mail }: MailContext<'agreement'>): string {
  return agreement.expiresAt ?? must(mail.details.endsAt, 'end');
}

/** How many days before the end each warning is due. */
const WARNED_DAYS = new Map([
  ['seven-days', 7],
  ['one-day', 1],
  ['first-warning', 7],
  ['last-warning', 1],
]);

/**
 * The end is still to come, and was not moved so far that the same warning comes again: an administrator moves it by days,
 * a standstill of the service by as long as it took.
 */
export function isAccessStillEnding(context: MailContext<'agreement'>): boolean {
  const { kind = '', endsAt } = context.mail.details;
  const end = new Date(endOfAccess(context));
  const leftMs = end.getTime() - context.now.getTime();
  const isMoved = end > new Date(endsAt ?? 0);
  return leftMs > 0 && (!isMoved || leftMs <= (WARNED_DAYS.get(kind) ?? Infinity) * DAY_MS);
}

/** The end comes as it is told, and the reader may have what is deleted then. */
export function isAccessEndingForReader(context: MailContext<'agreement'>): boolean {
  return takesPart(context) && isAccessStillEnding(context);
}

/**
 * Whether the reader may have the words, and a link that plays the recording for good. Party A wrote party B's address:
 * until there is a contract it may be a wrong one, or somebody's who declines.
 */
export function takesPart({ agreement, mail }: MailContext<'agreement'>): boolean {
  return mail.recipient !== 'partyB' || isContract(agreement);
}

/**
 * Who reads what a person has transcribed. Before the payment that is party A alone, also when the mail leaves after it:
 * until then party A may still correct party B's address, as nobody was mailed anything there.
 */
function isHumanTranscriptForReader(context: MailContext<'agreement'>): boolean {
  const { agreement, mail } = context;
  if (mail.recipient !== 'partyB') return true;
  // Rows of the release before do not say when it was delivered.
  const deliveredAt = mail.details.at === undefined ? mail.createdAt : new Date(mail.details.at);
  return isContract(agreement) && agreement.paidAt !== null && deliveredAt >= new Date(agreement.paidAt);
}

/** The mail of what a person wrote brings those words: once they are corrected, the mail of the correction does. */
export function isHumanTranscriptDue(context: MailContext<'agreement' | 'transcript'>): boolean {
  const { human = null } = context.transcript;
  const isCorrected = human !== null && human.sha256 !== context.mail.details.sha256;
  return !isCorrected && isHumanTranscriptForReader(context);
}

/** Until when the paid transcript by a person is promised. */
export function humanTranscriptDueAt({ payment }: MailContext<'payment'>): Date {
  return new Date(Date.parse(must(payment.paidAt, 'payment')) + humanTranscriptHours * HOUR_MS);
}

/**
 * Nobody transcribes what is given back, was cancelled or is delivered already; and once its time is over, it was delivered
 * or is given back.
 */
export function isHumanTranscriptExpected(context: MailContext<'agreement' | 'payment'>): boolean {
  const { agreement, payment, now } = context;
  const isGivenBack = (payment.refundReason ?? null) !== null;
  const isDelivered = (payment.deliveredAt ?? null) !== null;
  const isOver = isGivenBack || isDelivered || agreement.status === 'cancelled';
  return !isOver && now < humanTranscriptDueAt(context);
}

/** What says how a subscription stands, by what is told; all else is a receipt, or an end, and stays true. */
const SUBSCRIPTION_STATUSES = new Map<string, readonly SubscriptionFacts['status'][]>([
  ['payment-failed', ['past_due']],
  ['bank-refused', ['incomplete', 'past_due', 'canceled']],
]);

/**
 * Nobody is asked to pay for a month that is paid by now, or to renew a subscription that has ended, and nobody reads last
 * that it ends when it goes on, or the other way round.
 */
export function isSubscriptionAsTold({ mail, subscription }: MailContext<'subscription'>): boolean {
  const { kind = '' } = mail.details;
  if (subscription === null) return true;
  const { status, endsAtPeriodEnd } = subscription;
  if (kind === 'cancelled' || kind === 'resumed')
    return status === 'active' && endsAtPeriodEnd === (kind === 'cancelled');
  return SUBSCRIPTION_STATUSES.get(kind)?.includes(status) ?? true;
}

export function isVerificationUsable({
  addressVerification,
  now,
}: MailContext<'addressVerification'>): boolean {
  return addressVerification.expiresAt !== null && new Date(addressVerification.expiresAt) > now;
}

export function isLinkStillUsable({ reset, now }: MailContext<'reset'>): boolean {
  return new Date(reset.expiresAt) > now;
}

/** Until the next look whether it is sealed; 0 when it is, or when that has taken too long. */
export function waitForSeal({ sealed, mail, now }: MailContext<'sealed'>): number {
  const waited = now.getTime() - mail.createdAt.getTime();
  if (sealed !== null || waited >= SEAL_WAIT_MS) return 0;
  return Math.min(Math.max(waited / 4, LOOK_EVERY_MS.least), LOOK_EVERY_MS.most);
}
