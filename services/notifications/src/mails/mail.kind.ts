import type { Verification } from '#contracts';
import { type MailReason, PermanentError } from '#platform';
import type {
  ActFacts,
  AddressVerificationFacts,
  AgreementFacts,
  ChangeFacts,
  CodeFacts,
  CreditFacts,
  DeadLetterFacts,
  EscrowFacts,
  ExpectedCoverage,
  JobFacts,
  PaymentFacts,
  ResetFacts,
  SealedFiles,
  SubscriptionFacts,
  TicketFacts,
  TranscriptFacts,
  UserFacts,
} from '../facts/facts.module.js';
import type { Mailbox } from '../smtp/smtp.module.js';
import type { MailContent } from './rendering/mail.content.js';
import type { Wording } from './texts/wording.js';

/** Whom a mail is for. Who that is in person is found out when it is sent. */
export const recipients = ['partyA', 'partyB', 'user', 'ticketSender', 'support', 'buyer', 'seller'] as const;
export type Recipient = (typeof recipients)[number];
/** What only the event knew: kinds, moments (ISO 8601) and cents. Never names, addresses or words. */
export interface MailDetails {
  kind?: string;
  /** How the invitation was opened: with a mailed code. Left out for the mailed link. */
  via?: 'code';
  reason?: string;
  from?: string;
  at?: string;
  endsAt?: string;
  /** When a subscription ended. */
  endedAt?: string;
  amountCents?: number;
  /** What of a refund came back before. */
  backBeforeCents?: number;
  currency?: string;
  receiptNumber?: string;
  /** No money moves. */
  isTest?: boolean;
  /** Of the change that it tells of; grows with every one. */
  version?: number;
  sha256?: string;
  /** The account that pays, of an escrow. */
  buyerId?: number;
  /** Sent once more, to an address that the reader has confirmed since. */
  isAgain?: boolean;
  /** Of a refund that failed; left out by the release before, where it always is. */
  isTriedAgain?: boolean;
}

/** What a mail is about, by ids. */
export interface MailSubject {
  agreementId?: string | null;
  userId?: number | null;
  ticketNumber?: string | null;
  /** The one thing it tells of: a payment, an invitation, a change, a notice, an answer, a row of a log. */
  subjectId?: string | null;
  details?: MailDetails;
}

/** A value that the row must have. @throws PermanentError when it has none: no other attempt would find it. */
export function must<Value>(value: Value | null | undefined, name: string): Value {
  if (value === null || value === undefined) throw new PermanentError(`The mail has no ${name}`);
  return value;
}

/** Everything a mail can be made of, by the name under which the catalogue asks for it. */
export interface Facts {
  agreement: AgreementFacts;
  /** The account that the agreement belongs to; null while nobody has claimed it, and when it is gone. */
  owner: UserFacts | null;
  transcript: TranscriptFacts;
  /** Null while nothing is sealed. */
  sealed: SealedFiles | null;
  payment: PaymentFacts;
  /** What is left of what was paid for the agreement that was cancelled. */
  credit: CreditFacts | null;
  /** What would cover the agreement if its owner finished it now; null where it is to be paid. */
  coverage: ExpectedCoverage | null;
  escrow: EscrowFacts;
  /** The account that pays the escrow; null when it is gone, and in mails to the seller. */
  buyer: UserFacts | null;
  /** Whether the seller of the escrow got a mail about it before. */
  sellerTold: boolean;
  /** Whether party A was mailed that there is a recording which is to be paid. */
  isTold: boolean;
  /** Null where payments does not know it, and in the answer of its release before, which did not know the question. */
  subscription: SubscriptionFacts | null;
  user: UserFacts;
  change: ChangeFacts;
  reset: ResetFacts;
  code: CodeFacts;
  addressVerification: AddressVerificationFacts;
  act: ActFacts;
  ticket: TicketFacts;
  deadLetter: DeadLetterFacts;
  job: JobFacts;
  /** Mails about the same handler or job in the hour before this one, without those that were left out. */
  alike: number;
  verification: Verification;
}

export type FactName = keyof Facts;

/** What a template is given: the facts it asked for, and what every mail has. */
export type MailContext<Needs extends FactName = never> = Pick<Facts, Needs> & {
  mail: Required<Pick<MailSubject, 'subjectId' | 'details'>> & { recipient: Recipient; createdAt: Date };
  /** When it is being sent. */
  now: Date;
  publicUrl: string;
  supportEmail: string;
  /** The longest recording that is sold here, in seconds. */
  longestRecordingSeconds: number;
  /** In the language of its reader. */
  wording: Wording;
};

/** All there is to know about a kind of mail. */
export interface MailKind<Needs extends FactName = FactName> {
  /** Whom it goes to, one mail each. */
  recipients: readonly Recipient[] | ((subject: MailSubject) => readonly Recipient[]);
  /** The fact that it tells of; each recipient gets one mail for it, ever. */
  key(subject: MailSubject): string;
  /** What is asked for when it is sent. */
  facts: readonly Needs[];
  to(context: MailContext<Needs>): Mailbox;
  /** Who gets an answer; the sender of our mails when it is not named. */
  replyTo?(context: MailContext<Needs>): Mailbox;
  /** Whether there still is a reason to send it; if not it is skipped. */
  isDue?(context: MailContext<Needs>): boolean;
  /** Whether the address is known to be somebody else's: it is not written to, as if its server had refused it. */
  isRefused?(context: MailContext<Needs>): boolean;
  /** How many milliseconds to wait before it is tried again, because something in it is not ready; 0 when it can go. */
  wait?(context: MailContext<Needs>): number;
  content(context: MailContext<Needs>): MailContent;
  /** Set where the reader may never have heard of us: such mails are counted, by this reason; null is not counted. */
  unasked?: MailReason | ((context: MailContext<Needs>) => MailReason | null);
  /** Such mails are counted for each subject apart: those about another one cannot use them up. */
  isCountedBySubject?: boolean;
}

/** Keeps the facts that a row asks for and the facts that its functions use the same. */
export const kind = <Needs extends FactName>(row: MailKind<Needs>): MailKind => row;
