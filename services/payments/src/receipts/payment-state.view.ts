import { ApiProperty } from '@nestjs/swagger';
import { OneOf } from '#platform';
import { type PaymentType, paymentTypes } from '../checkout/checkout.view.js';

export const paymentStates = ['none', 'open', 'failed', 'paid', 'covered', 'refunded', 'cancelled'] as const;

export class PaymentStateQuery {
  @OneOf(paymentTypes, { optional: true, message: 'This kind of payment does not exist.' })
  type: PaymentType = 'contract';
}

export class PaymentState {
  @ApiProperty({
    enum: [...paymentStates],
    description: '`failed`: the last try was declined; `covered`: there is nothing to pay',
  })
  status: (typeof paymentStates)[number];
  @ApiProperty({ type: String, nullable: true, example: 'SSC-2026-000042' }) receiptNumber: string | null;
  @ApiProperty({ example: 500, description: 'Cents' }) amount: number;
  @ApiProperty({ example: 'usd' }) currency: string;
  @ApiProperty({ type: String, format: 'date-time', nullable: true }) paidAt: string | null;
}
