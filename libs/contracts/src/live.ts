import type { TranscriptStage } from './events/transcription.js';

export type AgreementStatus = 'pending' | 'awaiting_party' | 'processing' | 'completed' | 'cancelled';

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
