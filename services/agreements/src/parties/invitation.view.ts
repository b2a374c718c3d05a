import { ApiProperty } from '@nestjs/swagger';
import { Type } from 'class-transformer';
import { IsBoolean, IsOptional, IsString, ValidateNested } from 'class-validator';
import { type DealKind, dealKinds, type PlanType, planTypes } from '#contracts';
import { Text } from '#platform';
import {
  type AgreementRow,
  formatCents,
  wordingVersions,
  wordsOfPartyA,
} from '../agreements/agreements.module.js';
import { SpokenBody } from '../recordings/recordings.module.js';

/** An agreement as the invited party sees it: names and terms, never an address. */
export class RemoteAgreementView {
  @ApiProperty() id: number;
  @ApiProperty({ example: '4207731958026614' }) agreementId: string;
  @ApiProperty({ enum: planTypes }) planType: PlanType;
  @ApiProperty({ type: String, enum: dealKinds, nullable: true, description: 'What kind of deal was chosen' })
  kind: DealKind | null;
  @ApiProperty({
    type: String,
    nullable: true,
    maxLength: 80,
    description: 'What it is about, as party A says; null without the mailed key',
  })
  title: string | null;
  @ApiProperty() partyAName: string;
  @ApiProperty() partyBName: string;
  @ApiProperty({ type: String, nullable: true, example: '250.00' }) amount: string | null;
  @ApiProperty({ format: 'date-time' }) createdAt: string;
  @ApiProperty({ type: String, nullable: true }) photoUrl: string | null;
  @ApiProperty({ type: Number, nullable: true, description: 'How long the recording is' })
  durationSeconds: number | null;
}

export class ConsentReceipt {
  @ApiProperty() agreementId: string;
  @ApiProperty({ enum: ['processing'] }) status: 'processing';
  @ApiProperty({ description: 'SHA-256 of the recording as received' }) sha256: string;
  @ApiProperty() durationSeconds: number;
  @ApiProperty({ format: 'date-time' }) consentedAt: string;
}

export class DeclineReceipt {
  @ApiProperty() agreementId: string;
  @ApiProperty({ enum: ['cancelled'] }) status: 'cancelled';
}

/** The agreement for whoever has its number alone: without what party A typed about it. */
export function withoutWordsOfPartyA(row: AgreementRow): AgreementRow {
  const blank = Object.fromEntries(wordsOfPartyA.map((column) => [column, null]));
  return { ...row, ...blank };
}

export function viewRemote(row: AgreementRow): RemoteAgreementView {
  return {
    id: row.id,
    agreementId: row.agreementId,
    planType: row.planType,
    kind: row.kind,
    title: row.title,
    partyAName: row.partyAName,
    partyBName: row.partyBName,
    amount: formatCents(row.amountCents),
    createdAt: row.createdAt.toISOString(),
    photoUrl: row.photoKey === null ? null : `/api/agreements/remote/${row.agreementId}/photo`,
    durationSeconds: row.durationMs === null ? null : row.durationMs / 1000,
  };
}

export class KeyQuery {
  @ApiProperty({ required: false, description: 'Key of the mailed link' })
  @IsOptional()
  @IsString()
  key?: string;
}

export class AudioKeyQuery extends KeyQuery {
  @ApiProperty({ required: false, description: 'Time stamp against caches' })
  @IsOptional()
  @IsString()
  t?: string;
}

export class ViewBody extends KeyQuery {}

export class DeclineBody extends KeyQuery {
  @Text({ max: 500, optional: true, multiline: true }) reason?: string;
}

/** Each is ticked by party B, one by one. */
export class ConsentStatements {
  @ApiProperty({ enum: [true] }) @IsOptional() @IsBoolean() isNamedPerson?: boolean;
  @ApiProperty({ enum: [true] }) @IsOptional() @IsBoolean() agreesToRecording?: boolean;
  @ApiProperty({ enum: [true] }) @IsOptional() @IsBoolean() agreesToElectronicRecords?: boolean;
  @ApiProperty({ enum: [true] }) @IsOptional() @IsBoolean() hasHeardTerms?: boolean;
}

/** The field `consent` of the form. */
export class ConsentBody extends KeyQuery {
  @ApiProperty({ enum: wordingVersions })
  @IsString()
  wordingVersion: string;

  @ApiProperty({ type: ConsentStatements })
  @ValidateNested()
  @Type(() => ConsentStatements)
  statements: ConsentStatements = new ConsentStatements();

  @ApiProperty({ required: false, type: SpokenBody })
  @IsOptional()
  @ValidateNested()
  @Type(() => SpokenBody)
  spoken?: SpokenBody;
}
