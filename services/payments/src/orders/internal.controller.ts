import { Controller, Get, Param, ParseUUIDPipe } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import { Access } from '#platform';
import { PaymentsConfig } from '../config.js';
import { OrdersService } from './orders.service.js';

/** Facts for receipts. The gateway has no route to it. */
@ApiExcludeController()
@Access('service')
@Controller('internal/payments')
export class InternalController {
  constructor(
    private readonly orders: OrdersService,
    private readonly config: PaymentsConfig,
  ) {}

  @Get(':paymentId')
  async facts(@Param('paymentId', ParseUUIDPipe) paymentId: string) {
    const order = await this.orders.find(paymentId);
    return {
      paymentId: order.id,
      agreementId: order.agreementId,
      amountCents: order.amountCents,
      currency: order.currency,
      receiptNumber: order.receiptNumber,
      paidAt: order.paidAt?.toISOString() ?? null,
      description: 'Split Second Contract',
      isTest: this.config.isSandbox || this.config.stripeSecretKey.startsWith('sk_test_'),
    };
  }
}
