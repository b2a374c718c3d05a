import type { MailedEscrowChange } from '#contracts';
import type { Mailbox } from '../smtp/smtp.module.js';
import {
  hasPageForSeller,
  isChargebackLost,
  isChargebackOpen,
  isChargebackWon,
  isClockRunning,
  isClosedForReader,
  isDecided,
  isPaid,
  isPayable,
  isProblemOpen,
  isPromised,
  isRefunded,
  isReleased,
  isSellerNeeded,
  isStillHeld,
} from './escrow.due.js';
import type { MailSubject } from './mail.kind.js';
import { kind, type MailKind } from './mail.kind.js';
import { buyerOrSupport, type EscrowContext, escrowReader, sellerOrSupport, support } from './recipients.js';
import { escrowMail } from './templates/escrow.template.js';

const FACTS = ['agreement', 'escrow', 'buyer'] as const;
const both = ['buyer', 'seller'] as const;

const once = ({ subjectId, details }: MailSubject) => `held-payment:${subjectId}:${details?.kind}`;
/**
 * The clocks start again after a chargeback that was won, another seller may be named, and what goes back by hand before
 * it was settled stops it again, to be decided anew: then it is told again.
 */
const everyTime = (subject: MailSubject) => `${once(subject)}:${subject.details?.version}`;

const answeredBy = (replyTo: (context: EscrowContext) => Mailbox) => ({
  key: once,
  facts: FACTS,
  to: escrowReader,
  replyTo,
  content: (context: EscrowContext) => escrowMail(context, replyTo),
});
const bySupport = answeredBy(support);
const toBoth = { ...answeredBy(sellerOrSupport), recipients: both };
const ofClock = { ...toBoth, key: everyTime, isDue: isClockRunning };
/** A bank may ask more than once. */
const ofBank = { ...bySupport, key: everyTime, recipients: ['seller', 'support'] as const };
/** Then the clock may start again, which is the buyer's to know, too. */
const ofBankDecision = { ...ofBank, recipients: ['buyer', 'seller', 'support'] as const };

/** What tells the buyer until when to object. */
export const clockTemplates = [
  'held-payment-clock-started',
  'held-payment-half-time',
  'held-payment-last-hour',
  'held-payment-chargeback-won',
  'held-payment-charged-back',
] as const satisfies readonly `held-payment-${MailedEscrowChange}`[];

/** Mails about an escrow, by what changed. */
export const escrowCatalogue = {
  'held-payment-seller-needed': kind({
    ...toBoth,
    key: everyTime,
    recipients: ['seller'],
    isDue: isSellerNeeded,
    unasked: 'seller',
  }),
  'held-payment-payable': kind({
    ...toBoth,
    key: everyTime,
    recipients: ['buyer'],
    isDue: isPayable,
  }),
  'held-payment-bank-refused': kind({
    ...bySupport,
    key: everyTime,
    recipients: ['buyer'],
    isDue: isPayable,
  }),
  'held-payment-held': kind({ ...toBoth, isDue: isPaid }),
  'held-payment-clock-started': kind(ofClock),
  'held-payment-half-time': kind({ ...ofClock, recipients: ['buyer'] }),
  'held-payment-last-hour': kind(ofClock),
  'held-payment-problem': kind({
    ...answeredBy(buyerOrSupport),
    key: everyTime,
    recipients: ['buyer', 'seller', 'support'],
    isDue: isProblemOpen,
  }),
  'held-payment-refund-promised': kind({
    ...answeredBy(buyerOrSupport),
    key: everyTime,
    recipients: ['buyer', 'support'],
    isDue: isPromised,
  }),
  'held-payment-released': kind({ ...toBoth, isDue: isReleased }),
  'held-payment-refunded': kind({ ...toBoth, isDue: isRefunded }),
  'held-payment-decided': kind({
    ...bySupport,
    key: everyTime,
    recipients: both,
    isDue: isDecided,
  }),
  'held-payment-chargeback': kind({ ...ofBank, isDue: isChargebackOpen }),
  'held-payment-chargeback-won': kind({ ...ofBankDecision, isDue: isChargebackWon }),
  'held-payment-charged-back': kind({ ...ofBankDecision, isDue: isChargebackLost }),
  'held-payment-held-too-long': kind({
    ...bySupport,
    key: everyTime,
    recipients: ['support'],
    isDue: isStillHeld,
  }),
  'held-payment-failed': kind({
    ...toBoth,
    facts: [...FACTS, 'sellerTold'],
    isDue: isClosedForReader,
  }),
  'held-payment-late-refunded': kind({ ...bySupport, key: everyTime, recipients: ['buyer'] }),
  'seller-link-again': kind({
    ...bySupport,
    recipients: ['seller'],
    key: ({ subjectId, details }) => `seller-link-again:${subjectId}:${details?.at}`,
    isDue: hasPageForSeller,
    unasked: 'seller-link',
    isCountedBySubject: true,
  }),
} satisfies Record<`held-payment-${MailedEscrowChange}` | 'seller-link-again', MailKind>;
