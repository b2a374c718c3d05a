import { randomInt } from 'node:crypto';

/** The public number of an agreement: 16 random digits, never sequential, shown as `#1234 5678 9012 3456`. */
export const AGREEMENT_ID = /^[1-9]\d{15}$/;
export const SHA256 = /^[0-9a-f]{64}$/;
/** The pseudonym of whoever brings work, so that one does not hold up the others. */
export const LANE = /^[0-9a-f]{32}$/;

/** A new public agreement number from the system's cryptographic source. */
export function newAgreementId(): string {
  const first = String(randomInt(1, 10));
  const rest = Array.from({ length: 5 }, () => String(randomInt(0, 1000)).padStart(3, '0')).join('');
  return first + rest;
}

/** `1234567890123456` as people read it: `#1234 5678 9012 3456`. */
export function formatAgreementId(agreementId: string): string {
  return `#${agreementId.replace(/(\d{4})(?=\d)/g, '$1 ')}`;
}

/** Kinds of deal that have lines of their own to say; the order is that of the choice. */
export const dealKinds = ['car', 'item', 'cleaning', 'lawn', 'babysitting', 'loan', 'other'] as const;
export type DealKind = (typeof dealKinds)[number];

export const agreementStatuses = [
  'pending',
  'awaiting_party',
  'processing',
  'completed',
  'cancelled',
] as const;
export type AgreementStatus = (typeof agreementStatuses)[number];

/** Both parties have agreed: whatever comes later, it was a contract. */
export function isContract({ status }: { status: AgreementStatus }): boolean {
  return status === 'processing' || status === 'completed';
}

export const transcriptStages = ['queued', 'preparing', 'transcribing', 'sealing', 'done', 'failed'] as const;
export type TranscriptStage = (typeof transcriptStages)[number];

/** What the gateway tells a browser. A hint: the browser asks again for the truth. */
export interface LiveAgreement {
  agreementId: string;
  status: AgreementStatus | null;
  stage: TranscriptStage | null;
  percent: number | null;
  /** How many stretches of speech can be read already. */
  segmentCount: number | null;
  /** ISO 8601. */
  at: string;
}

export interface LiveEvents {
  agreement: (event: LiveAgreement) => void;
}
