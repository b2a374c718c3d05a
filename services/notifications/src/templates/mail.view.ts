/** A label and what stands beside it. */
export interface Row {
  label: string;
  value: string;
}

/** What every mail has, as plain text; the HTML and the plain-text part are both made of it. */
export interface MailView {
  subject: string;
  /** The line that mailboxes show after the subject. */
  preview: string;
  title: string;
  /** `Contract` and its number as people read it. */
  contract: string;
  greeting: string;
  lead: string;
  button: { label: string; url: string };
  why: string;
  publicUrl: string;
}

/** Names are shortened in subjects only, so that a mailbox shows what the mail is about. */
export const SUBJECT_NAME_LENGTH = 50;
