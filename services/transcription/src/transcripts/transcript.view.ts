import { ApiProperty } from '@nestjs/swagger';
import { type TranscriptStage, transcriptStages } from '#contracts';
import type { TranscriptEntity } from './transcript.entity.js';

export class SegmentView {
  @ApiProperty({ description: 'Seconds from the start of the recording' }) start: number;
  @ApiProperty({ description: 'Seconds from the start of the recording' }) end: number;
  @ApiProperty() text: string;
  @ApiProperty({ type: String, nullable: true }) speaker: string | null;
  @ApiProperty({ type: Number, nullable: true, description: '0..1' }) confidence: number | null;
}

export class TranscriptView {
  @ApiProperty() agreementId: string;
  @ApiProperty({ enum: ['none', ...transcriptStages] }) status: TranscriptStage | 'none';
  @ApiProperty({ minimum: 0, maximum: 100 }) percent: number;
  @ApiProperty() text: string;
  @ApiProperty() durationSeconds: number;
  @ApiProperty({ type: String, nullable: true }) engine: string | null;
  @ApiProperty({ description: 'Made by an engine that often mishears' }) draft: boolean;
  @ApiProperty({ type: String, nullable: true }) sha256: string | null;
  @ApiProperty({ type: [Number], description: 'Loudness over time, 0..1' }) peaks: number[];
  @ApiProperty({ type: [SegmentView] }) segments: SegmentView[];
}

export class GeneratedTranscript {
  @ApiProperty() transcript: string;
  @ApiProperty({ description: 'True when it existed before this call' }) cached: boolean;
}

export class TranscriptPending {
  @ApiProperty({ enum: transcriptStages }) status: TranscriptStage;
  @ApiProperty({ minimum: 0, maximum: 100 }) percent: number;
}

export function viewTranscript(transcript: TranscriptEntity, peaks: number[] | null): TranscriptView {
  return {
    agreementId: transcript.agreementId,
    status: transcript.stage,
    percent: transcript.percent,
    text: transcript.text ?? '',
    durationSeconds: (transcript.durationMs ?? 0) / 1000,
    engine: transcript.engine,
    draft: transcript.isDraft ?? false,
    sha256: transcript.sha256,
    peaks: peaks ?? [],
    segments: transcript.segments ?? [],
  };
}

export function emptyTranscript(agreementId: string): TranscriptView {
  return {
    agreementId,
    status: 'none',
    percent: 0,
    text: '',
    durationSeconds: 0,
    engine: null,
    draft: false,
    sha256: null,
    peaks: [],
    segments: [],
  };
}
