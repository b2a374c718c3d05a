import { PermanentError } from '#platform';

/** Whom a mail is for. Who that is in person is found out when it is sent. */
export const recipients = ['partyA', 'partyB', 'user', 'ticketSender', 'support', 'buyer', 'seller'] as const;
export type Recipient = (typeof recipients)[number];
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

/** A value that the row must have. @throws PermanentError when it has none: no other attempt would find it. */
export function must<Value>(value: Value | null | undefined, name: string): Value {
  if (value === null || value === undefined) throw new PermanentError(`The mail has no ${name}`);
  return value;
}
