import { ApiProperty } from '@nestjs/swagger';
import { IsIn, IsNumber, IsOptional, IsUUID, Matches, Max, Min } from 'class-validator';
import { AGREEMENT_ID, type HeldPaymentState, heldPaymentStates } from '#contracts';
import { EmailAddress, PageQuery, Text } from '#platform';

const MAX_DOLLARS = 10_000_000;

export class CreateEscrowIntent {
  @ApiProperty({ example: '4207731958026614' })
  @Matches(AGREEMENT_ID, { message: 'The requested agreement could not be found.' })
  agreementId: string;

  @ApiProperty({ description: 'Dollars', example: 250 })
  @IsNumber({ maxDecimalPlaces: 2 }, { message: 'Please enter an amount in dollars and cents.' })
  @Max(MAX_DOLLARS)
  amount: number;

  @EmailAddress() sellerEmail: string;

  @ApiProperty({ required: false, description: 'As shown to the buyer; refused when it is not the fee' })
  @IsOptional()
  @IsNumber()
  platformFeePercent?: number;
}

export class ReportProblem {
  @Text({ min: 2, max: 1000, multiline: true, message: 'Please say in a few words what is wrong.' })
  reason: string;
}

export class RefundHeldPayment {
  @ApiProperty({ required: false, description: 'Dollars; everything when it is left out' })
  @IsOptional()
  @IsNumber({ maxDecimalPlaces: 2 }, { message: 'Please enter an amount in dollars and cents.' })
  @Max(MAX_DOLLARS)
  amount?: number;
}

export class DecideHeldPayment {
  @ApiProperty({ description: 'Dollars to the seller, before the fee; the rest goes back', example: 125 })
  @IsNumber({ maxDecimalPlaces: 2 }, { message: 'Please enter an amount in dollars and cents.' })
  @Min(0)
  @Max(MAX_DOLLARS)
  sellerAmount: number;

  @Text({ min: 2, max: 1000, multiline: true }) reason: string;
}

export class HeldPaymentsQuery extends PageQuery {
  @ApiProperty({ required: false, enum: heldPaymentStates })
  @IsOptional()
  @IsIn(heldPaymentStates)
  state?: HeldPaymentState;

  @ApiProperty({ required: false, description: 'From the header x-next-cursor of the page before' })
  @IsOptional()
  @IsUUID(undefined, { message: 'This is not a page of the list.' })
  override cursor?: string;
}

/** Whole cents of an amount in dollars with at most two decimals. */
export const toCents = (dollars: number): number => Math.round(dollars * 100);
