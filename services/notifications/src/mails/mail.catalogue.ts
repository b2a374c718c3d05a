import { heldPaymentCatalogue } from '../held-payments/held-payment.catalogue.js';
import {
  accountCreatedLetter,
  accountDisabledLetter,
  accountEnabledLetter,
  addressVerificationLetter,
  emailChangedLetter,
  passwordChangedLetter,
  passwordResetLetter,
  subscriptionLetter,
} from '../templates/account.views.js';
import {
  cancelledLetter,
  codeLetter,
  consentedLetter,
  declinedLetter,
  invitationLetter,
  linkAgainLetter,
  linkExpiredLetter,
  openedLetter,
} from '../templates/answering.views.js';
import { objectedLetter } from '../templates/consent.views.js';
import {
  accessEndingLetter,
  adminActedLetter,
  contentDeletedLetter,
  manualReadyLetter,
  transcriptionFailedLetter,
} from '../templates/ending.views.js';
import {
  coveredLetter,
  manualReceiptLetter,
  refundFailedLetter,
  refundLetter,
} from '../templates/money.views.js';
import { deadLetterLetter, violationsLetter } from '../templates/operations.views.js';
import { paymentRequestedLetter, receiptLetter, savedLetter } from '../templates/paying.views.js';
import { proofLetter } from '../templates/proof.view.js';
import { ticketAnsweredLetter, ticketOpenedLetter, ticketReceivedLetter } from '../templates/ticket.views.js';
import {
  changed,
  oldAddress,
  otherParty,
  party,
  resetter,
  support,
  ticketAddress,
  ticketSender,
  unverified,
  user,
} from './addressees.js';
import {
  isAccessStillEnding,
  isCodeUsable,
  isInvitationCurrent,
  isInvitationOpen,
  isLinkStillUsable,
  isNotCompleted,
  isStillAwaited,
  isStillUnpaid,
  isToBeSaid,
  isVerificationUsable,
  waitForSeal,
  wasPartOfIt,
} from './due.js';
import { kind, type MailKind } from './mail.kind.js';
import type { MailSubject, Recipient } from './mail.row.js';

const partyA = ['partyA'] as const;
const partyB = ['partyB'] as const;
const both = ['partyA', 'partyB'] as const;
/** Before the invitation party B knows nothing of the agreement. */
const whoKnows = ({ details }: MailSubject) => (details?.from === 'awaiting_party' ? both : partyA);

const AGREEMENT = ['agreement'] as const;
/** About money or about our service: an answer is ours to read. */
const toParty = { facts: AGREEMENT, to: party };
const toPartyWithSupport = { ...toParty, replyTo: support };
/** Between the two: an answer goes to the other one. */
const betweenParties = { ...toParty, replyTo: otherParty };
const aboutPayment = {
  recipients: partyA,
  facts: ['agreement', 'payment'] as const,
  to: party,
  replyTo: support,
};
const toChanged = {
  facts: ['change'] as const,
  to: changed,
  replyTo: support,
  recipients: ['user'] as const,
};
const aboutTicket = { facts: ['ticket'] as const, to: ticketSender, replyTo: support };

export const mailCatalogue = {
  saved: kind({
    ...toParty,
    recipients: partyA,
    key: (s) => `saved:${s.agreementId}`,
    isDue: isToBeSaid,
    unasked: 'saved',
    letter: savedLetter,
  }),
  'payment-requested': kind({
    ...toParty,
    recipients: partyA,
    key: (s) => `payment-requested:${s.subjectId}`,
    isDue: isStillUnpaid,
    unasked: 'saved',
    letter: paymentRequestedLetter,
  }),
  receipt: kind({
    recipients: partyA,
    key: (s) => `receipt:${s.subjectId}`,
    facts: ['agreement', 'payment'],
    to: party,
    letter: receiptLetter,
  }),
  'manual-receipt': kind({
    ...aboutPayment,
    key: (s) => `receipt:${s.subjectId}`,
    letter: manualReceiptLetter,
  }),
  covered: kind({
    ...toPartyWithSupport,
    recipients: partyA,
    key: (s) => `covered:${s.agreementId}`,
    letter: coveredLetter,
  }),
  refund: kind({
    ...aboutPayment,
    key: (s) => `refund:${s.subjectId}`,
    letter: refundLetter,
  }),
  'refund-failed': kind({
    recipients: ['support'],
    key: (s) => `refund-failed:${s.subjectId}`,
    facts: AGREEMENT,
    to: support,
    replyTo: support,
    letter: refundFailedLetter,
  }),
  ...heldPaymentCatalogue,
  invitation: kind({
    ...betweenParties,
    recipients: partyB,
    key: (s) => `invitation:${s.subjectId}`,
    isDue: isInvitationCurrent,
    unasked: 'invitation',
    letter: invitationLetter,
  }),
  reminder: kind({
    ...betweenParties,
    recipients: partyB,
    key: (s) => `invitation:${s.subjectId}`,
    isDue: isInvitationCurrent,
    unasked: 'invitation',
    letter: invitationLetter,
  }),
  'link-again': kind({
    ...betweenParties,
    recipients: partyB,
    key: (s) => `link-again:${s.subjectId}`,
    isDue: isInvitationOpen,
    unasked: 'link',
    letter: linkAgainLetter,
  }),
  code: kind({
    recipients: partyB,
    key: (s) => `code:${s.subjectId}`,
    facts: ['agreement', 'code'],
    to: party,
    replyTo: support,
    isDue: isCodeUsable,
    unasked: 'code',
    letter: codeLetter,
  }),
  opened: kind({
    ...betweenParties,
    recipients: partyA,
    key: (s) => `opened:${s.subjectId}:${s.details?.kind}`,
    letter: openedLetter,
  }),
  consented: kind({
    ...betweenParties,
    recipients: partyA,
    key: (s) => `consented:${s.agreementId}`,
    letter: consentedLetter,
  }),
  objected: kind({
    recipients: ['partyA', 'partyB', 'support'],
    key: (s) => `objected:${s.agreementId}`,
    facts: AGREEMENT,
    to: (context) => (context.mail.recipient === 'support' ? support : party)(context),
    replyTo: support,
    letter: objectedLetter,
  }),
  proof: kind({
    recipients: both,
    key: (s) => `completed:${s.agreementId}`,
    facts: ['agreement', 'transcript', 'sealed'],
    to: party,
    replyTo: otherParty,
    wait: waitForSeal,
    letter: proofLetter,
  }),
  declined: kind({
    ...betweenParties,
    facts: ['agreement', 'credit'],
    recipients: both,
    key: (s) => `cancelled:${s.agreementId}`,
    letter: declinedLetter,
  }),
  cancelled: kind({
    ...betweenParties,
    facts: ['agreement', 'credit'],
    recipients: whoKnows,
    key: (s) => `cancelled:${s.agreementId}`,
    replyTo: (context) => (context.mail.details.from === 'awaiting_party' ? otherParty : support)(context),
    letter: cancelledLetter,
  }),
  'link-expired': kind({
    ...betweenParties,
    recipients: partyA,
    key: (s) => `link-expired:${s.subjectId}`,
    isDue: isStillAwaited,
    letter: linkExpiredLetter,
  }),
  'transcription-failed': kind({
    ...toPartyWithSupport,
    recipients: partyA,
    key: (s) => `transcription-failed:${s.agreementId}`,
    isDue: isNotCompleted,
    letter: transcriptionFailedLetter,
  }),
  'manual-ready': kind({
    recipients: both,
    key: (s) => `manual-ready:${s.subjectId}`,
    facts: ['agreement', 'transcript'],
    to: party,
    replyTo: otherParty,
    letter: manualReadyLetter,
  }),
  'access-ending': kind({
    ...toPartyWithSupport,
    recipients: both,
    // An end that was moved is another fact.
    key: (s) => `access-ending:${s.agreementId}:${s.details?.kind}:${s.details?.endsAt}`,
    isDue: isAccessStillEnding,
    letter: accessEndingLetter,
  }),
  'content-deleted': kind({
    ...toPartyWithSupport,
    recipients: ({ details }) => (details?.reason === 'unpaid' ? partyA : both),
    key: (s) => `content-deleted:${s.agreementId}`,
    isDue: wasPartOfIt,
    letter: contentDeletedLetter,
  }),
  'admin-acted': kind({
    recipients: partyA,
    key: (s) => `admin-acted:${s.agreementId}:${s.subjectId}`,
    facts: ['agreement', 'act'],
    to: party,
    replyTo: support,
    letter: adminActedLetter,
  }),
  'account-created': kind({
    recipients: ['user'],
    key: (s) => `account-created:${s.userId}`,
    facts: ['addressVerification'],
    to: unverified,
    replyTo: support,
    letter: accountCreatedLetter,
  }),
  'address-verification': kind({
    recipients: ['user'],
    key: (s) => `address-verification:${s.subjectId}`,
    facts: ['addressVerification'],
    to: unverified,
    replyTo: support,
    isDue: isVerificationUsable,
    letter: addressVerificationLetter,
  }),
  'password-changed': kind({
    ...toChanged,
    key: (s) => `account-changed:${s.subjectId}`,
    letter: passwordChangedLetter,
  }),
  'email-changed': kind({
    ...toChanged,
    key: (s) => `account-changed:${s.subjectId}`,
    to: oldAddress,
    letter: emailChangedLetter,
  }),
  'account-disabled': kind({
    ...toChanged,
    key: (s) => `account-changed:${s.subjectId}`,
    letter: accountDisabledLetter,
  }),
  'account-enabled': kind({
    ...toChanged,
    key: (s) => `account-changed:${s.subjectId}`,
    letter: accountEnabledLetter,
  }),
  'password-reset': kind({
    recipients: ['user'],
    key: (s) => `password-reset:${s.subjectId}`,
    facts: ['reset'],
    to: resetter,
    replyTo: support,
    isDue: isLinkStillUsable,
    letter: passwordResetLetter,
  }),
  subscription: kind({
    recipients: ['user'],
    key: (s) => `subscription:${s.subjectId}:${s.details?.kind}:${s.details?.endsAt}`,
    facts: ['user'],
    to: user,
    replyTo: support,
    letter: subscriptionLetter,
  }),
  'ticket-received': kind({
    ...aboutTicket,
    recipients: ['ticketSender'],
    key: (s) => `ticket-received:${s.ticketNumber}`,
    to: ticketAddress,
    letter: ticketReceivedLetter,
  }),
  'ticket-opened': kind({
    ...aboutTicket,
    recipients: ['support'],
    key: (s) => `ticket-opened:${s.ticketNumber}`,
    to: support,
    replyTo: ticketSender,
    letter: ticketOpenedLetter,
  }),
  'ticket-answered': kind({
    ...aboutTicket,
    recipients: ['ticketSender'],
    key: (s) => `ticket-answered:${s.ticketNumber}:${s.subjectId}`,
    letter: ticketAnsweredLetter,
  }),
  'dead-letter': kind({
    recipients: ['support'],
    // Once more after each replay by an administrator.
    key: (s) => `dead-letter:${s.subjectId}:${s.details?.version}`,
    facts: ['deadLetter'],
    to: support,
    replyTo: support,
    letter: deadLetterLetter,
  }),
  'violations-found': kind({
    recipients: ['support'],
    key: (s) => `violations-found:${s.subjectId}`,
    facts: ['verification'],
    to: support,
    replyTo: support,
    letter: violationsLetter,
  }),
} satisfies Record<string, MailKind>;

export type MailTemplate = keyof typeof mailCatalogue;

export const mailTemplates = Object.keys(mailCatalogue) as MailTemplate[];

const SUFFIX: Record<Recipient, string> = {
  partyA: 'party-a',
  partyB: 'party-b',
  user: 'user',
  ticketSender: 'sender',
  support: 'support',
  buyer: 'buyer',
  seller: 'seller',
};

/** The mails that are owed for a fact: whom, and the key that makes each of them one for ever. */
export function mailsFor(
  template: MailTemplate,
  subject: MailSubject,
): { key: string; recipient: Recipient }[] {
  const { recipients, key }: MailKind = mailCatalogue[template];
  const list = typeof recipients === 'function' ? recipients(subject) : recipients;
  return list.map((recipient) => ({ key: `${key(subject)}:${SUFFIX[recipient]}`, recipient }));
}
