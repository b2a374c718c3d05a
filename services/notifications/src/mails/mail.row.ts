import { PermanentError } from '#platform';
import type { MailTemplate } from './mail.catalogue.js';

export type { MailTemplate };
export type PartyRole = 'partyA' | 'partyB';
/** Whom a mail is for. Who that is in person is found out when it is sent. */
export const recipients = ['partyA', 'partyB', 'user', 'ticketSender', 'support', 'buyer', 'seller'] as const;
export type Recipient = (typeof recipients)[number];
/**
 * `bounced`: the recipient's server refuses the address. `undelivered`: nobody took it in time, or the
 * recipient had too many that day. `skipped`: when its
 * turn came there was no reason for it any more.
 */
export const mailStatuses = ['queued', 'sent', 'bounced', 'undelivered', 'skipped'] as const;
export type MailStatus = (typeof mailStatuses)[number];

/** What only the event knew: kinds, moments (ISO 8601) and cents. Never names, addresses or words. */
export interface MailDetails {
  kind?: string;
  reason?: string;
  from?: string;
  at?: string;
  endsAt?: string;
  amountCents?: number;
  currency?: string;
  receiptNumber?: string;
  /** Of the change that it tells of; grows with every one. */
  version?: number;
  sha256?: string;
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

/** A mail that somebody is owed. It names the facts by id: addresses and words are fetched when it is sent. */
export interface MailRow extends Required<MailSubject> {
  /** What makes it one mail for ever, such as `completed:4207731958026614:party-b`. */
  key: string;
  template: MailTemplate;
  recipient: Recipient;
  status: MailStatus;
  /** The same for every attempt, so that a second copy after a broken connection can be recognised. */
  messageId: string;
  createdAt: Date;
}

/** What other services see of a mail. */
export interface MailView {
  key: string;
  template: MailTemplate;
  recipient: Recipient;
  status: MailStatus;
  /** ISO 8601; null until the mail server has taken it. */
  sentAt: string | null;
}

/** A value that the row must have. @throws PermanentError when it has none: no other attempt would find it. */
export function must<Value>(value: Value | null | undefined, name: string): Value {
  if (value === null || value === undefined) throw new PermanentError(`The mail has no ${name}`);
  return value;
}
