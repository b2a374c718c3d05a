import { accountCatalogue } from './account.catalogue.js';
import { escrowCatalogue } from './escrow.catalogue.js';
import {
  isAccessEndingForReader,
  isCodeDue,
  isEndToBeSaid,
  isForAnotherAddress,
  isHumanTranscriptDue,
  isHumanTranscriptExpected,
  isInvitationDue,
  isInvitationOver,
  isLinkDue,
  isNotCompleted,
  isObjectionStanding,
  isPaymentDue,
  isToBeSaid,
  waitForSeal,
} from './mail.due.js';
import type { MailContext, MailSubject, Recipient } from './mail.kind.js';
import { kind, type MailKind } from './mail.kind.js';
import { isOwnersAddress, otherParty, party, support } from './recipients.js';
import { confirmedMail, objectedMail } from './templates/consent.templates.js';
import {
  accessEndingMail,
  adminActedMail,
  contentDeletedMail,
  humanTranscriptReadyMail,
  isAnsweredByPartyB,
  transcriptionFailedMail,
} from './templates/ending.templates.js';
import {
  cancelledMail,
  codeMail,
  consentedMail,
  declinedMail,
  invitationMail,
  isAnswerOfReader,
  isBetweenParties,
  linkAgainMail,
  linkExpiredMail,
  openedMail,
} from './templates/invitation.templates.js';
import { humanTranscriptLateMail, humanTranscriptPaidMail } from './templates/operations.templates.js';
import {
  coveredMail,
  humanTranscriptReceiptMail,
  paymentRequestedMail,
  receiptMail,
  refundFailedMail,
  refundMail,
  savedMail,
} from './templates/payment.templates.js';
import { proofMail } from './templates/proof.template.js';

const partyA = ['partyA'] as const;
const partyB = ['partyB'] as const;
const both = ['partyA', 'partyB'] as const;
/** Party B was mailed the first time. */
const bothAtFirst = ({ details }: MailSubject) => (details?.isAgain ? partyA : both);
/** What goes out once more is another mail. */
const again = ({ details }: MailSubject) => (details?.isAgain ? ':again' : '');
/** Before the invitation party B knows nothing of the agreement. */
const whoKnows = ({ details }: MailSubject) => (details?.from === 'awaiting_party' ? both : partyA);

const AGREEMENT = ['agreement'] as const;
const AGREEMENT_AND_OWNER = ['agreement', 'owner'] as const;
const toParty = { facts: AGREEMENT, to: party };
/**
 * About money, about our service, or with a key of the reader's: an answer is ours to read. It quotes the mail with its
 * links, and whoever has the key is the reader for us.
 */
const toPartyWithSupport = { ...toParty, replyTo: support };
/** Between the two, without a key: an answer goes to the other one. */
const betweenParties = { ...toParty, replyTo: otherParty };
const aboutPayment = {
  recipients: partyA,
  facts: ['agreement', 'payment'] as const,
  to: party,
  replyTo: support,
};

/** Who writes it are people of support. */
const aboutHumanTranscript = {
  recipients: ['support'] as const,
  facts: ['agreement', 'payment'] as const,
  to: support,
  replyTo: support,
};

/** Owners hear of every deletion at the address that is known to be theirs; nobody else is mailed without end. */
function whyPaymentIsRequested(context: MailContext<'agreement' | 'owner'>) {
  if (context.mail.details.kind === 'resend') return 'saved';
  return isOwnersAddress(context) ? null : 'warning';
}

/** The end of what is not paid goes to an address that anybody may have typed. */
const whyEndIsTold = (reason: 'cancelled' | 'deleted') => (context: MailContext<'agreement' | 'owner'>) =>
  context.agreement.paidAt !== null || isOwnersAddress(context) ? null : reason;

/** Every kind of mail; those about an escrow stand in `escrow.catalogue.ts`, those about no agreement in `account.catalogue.ts`. When each is due: `mails.consumer.ts`. */
export const mailCatalogue = {
  saved: kind({
    ...toParty,
    recipients: partyA,
    facts: ['agreement', 'coverage'],
    key: (s) => `saved:${s.agreementId}`,
    isDue: isToBeSaid,
    unasked: 'saved',
    content: savedMail,
  }),
  'payment-requested': kind({
    ...toParty,
    recipients: partyA,
    facts: ['agreement', 'owner', 'isTold', 'coverage'],
    key: (s) => `payment-requested:${s.subjectId}`,
    isDue: isPaymentDue,
    unasked: whyPaymentIsRequested,
    content: paymentRequestedMail,
  }),
  receipt: kind({
    recipients: partyA,
    key: (s) => `receipt:${s.subjectId}${again(s)}`,
    isDue: isForAnotherAddress,
    facts: ['agreement', 'payment'],
    to: party,
    content: receiptMail,
  }),
  'manual-receipt': kind({
    ...aboutPayment,
    key: (s) => `receipt:${s.subjectId}${again(s)}`,
    isDue: isForAnotherAddress,
    content: humanTranscriptReceiptMail,
  }),
  'human-transcript-paid': kind({
    ...aboutHumanTranscript,
    key: (s) => `human-transcript-paid:${s.subjectId}`,
    isDue: isHumanTranscriptExpected,
    content: humanTranscriptPaidMail,
  }),
  'human-transcript-late': kind({
    ...aboutHumanTranscript,
    key: (s) => `human-transcript-late:${s.subjectId}`,
    content: humanTranscriptLateMail,
  }),
  covered: kind({
    ...toPartyWithSupport,
    recipients: partyA,
    key: (s) => `covered:${s.agreementId}${again(s)}`,
    isDue: isForAnotherAddress,
    content: coveredMail,
  }),
  refund: kind({
    ...aboutPayment,
    key: (s) => `refund:${s.subjectId}`,
    content: refundMail,
  }),
  'refund-failed': kind({
    recipients: ['support'],
    key: (s) => `refund-failed:${s.subjectId}`,
    facts: AGREEMENT,
    to: support,
    replyTo: support,
    content: refundFailedMail,
  }),
  ...escrowCatalogue,
  invitation: kind({
    ...toPartyWithSupport,
    facts: AGREEMENT_AND_OWNER,
    recipients: partyB,
    key: (s) => `invitation:${s.subjectId}`,
    isDue: isInvitationDue,
    isRefused: isOwnersAddress,
    unasked: 'invitation',
    content: invitationMail,
  }),
  reminder: kind({
    ...toPartyWithSupport,
    facts: AGREEMENT_AND_OWNER,
    recipients: partyB,
    key: (s) => `invitation:${s.subjectId}`,
    isDue: isInvitationDue,
    isRefused: isOwnersAddress,
    unasked: 'invitation',
    content: invitationMail,
  }),
  'link-again': kind({
    ...toPartyWithSupport,
    facts: AGREEMENT_AND_OWNER,
    recipients: partyB,
    key: (s) => `link-again:${s.subjectId}`,
    isDue: isLinkDue,
    isRefused: isOwnersAddress,
    unasked: 'link',
    content: linkAgainMail,
  }),
  code: kind({
    recipients: partyB,
    key: (s) => `code:${s.subjectId}`,
    facts: ['agreement', 'owner', 'code'],
    to: party,
    replyTo: support,
    isDue: isCodeDue,
    isRefused: isOwnersAddress,
    unasked: 'code',
    content: codeMail,
  }),
  opened: kind({
    ...betweenParties,
    recipients: partyA,
    key: (s) => `opened:${s.subjectId}:${s.details?.kind}`,
    content: openedMail,
  }),
  consented: kind({
    ...betweenParties,
    recipients: both,
    replyTo: (context) => (isAnswerOfReader(context) ? support : otherParty)(context),
    key: (s) => `consented:${s.agreementId}`,
    content: consentedMail,
  }),
  confirmed: kind({
    ...toPartyWithSupport,
    recipients: partyB,
    key: (s) => `confirmed:${s.subjectId}`,
    content: confirmedMail,
  }),
  objected: kind({
    recipients: ['partyA', 'partyB', 'support'],
    key: (s) => `objected:${s.subjectId}`,
    facts: AGREEMENT,
    to: (context) => (context.mail.recipient === 'support' ? support : party)(context),
    replyTo: support,
    isDue: isObjectionStanding,
    content: objectedMail,
  }),
  proof: kind({
    recipients: bothAtFirst,
    key: (s) => `completed:${s.agreementId}${again(s)}`,
    isDue: isForAnotherAddress,
    facts: ['agreement', 'transcript', 'sealed'],
    to: party,
    replyTo: support,
    wait: waitForSeal,
    content: proofMail,
  }),
  declined: kind({
    ...betweenParties,
    facts: ['agreement', 'credit'],
    recipients: both,
    key: (s) => `cancelled:${s.agreementId}`,
    content: declinedMail,
  }),
  cancelled: kind({
    ...betweenParties,
    facts: ['agreement', 'owner', 'isTold', 'credit'],
    recipients: whoKnows,
    key: (s) => `cancelled:${s.agreementId}`,
    isDue: isEndToBeSaid,
    unasked: whyEndIsTold('cancelled'),
    replyTo: (context) => (isBetweenParties(context.mail.details) ? otherParty : support)(context),
    content: cancelledMail,
  }),
  'link-expired': kind({
    ...betweenParties,
    recipients: partyA,
    key: (s) => `link-expired:${s.subjectId}`,
    isDue: isInvitationOver,
    content: linkExpiredMail,
  }),
  'transcription-failed': kind({
    ...toPartyWithSupport,
    recipients: partyA,
    key: (s) => `transcription-failed:${s.agreementId}`,
    isDue: isNotCompleted,
    content: transcriptionFailedMail,
  }),
  'manual-ready': kind({
    recipients: both,
    key: (s) => `manual-ready:${s.subjectId}`,
    facts: ['agreement', 'transcript'],
    to: party,
    replyTo: (context) => (isAnsweredByPartyB(context) ? otherParty : support)(context),
    isDue: isHumanTranscriptDue,
    content: humanTranscriptReadyMail,
  }),
  'access-ending': kind({
    ...toPartyWithSupport,
    recipients: both,
    // An end that was moved is another fact.
    key: (s) => `access-ending:${s.agreementId}:${s.details?.kind}:${s.details?.endsAt}`,
    isDue: isAccessEndingForReader,
    content: accessEndingMail,
  }),
  'content-deleted': kind({
    ...toPartyWithSupport,
    facts: ['agreement', 'owner', 'isTold'],
    recipients: ({ details }) => (details?.reason === 'unpaid' ? partyA : both),
    key: (s) => `content-deleted:${s.agreementId}`,
    isDue: isEndToBeSaid,
    unasked: whyEndIsTold('deleted'),
    content: contentDeletedMail,
  }),
  'admin-acted': kind({
    recipients: partyA,
    key: (s) => `admin-acted:${s.agreementId}:${s.subjectId}`,
    facts: ['agreement', 'act'],
    to: party,
    replyTo: support,
    content: adminActedMail,
  }),
  ...accountCatalogue,
} satisfies Record<string, MailKind>;

export type MailTemplate = keyof typeof mailCatalogue;

/** What proves an agreement and its payment to party A: what went to a mistyped address is sent to the right one. */
export const proofTemplates = [
  'receipt',
  'manual-receipt',
  'covered',
  'proof',
] as const satisfies readonly MailTemplate[];

/** Without these somebody waits in vain, so that it is told when we hold one back. */
export const awaitedTemplates = [
  'invitation',
  'reminder',
  'held-payment-seller-needed',
] as const satisfies readonly MailTemplate[];

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
