import { isAmongFirst, isLinkStillUsable, isSubscriptionAsTold, isVerificationUsable } from './mail.due.js';
import type { MailContext, MailSubject } from './mail.kind.js';
import { kind, type MailKind } from './mail.kind.js';
import {
  changed,
  oldAddress,
  resetter,
  support,
  ticketAddress,
  ticketSender,
  unverified,
  user,
} from './recipients.js';
import {
  accountCreatedMail,
  accountDisabledMail,
  accountEnabledMail,
  addressVerificationMail,
  emailChangedMail,
  passwordChangedMail,
  passwordResetMail,
  subscriptionMail,
  subscriptionRefundMail,
} from './templates/account.templates.js';
import { deadLetterMail, jobGivenUpMail, violationsMail } from './templates/operations.templates.js';
import { ticketAnsweredMail, ticketOpenedMail, ticketReceivedMail } from './templates/ticket.templates.js';

const toChanged = {
  facts: ['change'] as const,
  to: changed,
  replyTo: support,
  recipients: ['user'] as const,
};
const aboutTicket = { facts: ['ticket'] as const, to: ticketSender, replyTo: support };

/** One can be cancelled and taken up again as often as one likes until its period is over. */
const momentOf = ({ details }: MailSubject): string =>
  details?.kind === 'cancelled' || details?.kind === 'resumed' ? `:${details.at}` : '';

/** An address has one account at most: those who ask for it for theirs cannot use up the mails of the one that has it. */
const whyAddressIsConfirmed = ({ addressVerification }: MailContext<'addressVerification'>) =>
  addressVerification.isOwn ? 'account' : 'verification';

/** Mails about no agreement: of accounts, subscriptions and tickets, and to support about its own work. */
export const accountCatalogue = {
  'account-created': kind({
    recipients: ['user'],
    key: (s) => `account-created:${s.userId}`,
    facts: ['addressVerification'],
    to: unverified,
    replyTo: support,
    unasked: 'account',
    content: accountCreatedMail,
  }),
  'address-verification': kind({
    recipients: ['user'],
    key: (s) => `address-verification:${s.subjectId}`,
    facts: ['addressVerification'],
    to: unverified,
    replyTo: support,
    isDue: isVerificationUsable,
    unasked: whyAddressIsConfirmed,
    content: addressVerificationMail,
  }),
  'password-changed': kind({
    ...toChanged,
    key: (s) => `account-changed:${s.subjectId}`,
    content: passwordChangedMail,
  }),
  'email-changed': kind({
    ...toChanged,
    key: (s) => `account-changed:${s.subjectId}`,
    to: oldAddress,
    content: emailChangedMail,
  }),
  'account-disabled': kind({
    ...toChanged,
    key: (s) => `account-changed:${s.subjectId}`,
    content: accountDisabledMail,
  }),
  'account-enabled': kind({
    ...toChanged,
    key: (s) => `account-changed:${s.subjectId}`,
    content: accountEnabledMail,
  }),
  'password-reset': kind({
    recipients: ['user'],
    key: (s) => `password-reset:${s.subjectId}`,
    facts: ['reset'],
    to: resetter,
    replyTo: support,
    isDue: isLinkStillUsable,
    content: passwordResetMail,
  }),
  subscription: kind({
    recipients: ['user'],
    key: (s) => `subscription:${s.subjectId}:${s.details?.kind}:${s.details?.endsAt}${momentOf(s)}`,
    facts: ['user', 'subscription'],
    to: user,
    replyTo: support,
    isDue: isSubscriptionAsTold,
    content: subscriptionMail,
  }),
  'subscription-refund': kind({
    recipients: ['user'],
    key: (s) => `subscription-refund:${s.subjectId}`,
    facts: ['user'],
    to: user,
    replyTo: support,
    content: subscriptionRefundMail,
  }),
  'ticket-received': kind({
    ...aboutTicket,
    recipients: ['ticketSender'],
    key: (s) => `ticket-received:${s.ticketNumber}`,
    to: ticketAddress,
    unasked: 'contact',
    content: ticketReceivedMail,
  }),
  'ticket-opened': kind({
    ...aboutTicket,
    recipients: ['support'],
    key: (s) => `ticket-opened:${s.ticketNumber}`,
    to: support,
    replyTo: ticketSender,
    content: ticketOpenedMail,
  }),
  'ticket-answered': kind({
    ...aboutTicket,
    to: ticketAddress,
    recipients: ['ticketSender'],
    key: (s) => `ticket-answered:${s.ticketNumber}:${s.subjectId}`,
    content: ticketAnsweredMail,
  }),
  'dead-letter': kind({
    recipients: ['support'],
    // Once more after each replay by an administrator.
    key: (s) => `dead-letter:${s.subjectId}:${s.details?.version}`,
    facts: ['deadLetter', 'alike'],
    to: support,
    replyTo: support,
    isDue: isAmongFirst,
    content: deadLetterMail,
  }),
  'job-given-up': kind({
    recipients: ['support'],
    // Once more after an administrator has begun it anew.
    key: (s) => `job-given-up:${s.subjectId}:${s.details?.version}`,
    facts: ['job', 'alike'],
    to: support,
    replyTo: support,
    isDue: (context) => context.job.status !== 'done' && isAmongFirst(context),
    content: jobGivenUpMail,
  }),
  'violations-found': kind({
    recipients: ['support'],
    key: (s) => `violations-found:${s.subjectId}`,
    facts: ['verification'],
    to: support,
    replyTo: support,
    content: violationsMail,
  }),
} satisfies Record<string, MailKind>;
