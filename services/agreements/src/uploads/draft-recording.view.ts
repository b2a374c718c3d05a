import { ApiProperty } from '@nestjs/swagger';
import { type TranscriptStage, transcriptStages } from '#contracts';
import { AgreementView } from '../agreements/agreements.module.js';

export class TakeSegment {
  @ApiProperty({ description: 'Seconds from the beginning' }) start: number;
  @ApiProperty() text: string;
}

export class TakeAmountCheck {
  @ApiProperty({ example: 200_000, description: 'What was typed' }) typedCents: number;
  @ApiProperty({ type: [Number], example: [250_000] }) spokenCents: number[];
  @ApiProperty({ description: 'False when amounts were said and none of them is the typed one' })
  agrees: boolean;
}

export class TakeTranscript {
  @ApiProperty() text: string;
  @ApiProperty({ description: 'Seconds' }) duration: number;
  @ApiProperty({ type: [TakeSegment] }) segments: TakeSegment[];
  @ApiProperty({ type: TakeAmountCheck, nullable: true, description: 'Null when no amount was typed' })
  amountCheck: TakeAmountCheck | null;
}

export class DigitalReceipt {
  @ApiProperty({ example: '4207731958026614' }) agreementId: string;
}

/** The recording is in, and this is what it says. */
export class TranscribedTake {
  @ApiProperty() agreement: AgreementView;
  @ApiProperty() transcript: TakeTranscript;
  @ApiProperty() digitalReceipt: DigitalReceipt;
}

/** The recording is in; what it says comes later. */
export class PendingTake {
  @ApiProperty({ enum: transcriptStages }) status: TranscriptStage;
  @ApiProperty({ minimum: 0, maximum: 100 }) percent: number;
}
