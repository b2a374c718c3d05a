import { ApiProperty } from '@nestjs/swagger';
import { IsOptional, IsString, MaxLength } from 'class-validator';
import { OneOf, Text } from '#platform';
import {
  type AgreementRow,
  type ConfirmationVia,
  ConsentView,
  formatCents,
  gradeConsents,
  withoutOrigins,
} from '../agreements/agreements.module.js';

export class ConfirmationQuery {
  @ApiProperty({ description: 'Key of the mailed link, or of the code on the screen' })
  @IsString()
  @MaxLength(300)
  key: string;
}

export class ConfirmationAudioQuery extends ConfirmationQuery {
  @ApiProperty({ required: false, description: 'Time stamp against caches' })
  @IsOptional()
  @IsString()
  @MaxLength(20)
  t?: string;
}

export class ConfirmationBody extends ConfirmationQuery {
  @OneOf(['yes', 'no']) answer: 'yes' | 'no';
  @Text({ max: 500, optional: true, multiline: true }) reason?: string;
}

/** A contract as party B sees it who is asked whether it was them: names and terms, never an address. */
export class ConfirmationView {
  @ApiProperty({ example: '4207731958026614' }) agreementId: string;
  @ApiProperty() partyAName: string;
  @ApiProperty() partyBName: string;
  @ApiProperty({ type: String, nullable: true, example: '250.00' }) amount: string | null;
  @ApiProperty({ format: 'date-time' }) createdAt: string;
  @ApiProperty() isRemoteContract: boolean;
  @ApiProperty({ enum: ['link', 'screen'], description: 'How party B was reached' }) via: ConfirmationVia;
  @ApiProperty({ description: 'Whether the recording can still be heard' }) hasAudioRecording: boolean;
  @ApiProperty({
    enum: ['yes', 'no'],
    nullable: true,
    description: 'What was said with such a key; a no of any key stays',
  })
  answer: 'yes' | 'no' | null;
  @ApiProperty({ type: String, format: 'date-time', nullable: true }) answeredAt: string | null;
  @ApiProperty({ type: [ConsentView] }) consents: ConsentView[];
}

export function viewConfirmation(row: AgreementRow, via: ConfirmationVia, now: Date): ConfirmationView {
  const said =
    row.confirmations.find(({ answer }) => answer === 'no') ??
    row.confirmations.find((one) => one.via === via);
  return {
    agreementId: row.agreementId,
    partyAName: row.partyAName,
    partyBName: row.partyBName,
    amount: formatCents(row.amountCents),
    createdAt: row.createdAt.toISOString(),
    isRemoteContract: row.isRemote,
    via,
    hasAudioRecording: row.contentDeletedAt === null && row.expiresAt > now,
    answer: said?.answer ?? null,
    answeredAt: said?.at ?? null,
    consents: withoutOrigins(gradeConsents(row)),
  };
}
