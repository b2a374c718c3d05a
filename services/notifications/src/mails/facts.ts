import type { Recipient } from './mail.row.js';

/** A person as the agreement knows them. */
export interface Party {
  name: string;
  email: string;
}

export interface AgreementFacts {
  agreementId: string;
  planType: string;
  partyA: Party;
  partyB: Party;
  /** Decimal text such as `250.00`, or null when no amount was named. */
  amount: string | null;
  currency: string;
  status: string;
  isRemoteContract: boolean;
  /** Of the recording as it arrived. */
  sha256: string;
  durationSeconds: number | null;
  /** ISO 8601, like the other times. */
  createdAt: string;
  paidAt: string | null;
  /** Until when the recording can be played. */
  expiresAt: string | null;
  /** Absolute addresses, each with the key of that party. */
  audioLinks: Record<Recipient, string>;
}

export interface Segment {
  /** Seconds from the start of the recording. */
  start: number;
  end: number;
  text: string;
  /** The engine's label, or null when it does not tell voices apart. */
  speaker: string | null;
  confidence: number | null;
}

export interface TranscriptFacts {
  text: string;
  durationSeconds: number;
  engine: string;
  /** Made by an engine that is only good enough to find one's way in the recording. */
  draft: boolean;
  sha256: string;
  segments: Segment[];
}

export interface PaymentFacts {
  paymentId: string;
  agreementId: string;
  amountCents: number;
  currency: string;
  receiptNumber: string;
  /** ISO 8601. */
  paidAt: string;
  description: string;
  /** No money moved: the payment ran in the provider's test mode. */
  isTest: boolean;
}
