import { ApiProperty } from '@nestjs/swagger';
import { Transform } from 'class-transformer';
import { Equals, IsBoolean, IsOptional, Matches } from 'class-validator';
import { type PlanType, planTypes } from '#contracts';
import { EmailAddress, OneOf, Text } from '#platform';

export const holdPeriods = ['24hrs', '3days', '7days', '14days', '30days'] as const;

/** The field `agreementData` of the upload form. */
export class AgreementData {
  @Text({ max: 120 }) partyAName: string;
  @EmailAddress() partyAEmail: string;
  @Text({ max: 120 }) partyBName: string;
  @EmailAddress() partyBEmail: string;

  @ApiProperty({ required: false, description: 'Dollars and cents, such as 250 or 250.00' })
  @IsOptional()
  @Transform(({ value }: { value: unknown }) =>
    typeof value === 'string'
      ? value.replace(/[\s$,]/g, '') || undefined
      : value === null
        ? undefined
        : value,
  )
  @Matches(/^\d{1,9}(\.\d{1,2})?$/, { message: 'Please enter an amount such as 250.00' })
  agreementAmount?: string;

  @OneOf(planTypes, { message: 'This plan does not exist.' }) planType: PlanType;

  @Text({ max: 50_000, optional: true, multiline: true }) backupTranscript?: string;

  @ApiProperty({ enum: [true] })
  @Equals(true)
  temporary: true;

  @ApiProperty({ required: false })
  @IsOptional()
  @IsBoolean()
  isRemoteContract?: boolean;

  @OneOf(holdPeriods, { optional: true }) escrowHoldPeriod?: (typeof holdPeriods)[number];
}

/** `250.5` → 25050. */
export function parseCents(amount: string): number {
  const [dollars = '0', fraction = ''] = amount.split('.');
  return Number(dollars) * 100 + Number(fraction.padEnd(2, '0'));
}

export class ClaimBody {
  @Text({ max: 100, optional: true }) claimToken?: string;
}
