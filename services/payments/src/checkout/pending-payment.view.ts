import { ApiProperty } from '@nestjs/swagger';
import { type PaymentType, paymentTypes } from './checkout.view.js';

export class PendingPayment {
  @ApiProperty({ example: 5, description: 'Dollars' }) amount: number;
  @ApiProperty({ enum: [...paymentTypes] }) type: PaymentType;
  @ApiProperty({ example: '4207731958026614' }) agreementId: string;
  @ApiProperty({ example: 'Voice contract with Ben Ode' }) description: string;
}

export class PendingPayments {
  @ApiProperty({ type: [PendingPayment] }) pendingPayments: PendingPayment[];
}
