import { Type } from 'class-transformer';
import {
  ArrayMaxSize,
  IsArray,
  IsBoolean,
  IsDateString,
  IsIn,
  IsInt,
  IsNumber,
  IsOptional,
  IsPositive,
  IsString,
  IsUUID,
  Matches,
  Max,
  Min,
  ValidateNested,
} from 'class-validator';
import { AGREEMENT_ID, SHA256, type TranscriptStage, transcriptStages } from '../agreement.js';
import { defineEvent } from '../define-event.js';
import { type Language, languages } from '../languages.js';

export class DerivedObject {
  @IsString() key: string;
  @IsString() mime: string;
  @IsInt() @IsPositive() bytes: number;
  @Matches(SHA256) sha256: string;
}

/** How many values of loudness an event carries at most: enough to draw a sound. */
export const outlineLength = 100;

export class RecordingPreviewed {
  @Matches(AGREEMENT_ID) agreementId: string;
  @IsUUID() recordingId: string;
  @IsInt() @IsPositive() durationMs: number;
  @ValidateNested() @Type(() => DerivedObject) preview: DerivedObject;
  /** Loudness over time, 0..1. */
  @IsOptional()
  @IsArray()
  @ArrayMaxSize(outlineLength)
  @IsNumber({}, { each: true })
  @Min(0, { each: true })
  @Max(1, { each: true })
  outline?: number[];
}

/** The 5-second preview of a recording exists: all that is made of it before it is paid. */
export const recordingPreviewed = defineEvent(
  'transcription.recording.previewed',
  1,
  RecordingPreviewed,
  (d) => d.agreementId,
);

export class RecordingPrepared {
  @Matches(AGREEMENT_ID) agreementId: string;
  @IsUUID() recordingId: string;
  @IsInt() @IsPositive() durationMs: number;
  @ValidateNested() @Type(() => DerivedObject) mp3: DerivedObject;
  @ValidateNested() @Type(() => DerivedObject) webm: DerivedObject;
  @ValidateNested() @Type(() => DerivedObject) preview: DerivedObject;
  /** Loudness over time, 0..1. */
  @IsOptional()
  @IsArray()
  @ArrayMaxSize(outlineLength)
  @IsNumber({}, { each: true })
  @Min(0, { each: true })
  @Max(1, { each: true })
  outline?: number[];
}

/** MP3, WebM and the 5-second preview of a paid recording exist. */
export const recordingPrepared = defineEvent(
  'transcription.recording.prepared',
  1,
  RecordingPrepared,
  (d) => d.agreementId,
);

export class TranscriptProgressed {
  @Matches(AGREEMENT_ID) agreementId: string;
  @IsInt() @IsPositive() ownerId: number;
  @IsIn(transcriptStages) stage: TranscriptStage;
  @IsInt() @Min(0) @Max(100) percent: number;
  /** How many stretches of speech can be read already. */
  @IsOptional() @IsInt() @Min(0) segmentCount?: number;
}

/** How far the transcript is: a hint for people who watch, at most once a second. */
export const transcriptProgressed = defineEvent(
  'transcription.transcript.progressed',
  1,
  TranscriptProgressed,
  (d) => d.agreementId,
);

/** `amount_differs`: another amount was said than the one that was typed. */
const transcriptWarnings = ['amount_differs'] as const;
export type TranscriptWarning = (typeof transcriptWarnings)[number];

export class TranscriptCompleted {
  @Matches(AGREEMENT_ID) agreementId: string;
  @IsInt() @IsPositive() ownerId: number;
  @IsUUID() transcriptId: string;
  @Matches(SHA256) sha256: string;
  @IsInt() @Min(0) durationMs: number;
  @IsInt() @Min(0) segmentCount: number;
  @IsString() engine: string;
  @IsBoolean() isDraft: boolean;
  /** What the parties should look at before they rely on it. */
  @IsOptional() @IsIn(transcriptWarnings, { each: true }) warnings?: TranscriptWarning[];
}

/** The transcript is stored. It carries the hash, never the words. */
export const transcriptCompleted = defineEvent(
  'transcription.transcript.completed',
  1,
  TranscriptCompleted,
  (d) => d.agreementId,
);

export class TranscriptFailed {
  @Matches(AGREEMENT_ID) agreementId: string;
  @IsInt() @IsPositive() ownerId: number;
  @IsString() reason: string;
}

/** The engine gave up after its retries. The recording is safe. */
export const transcriptFailed = defineEvent(
  'transcription.transcript.failed',
  1,
  TranscriptFailed,
  (d) => d.agreementId,
);

/** The files that a transcript can be had as. */
export const exportFormats = ['txt', 'srt', 'vtt', 'json'] as const;
export type ExportFormat = (typeof exportFormats)[number];

export class TranscriptExported {
  @Matches(AGREEMENT_ID) agreementId: string;
  @IsIn(exportFormats) format: ExportFormat;
  /** Of what stands around the words. */
  @IsIn(languages) language: Language;
  /** Of the file. */
  @Matches(SHA256) sha256: string;
  @IsInt() @IsPositive() bytes: number;
  /** Of the transcript that it was made from. */
  @Matches(SHA256) transcriptSha256: string;
  /** Of what a person wrote, where that is in the file, too. */
  @IsOptional() @Matches(SHA256) humanSha256?: string;
  /** The owner says who a speaker is, whatever was sealed. */
  @IsBoolean() areSpeakersNamed: boolean;
}

/** The owner was given a finished transcript as a file. It carries hashes, never the words. */
export const transcriptExported = defineEvent(
  'transcription.transcript.exported',
  1,
  TranscriptExported,
  (d) => d.agreementId,
);

export class HumanTranscriptOrdered {
  @Matches(AGREEMENT_ID) agreementId: string;
  @IsInt() @IsPositive() ownerId: number;
  @IsUUID() orderId: string;
  /** When the order that it takes the place of was delivered, if it was: its own event may come later. */
  @IsOptional() @IsDateString() replacesDeliveredAt?: string;
}

/** The owner asked for a transcript made by a person. */
export const humanTranscriptOrdered = defineEvent(
  'transcription.manual.ordered',
  1,
  HumanTranscriptOrdered,
  (d) => d.agreementId,
);

export class HumanTranscriptDelivered {
  @Matches(AGREEMENT_ID) agreementId: string;
  @IsInt() @IsPositive() ownerId: number;
  @IsUUID() orderId: string;
  @Matches(SHA256) sha256: string;
  /** The administrator who delivered it. */
  @IsInt() @IsPositive() adminId: number;
  /** The delivered order whose words it corrects, if it does: it takes the place of that one and costs nothing. */
  @IsOptional() @IsUUID() correctsOrderId?: string;
}

/** The transcript made by a person is stored, beside the machine's. It carries the hash, never the words. */
export const humanTranscriptDelivered = defineEvent(
  'transcription.manual.delivered',
  1,
  HumanTranscriptDelivered,
  (d) => d.agreementId,
);

export class HumanTranscriptOverdue {
  @Matches(AGREEMENT_ID) agreementId: string;
  @IsInt() @IsPositive() ownerId: number;
  @IsUUID() orderId: string;
  /** The payment that goes back. */
  @IsUUID() paymentId: string;
}

/** The transcript by a person was not delivered in time: its price goes back. */
export const humanTranscriptOverdue = defineEvent(
  'transcription.manual.overdue',
  1,
  HumanTranscriptOverdue,
  (d) => d.agreementId,
);
