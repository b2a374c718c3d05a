import { ApiProperty } from '@nestjs/swagger';
import { IsNumber, IsOptional, Matches, Max, Min } from 'class-validator';
import { AGREEMENT_ID, type PlanType, planTypes } from '#contracts';
import { OneOf, Text } from '#platform';

export class CreatePaymentIntent {
  @OneOf(planTypes, { message: 'This plan does not exist.' }) planType: PlanType;

  @ApiProperty({ example: '4207731958026614' })
  @Matches(AGREEMENT_ID, { message: 'The requested agreement could not be found.' })
  agreementId: string;

  @ApiProperty({
    required: false,
    description: 'Dollars as shown to the payer; refused when it is not the price',
  })
  @IsOptional()
  @IsNumber({ maxDecimalPlaces: 2 })
  @Min(0)
  @Max(1_000_000)
  amount?: number;

  @Text({ max: 100, optional: true }) claimToken?: string;
}

export class PaymentIntentAnswer {
  @ApiProperty() clientSecret: string;
  @ApiProperty() paymentIntentId: string;
  @ApiProperty({ description: 'Cents' }) amount: number;
  @ApiProperty({ example: 'usd' }) currency: string;
}

export class PaymentState {
  @ApiProperty({ enum: ['none', 'open', 'paid', 'failed'] }) status: 'none' | 'open' | 'paid' | 'failed';
  @ApiProperty({ type: String, nullable: true }) receiptNumber: string | null;
  @ApiProperty({ description: 'Cents' }) amount: number;
  @ApiProperty() currency: string;
  @ApiProperty({ type: String, format: 'date-time', nullable: true }) paidAt: string | null;
}

class PaymentsMode {
  @ApiProperty({ enum: ['stripe', 'sandbox'] }) mode: 'stripe' | 'sandbox';
  @ApiProperty({ type: String, nullable: true }) publishableKey: string | null;
  @ApiProperty({ type: String, nullable: true, description: 'Where the sandbox form confirms' })
  sandboxConfirmUrl: string | null;
}

class Prices {
  @ApiProperty({ description: 'Cents' }) contract: number;
}

/** What the web app needs to know before anybody logs in. */
export class PublicConfig {
  @ApiProperty() payments: PaymentsMode;
  @ApiProperty() prices: Prices;
  @ApiProperty({ type: Object, description: 'Longest recording by plan in seconds; 0 means no limit' })
  limits: Record<PlanType, number>;
}
