/** Shapes of the HTTP API, named as the API description names them. */

export interface User {
  id: number;
  username: string;
  email: string;
  role: string;
  subscriptionPlan: string | null;
  usageCount: number;
  createdAt: string;
}

export interface SessionAnswer {
  token: string;
  user: User;
}

export interface FieldProblem {
  field: string;
  message: string;
}

export interface ErrorBody {
  statusCode: number;
  code: string;
  message: string;
  errors?: FieldProblem[];
  correlationId?: string;
}

export type AgreementStatus = 'pending' | 'awaiting_party' | 'processing' | 'completed' | 'cancelled';

export type TranscriptStage =
  | 'none'
  | 'queued'
  | 'preparing'
  | 'transcribing'
  | 'sealing'
  | 'done'
  | 'failed';

export interface AgreementView {
  id: number;
  agreementId: string;
  partyAName: string;
  partyBName: string;
  partyAEmail: string;
  partyBEmail: string;
  planType: string;
  /** Decimal text such as "250.00"; what the parties agreed on, not what the contract costs. */
  amount: string | null;
  currency: string;
  /** One of AgreementStatus; any other value is shown as plain text. */
  status: string;
  statusReason: string | null;
  escrowStatus: string | null;
  hasAudioRecording: boolean;
  durationSeconds: number | null;
  sha256: string | null;
  photoUrl: string | null;
  isRemoteContract: boolean;
  createdAt: string;
  paidAt: string | null;
  expiresAt: string | null;
  transcript: { stage: TranscriptStage; percent: number };
}

export interface UserStats {
  totalAgreements: number;
  pendingAgreements: number;
  awaitingAgreements: number;
  processingAgreements: number;
  completedAgreements: number;
  cancelledAgreements: number;
}

export interface AgreementDraft {
  partyAName: string;
  partyAEmail: string;
  partyBName: string;
  partyBEmail: string;
  agreementAmount?: string;
  planType: string;
  backupTranscript?: string;
  temporary: true;
  isRemoteContract?: boolean;
  escrowHoldPeriod?: string;
}

export interface SavedRecording {
  agreementId: string;
  claimToken: string;
  status: string;
  sha256: string;
  bytes: number;
  durationSeconds: number | null;
  createdAt: string;
}

export interface TranscriptSegment {
  /** Seconds from the start of the recording. */
  start: number;
  end: number;
  text: string;
  speaker: string | null;
  confidence?: number | null;
}

export interface TranscriptView {
  agreementId: string;
  status: TranscriptStage;
  percent: number;
  text: string;
  durationSeconds: number | null;
  engine: string | null;
  draft: boolean;
  /** Loudness of the recording from 0 to 1, evenly spaced. */
  peaks: number[];
  segments: TranscriptSegment[];
}

export interface GeneratedTranscript {
  transcript?: string;
  cached?: boolean;
  status?: TranscriptStage;
}

export interface AgreementEvent {
  seq: number;
  at: string;
  actor: string;
  type: string;
  detail: unknown;
  hash: string;
}

export interface PaymentIntentAnswer {
  clientSecret: string;
  paymentIntentId: string;
  /** Cents. */
  amount: number;
  currency: string;
}

export interface PaymentView {
  status: 'none' | 'open' | 'paid' | 'failed';
  receiptNumber?: string;
  /** Cents. */
  amount: number;
  currency: string;
  paidAt?: string;
}

export interface AppConfig {
  payments: {
    mode: 'stripe' | 'sandbox';
    publishableKey: string | null;
    sandboxConfirmUrl: string | null;
  };
  /** Cents by price name. */
  prices: Record<string, number>;
  /** Recording limits in seconds by plan; 0 means no limit. */
  limits: Record<string, number>;
}

export interface LiveAgreement {
  agreementId: string;
  status: string;
  stage: TranscriptStage;
  percent: number;
  at: string;
}
