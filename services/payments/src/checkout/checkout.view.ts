import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { IsIn, IsNumber, IsOptional, Matches, Max, Min, ValidateIf } from 'class-validator';
import {
  AGREEMENT_ID,
  type Coverage,
  coverages,
  type DealKind,
  type DealSummary,
  dealKinds,
  type PlanType,
  planTypes,
} from '#contracts';
import { OneOf, Text } from '#platform';

export const paymentTypes = ['contract', 'manual_transcription', 'held_payment'] as const;
export type PaymentType = (typeof paymentTypes)[number];

/** Three shapes: a contract by its plan, a transcript by a person, or what the list of pending payments names. */
export class CreatePaymentIntent {
  @ApiProperty({
    enum: [...planTypes],
    required: false,
    description: 'The plan of the recording; needed without `type`',
  })
  @ValidateIf(({ planType, type }: CreatePaymentIntent) => type === undefined || planType !== undefined)
  @IsIn([...planTypes], { message: 'This plan does not exist.' })
  planType?: PlanType;

  @OneOf(paymentTypes, { optional: true, message: 'This kind of payment does not exist.' })
  type?: PaymentType;

  @ApiProperty({ example: '4207731958026614' })
  @Matches(AGREEMENT_ID, { message: 'The requested agreement could not be found.' })
  agreementId: string;

  @ApiProperty({
    required: false,
    example: 5,
    description: 'Dollars as shown to the payer; refused when it is not the price',
  })
  @IsOptional()
  @IsNumber({ maxDecimalPlaces: 2 })
  @Min(0)
  @Max(1_000_000)
  amount?: number;

  /** What the payer was shown. Receipts have our own words. */
  @Text({ max: 200, optional: true }) description?: string;

  @Text({ max: 100, optional: true }) claimToken?: string;
}

export class PaymentIntentAnswer {
  @ApiProperty({
    type: String,
    nullable: true,
    example: 'pi_3QK8x2eZvKYlo2C_secret_9sJd2',
    description: 'Null when there is nothing to pay',
  })
  clientSecret: string | null;
  @ApiProperty({ type: String, nullable: true, example: 'pi_3QK8x2eZvKYlo2C' }) paymentIntentId:
    | string
    | null;
  @ApiProperty({ example: 500, description: 'Cents' }) amount: number;
  @ApiProperty({ example: 'usd' }) currency: string;
  @ApiProperty({ enum: [...coverages], nullable: true, description: 'What spares the payment' })
  coveredBy: Coverage | null;
}

/** What tells a deal that is to be paid for from others. */
export class PaidDeal implements DealSummary {
  @ApiProperty({ example: '4207731958026614' }) agreementId: string;
  @ApiProperty({ example: 'Anna Miller' }) partyAName: string;
  @ApiProperty({ example: 'Ben Ode' }) partyBName: string;
  @ApiProperty({ type: String, enum: dealKinds, nullable: true }) kind: DealKind | null;
  @ApiProperty({
    type: String,
    nullable: true,
    maxLength: 80,
    description: 'What it is about, as party A says',
  })
  title: string | null;
  @ApiProperty({ type: String, nullable: true, example: '250.00' }) amount: string | null;
  @ApiProperty({ example: 'USD' }) currency: string;
  @ApiProperty({ example: 11.3, description: 'Length of the recording' }) durationSeconds: number;
  @ApiProperty({ format: 'date-time', description: 'When it was saved first' }) createdAt: string;
  @ApiProperty({ format: 'date-time', description: 'When the recording that counts was made' })
  recordedAt: string;
}

export class PendingPayment {
  @ApiProperty({ example: 5, description: 'Dollars' }) amount: number;
  @ApiProperty({ enum: [...paymentTypes] }) type: PaymentType;
  @ApiProperty({ example: '4207731958026614' }) agreementId: string;
  @ApiProperty({ example: 'Voice contract with Ben Ode' }) description: string;
}

export class PendingPayments {
  @ApiProperty({ type: [PendingPayment], description: 'Each can be sent back as it is, to be paid' })
  pendingPayments: PendingPayment[];
  @ApiPropertyOptional({
    type: [PaidDeal],
    description: 'Of their agreements; those that cannot be asked about are left out',
  })
  deals?: PaidDeal[];
}

export class CreditView {
  @ApiProperty({ example: '4207731958026614', description: 'The contract that came to nothing' })
  agreementId: string;
  @ApiProperty({ example: 500, description: 'What was paid for it' }) amountCents: number;
  @ApiProperty({ example: 'usd' }) currency: string;
  @ApiProperty({ format: 'date-time', description: 'Until when it pays for another contract' })
  expiresAt: string;
}
