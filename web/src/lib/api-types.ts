import type { components } from './api.gen';

/** Shapes of the HTTP API: names for what is generated from openapi.json (`make api`). */
type Schemas = components['schemas'];

export type User = Schemas['User'];
export type SessionAnswer = Schemas['LoginAnswer'];
export type FieldProblem = Schemas['FieldProblem'];
export type ErrorBody = Schemas['ErrorAnswer'];
export type AgreementView = Schemas['AgreementView'];
export type AgreementStatus = AgreementView['status'];
export type TranscriptStage = Schemas['TranscriptState']['stage'];
export type UserStats = Schemas['AgreementStats'];
export type AgreementDraft = Schemas['AgreementData'];
export type SavedRecording = Schemas['SavedAgreement'];
export type TranscriptSegment = Schemas['SegmentView'];
export type TranscriptView = Schemas['TranscriptView'];
export type GeneratedTranscript = Partial<Schemas['GeneratedTranscript'] & Schemas['TranscriptPending']>;
export type AgreementEvent = Schemas['LogEventView'];
export type PaymentIntentAnswer = Schemas['PaymentIntentAnswer'];
export type PaymentView = Schemas['PaymentState'];
export type AppConfig = Schemas['PublicConfig'];
export type LiveAgreement = Schemas['LiveAgreementEvent'];
