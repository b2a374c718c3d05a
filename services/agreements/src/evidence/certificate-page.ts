import type { Language } from '#contracts';
import type { LogRow } from '../event-log/event-log.module.js';
import type { CertificateTexts } from './certificate.texts.js';
import type { ConsentRecord } from './consent-record.js';
import type { PdfDocument } from './pdf-document.js';
import type { PaymentRecord, SealedTranscript } from './service-records.js';

/** What a certificate says. Times are ISO 8601 in UTC. */
export interface CertificateContent {
  /** Party A's, and party B's where it is another. */
  languages: readonly [Language] | readonly [Language, Language];
  agreementId: string;
  /** What it is about, in party A's words; null where nothing was said. */
  title: string | null;
  state: 'sealed' | 'draft' | 'cancelled';
  /** Of the seal; null without one. */
  version: number | null;
  parties: Record<'a' | 'b', { name: string; email: string }>;
  amount: string | null;
  isRemote: boolean;
  /** When the server stored the recording that counts. */
  storedAt: string;
  paidAt: string | null;
  completedAt: string | null;
  cancelled: { at: string; reason: string; note: string | null } | null;
  consents: ConsentRecord;
  /** Null while there is none, and in the record that stays when the words are deleted. */
  transcript: SealedTranscript | null;
  /** The conversation is left out on purpose. */
  isWithoutWords: boolean;
  payment: PaymentRecord | null;
  log: readonly LogRow[];
  fingerprints: readonly { name: string; sha256: string }[];
  verifyUrl: string;
  madeAt: Date;
}

/** The name of a fingerprint that is of no file: it stands in the words of the document. */
export const RECORDING_A = 'recording-a';

/** A document that is being written, what it is about, and the words of the language that it is in now. */
export interface Page {
  pdf: PdfDocument;
  content: CertificateContent;
  words: CertificateTexts;
}

/** A heading or a label above what stands once: in each language. */
export const inEach = (all: readonly CertificateTexts[], text: (words: CertificateTexts) => string): string =>
  all.map(text).join(' · ');

/** When a recording was made, as far as that is known: it may wait on its device for days before it is stored. */
export const recordedAt = (
  { startedAt }: { startedAt: string | null },
  words: CertificateTexts,
): [string, string][] => (startedAt === null ? [] : [[words.recorded, words.deviceTime(utc(startedAt))]]);

export const hasOrigin = ({ address, device }: { address: string | null; device: string | null }): boolean =>
  address !== null || device !== null;

export const originOf = ({ address, device }: { address: string | null; device: string | null }): string =>
  [address, device].filter(Boolean).join(' · ');

export const origin = (
  from: { address: string | null; device: string | null },
  { unknown }: CertificateTexts,
): string => originOf(from) || unknown;

/** `65.4` → `1:05`. */
export const clock = (seconds: number): string =>
  `${Math.floor(seconds / 60)}:${String(Math.floor(seconds) % 60).padStart(2, '0')}`;

/** `2026-11-24 10:00:00 UTC` */
export const utc = (time: string): string => `${stamp(time)} UTC`;
export const stamp = (time: string): string => time.slice(0, 19).replace('T', ' ');

export const money = (cents: number): string => `$${(cents / 100).toFixed(2)}`;
