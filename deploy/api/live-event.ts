import { ApiProperty } from '@nestjs/swagger';
import {
  type AgreementStatus,
  agreementStatuses,
  type LiveAgreement,
  type TranscriptStage,
  transcriptStages,
} from '#contracts';

/** The Socket.IO event `agreement`, described here so that the web app gets its type from the same document. */
export class LiveAgreementEvent implements LiveAgreement {
  @ApiProperty() agreementId: string;
  @ApiProperty({ enum: agreementStatuses, nullable: true }) status: AgreementStatus | null;
  @ApiProperty({ enum: transcriptStages, nullable: true }) stage: TranscriptStage | null;
  @ApiProperty({ type: Number, nullable: true }) percent: number | null;
  @ApiProperty({ type: Number, nullable: true, description: 'Stretches of speech that can be read already' })
  segmentCount: number | null;
  @ApiProperty({ format: 'date-time' }) at: string;
}
