import type { MailReason } from '#platform';
import type { Mailbox } from '../smtp/smtp.module.js';
import type { FactName, MailContext } from './mail.context.js';
import type { MailSubject, Recipient } from './mail.subject.js';
import type { MailContent } from './rendering/mail.content.js';

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
  /** How many milliseconds to wait before it is tried again, because something in it is not ready; 0 when it can go. */
  wait?(context: MailContext<Needs>): number;
  content(context: MailContext<Needs>): MailContent;
  /** Set where the reader may never have heard of us: such mails are counted. */
  unasked?: MailReason;
}

/** Keeps the facts that a row asks for and the facts that its functions use the same. */
export const kind = <Needs extends FactName>(row: MailKind<Needs>): MailKind => row;
