import { Injectable } from '@nestjs/common';
import {
  getPaymentsOfAgreement,
  getTranscriptFiles,
  type Language,
  type PaymentRecord,
  type TranscriptFiles,
} from '#contracts';

export type { PaymentRecord } from '#contracts';

import type { SealedSpokenConsent } from '../seals/seals.module.js';
import { PaymentsClient, TranscriptionClient } from '../service-clients.module.js';

/** A stretch of speech. Seconds count from the start of its own recording. */
export interface SealedSegment {
  recording: 'a' | 'b';
  start: number;
  end: number;
  text: string;
  speaker: string | null;
}

interface SealedTerm {
  kind: string;
  text: string;
  value: string | null;
  recording: 'a' | 'b';
  start: number;
  speaker: string | null;
  /** Should be checked by ear; what earlier versions have sealed does not say. */
  isUnsure?: boolean;
}

export interface SealedTranscript {
  engine: string | null;
  draft: boolean;
  /** `unclear`: the words are mostly wrong, and left out. */
  quality?: string | null;
  durationSeconds: number;
  sha256: string | null;
  segments: SealedSegment[];
  /** Where somebody speaks and no segment has the words. */
  gaps?: readonly object[];
  /** `basis`: why they are called so; null for a voice that nobody has named. */
  speakers: { label: string; party: 'a' | 'b' | null; name: string; basis?: string | null }[];
  terms: SealedTerm[];
  amountCheck: { typedCents: number; spokenCents: number[]; agrees: boolean } | null;
  spokenConsents: SealedSpokenConsent[];
  /** Whether the two recordings sound like one person; null where there is one. A hint, never proof. */
  voiceMatch: 'alike' | 'different' | 'unknown' | null;
  human: { text: string; sha256: string; deliveredAt: string } | null;
}

/** What other services know of an agreement, as it goes into its seal. */
@Injectable()
export class ServiceRecords {
  constructor(
    private readonly transcription: TranscriptionClient,
    private readonly payments: PaymentsClient,
  ) {}

  /** @throws AppError `not_ready`, `recording_expired`, `unavailable` */
  transcript(agreementId: string, languages: readonly Language[]): Promise<TranscriptFiles> {
    return this.transcription.call(getTranscriptFiles, { params: { agreementId }, query: { languages } });
  }

  /** @throws AppError `unavailable` */
  payment(agreementId: string): Promise<PaymentRecord> {
    return this.payments.call(getPaymentsOfAgreement, { params: { agreementId } });
  }
}
