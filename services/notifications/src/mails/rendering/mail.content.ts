import type { Language } from '#contracts';
import type { Wording } from '../texts/wording.js';

/** A label and what stands beside it. */
export interface Row {
  label: string;
  value: string;
}

/** One turn in the transcript. */
export interface Line {
  /** Its place in the transcript. */
  number: number;
  /** Minutes:seconds from the start of the recording. */
  time: string;
  /** Null when the engine does not tell voices apart. */
  speaker: string | null;
  text: string;
  /** What is spoken, as BCP-47; null when nobody knows. */
  language: string | null;
}

/** A piece of a mail, as plain text; the HTML and the plain-text part are both made of it. */
export type Block =
  | { kind: 'text'; text: string }
  /** Small print; in plain text each sentence has a line of its own. */
  | { kind: 'small'; lines: string[] }
  | { kind: 'notice'; text: string }
  | { kind: 'heading'; title: string }
  | { kind: 'facts'; rows: Row[]; total?: Row }
  | { kind: 'button'; label: string; url: string }
  /** A second way that must not look like the first. */
  | { kind: 'link'; lead: string; label: string; url: string }
  /** Digits to type on another screen. */
  | { kind: 'code'; digits: string }
  /** Somebody's own words. */
  | { kind: 'quote'; lines: string[] }
  | { kind: 'turns'; lines: Line[] }
  | { kind: 'prints'; rows: Row[] };

/** What it is follows from the ending of its name: `.txt` or `.pdf`. */
export interface AttachedFile {
  filename: string;
  content: string | Buffer;
}

/** A mail before it is HTML or plain text. */
export interface MailContent {
  subject: string;
  /** The line that mailboxes show after the subject. */
  preview: string;
  title: string;
  /** What it is about, as people read it: `Contract #1234 …` or `Ticket T-100001`. */
  reference: string | null;
  /** Which deal it is, in one line: names, kind, amount, day. */
  deal?: string;
  blocks: Block[];
  /** Why the reader got it. */
  why: string;
  publicUrl: string;
  /** What it is written in. */
  wording: Wording;
  attachments?: AttachedFile[];
}

/** An offer to get such mails in another language, written in that one. */
export interface LanguageOffer {
  lang: Language;
  lead: string;
  label: string;
  url: string;
  /** Nobody knows which language the reader likes: then it comes before everything else. */
  isFirst: boolean;
}

export const paragraph = (text: string): Block => ({ kind: 'text', text });
export const small = (...lines: string[]): Block => ({ kind: 'small', lines });
export const heading = (title: string): Block => ({ kind: 'heading', title });
export const button = (label: string, url: string): Block => ({ kind: 'button', label, url });
export const facts = (rows: (Row | null)[]): Block => ({
  kind: 'facts',
  rows: rows.filter((row) => row !== null),
});

/** Names are shortened in subjects only, so that a mailbox shows what the mail is about. */
export const SUBJECT_NAME_LENGTH = 50;
