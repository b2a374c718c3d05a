import { ApiProperty } from '@nestjs/swagger';
import { type ClassConstructor, Transform, Type } from 'class-transformer';
import { Equals, IsBoolean, IsISO8601, IsOptional, Matches, ValidateNested } from 'class-validator';
import { type DealKind, dealKinds, type HoldPeriod, holdPeriods, type PlanType, planTypes } from '#contracts';
import { AppError, EmailAddress, OneOf, PersonName, Text, Title, validateBody } from '#platform';
import { SpokenBody, UTC_TIME } from '../recordings/recordings.module.js';

/** The field `agreementData` of the upload form. */
export class AgreementData {
  @PersonName({ max: 120 }) partyAName: string;
  @EmailAddress() partyAEmail: string;
  @PersonName({ max: 120 }) partyBName: string;
  @EmailAddress() partyBEmail: string;

  @ApiProperty({ required: false, description: 'Dollars and cents, such as 250 or 250.00' })
  @IsOptional()
  @Transform(({ value }: { value: unknown }) =>
    typeof value === 'string' ? plainAmount(value) || undefined : value === null ? undefined : value,
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

  /** What the deal is about, in party A's words. */
  @Title({ max: 80 }) title?: string;

  @OneOf(dealKinds, { optional: true }) kind?: DealKind;

  @OneOf(holdPeriods, { optional: true }) escrowHoldPeriod?: HoldPeriod;

  @ApiProperty({
    required: false,
    format: 'date-time',
    description:
      'When recording was started below the words that everyone present knows of it; device time. One that cannot be is not kept',
  })
  @IsOptional()
  @Matches(UTC_TIME, { message: 'Please send a time such as 2026-11-21T10:00:00.000Z' })
  @IsISO8601({ strict: true })
  noticeGivenAt?: string;

  @ApiProperty({ required: false, type: SpokenBody })
  @IsOptional()
  @ValidateNested()
  @Type(() => SpokenBody)
  spoken?: SpokenBody;
}

const WITH_THOUSANDS = /^\d{1,3}(,\d{3})+(\.\d{1,2})?$/;

/** `$1,234.50` → `1234.50`. Any other comma stays and is refused: `250,00` is 250 to some and 25,000 to others. */
function plainAmount(text: string): string {
  const amount = text.replace(/[\s$]/g, '');
  return WITH_THOUSANDS.test(amount) ? amount.replaceAll(',', '') : amount;
}

/** `250.5` → 25050. */
export function parseCents(amount: string): number {
  const [dollars = '0', fraction = ''] = amount.split('.');
  return Number(dollars) * 100 + Number(fraction.padEnd(2, '0'));
}

/** A text field of a form that holds JSON, checked like a body. @throws AppError `invalid_input` */
export function readJsonField<T extends object>(
  type: ClassConstructor<T>,
  field: string,
  text: string | undefined,
): T {
  return validateBody(type, parseJson(field, text));
}

function parseJson(field: string, text: string | undefined): unknown {
  try {
    return JSON.parse(text ?? '', refusePrototype) as unknown;
  } catch (error) {
    if (error instanceof AppError) throw error;
    throw new AppError('invalid_input', { errors: [{ field, message: 'This is not JSON.' }] });
  }
}

/** These names reach into every object; the validation would drop them silently. */
function refusePrototype(name: string, value: unknown): unknown {
  if (name === '__proto__' || name === 'constructor' || name === 'prototype')
    throw new AppError('invalid_input');
  return value;
}

/** @throws AppError `invalid_input` */
export function readAgreementData(text: string | undefined): AgreementData {
  return readJsonField(AgreementData, 'agreementData', text);
}
