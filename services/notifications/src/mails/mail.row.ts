export type MailTemplate = 'receipt' | 'proof';
export type Recipient = 'partyA' | 'partyB';
export type MailStatus = 'queued' | 'sent' | 'failed';

/** A mail that somebody is owed. It names the facts by id: addresses and words are fetched when it is sent. */
export interface MailRow {
  /** What makes it one mail for ever, such as `completed:4207731958026614:party-b`. */
  key: string;
  template: MailTemplate;
  recipient: Recipient;
  agreementId: string;
  /** Set for receipts only. */
  paymentId: string | null;
  status: MailStatus;
  /** The same for every attempt, so that a second copy after a broken connection can be recognised. */
  messageId: string;
}

/** What operators and other services see of a mail. */
export interface MailView {
  key: string;
  template: MailTemplate;
  recipient: Recipient;
  status: MailStatus;
  /** ISO 8601; null until the mail server has taken it. */
  sentAt: string | null;
}
