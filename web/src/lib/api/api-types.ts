import type { components } from './api.gen';

/** Shapes of the HTTP API: names for what is generated from openapi.json (`make api`). */
type Schemas = components['schemas'];

export type User = Schemas['User'];
export type SessionAnswer = Schemas['LoginAnswer'];
/** Where an account is signed in. */
export type OwnSession = Schemas['OwnSession'];
export type FieldProblem = Schemas['FieldProblem'];
export type ErrorBody = Schemas['ErrorAnswer'];
export type AgreementView = Schemas['AgreementView'];
export type TranscriptStage = Schemas['TranscriptState']['stage'];
export type UserStats = Schemas['AgreementStats'];
export type AgreementDraft = Schemas['AgreementData'];
/** What the sender of a recording says of the words in it. */
export type Spoken = Schemas['SpokenBody'];
export type SpokenLanguage = NonNullable<Spoken['language']>;
export type HoldPeriod = AgreementView['escrowHoldPeriod'];
export type SavedRecording = Schemas['SavedAgreement'];
type RecordedSegment = Schemas['SegmentView'];
/** A segment where it does not matter whose recording it is from; words and doubts only where an engine gave them. */
export type TranscriptSegment = Omit<RecordedSegment, 'recording' | 'words' | 'isDoubtful' | 'isOverlap'> &
  Partial<Pick<RecordedSegment, 'words' | 'isDoubtful' | 'isOverlap'>>;
export type Verification = Schemas['Verification'];
export type PublishedKeys = Schemas['PublishedKeys'];
export type SpeakerView = Schemas['SpeakerView'];
export type Gap = Schemas['GapView'];
export type TermView = Schemas['TermView'];
export type AmountCheck = Schemas['AmountCheckView'];
export type TranscriptView = Schemas['TranscriptView'];
export type GeneratedTranscript = Partial<Schemas['GeneratedTranscript'] & Schemas['TranscriptPending']>;
export type AgreementEvent = Schemas['LogEventView'];
export type PaymentIntentAnswer = Schemas['PaymentIntentAnswer'];
export type PaymentState = Schemas['PaymentState'];
/** A payment that somebody has begun or owes; its amount in dollars. */
export type PendingPayment = Schemas['PendingPayment'];
export type PaymentType = PendingPayment['type'];
export type ReceiptView = Schemas['ReceiptView'];
export type SubscriptionView = Schemas['SubscriptionView'];
export type AppConfig = Schemas['PublicConfig'];
/** What the server charges, in cents. */
export type Prices = Schemas['Prices'];
/** What the server publishes about escrows, in cents, percent and hours. */
export type EscrowTerms = Schemas['EscrowTerms'];
export type LiveAgreement = Schemas['LiveAgreementEvent'];
/** An invitation as the invited person sees it. */
export type RemoteAgreement = Schemas['RemoteAgreementView'];
/** Loudness over time, 0..1. */
export type SoundOutline = Schemas['SoundOutline'];
/** What works like the key of the mailed link, for an hour. */
export type CodeKey = Schemas['CodeKey'];
export type ConsentView = Schemas['ConsentView'];
/** A contract as party B sees it who is asked whether it was them. */
export type ConfirmationView = Schemas['ConfirmationView'];
/** What the other phone scans. */
export type ShownLink = Schemas['ShownLink'];
export type ConsentAnswer = Schemas['ConsentReceipt'];
/** Only party B's reminder carries a new link and says until when it opens. */
export type ReminderAnswer = Schemas['NextReminder'] & Partial<Schemas['Reminded']>;
export type FallbackOptions = Schemas['FallbackOptions'];
export type HumanOrder = Schemas['HumanOrderView'];
export type TicketAnswer = Schemas['TicketNumber'];
/** What a recording says, for those who look at it before they have paid. */
export type TranscribedDraft = Schemas['TranscribedDraft'];
export type PendingTranscript = Schemas['PendingTranscript'];
