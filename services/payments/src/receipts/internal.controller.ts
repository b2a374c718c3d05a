import { Controller, Get, Param, ParseUUIDPipe } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import { Access } from '#platform';
import { PaymentsConfig } from '../config.js';
import { OrdersService } from '../orders/orders.service.js';
import { receiptDescriptions } from './receipt.view.js';
import { Receipts } from './receipts.service.js';

/** Facts for receipts. The gateway has no route to it. */
@ApiExcludeController()
@Access('service')
@Controller('internal/payments')
export class InternalController {
  constructor(
    private readonly orders: OrdersService,
    private readonly receipts: Receipts,
    private readonly config: PaymentsConfig,
  ) {}

  @Get(':paymentId')
  async facts(@Param('paymentId', ParseUUIDPipe) paymentId: string) {
    const order = await this.orders.find(paymentId);
    const receipt = order.receiptNumber === null ? null : await this.receipts.find(order.receiptNumber);
    return {
      paymentId: order.id,
      agreementId: order.agreementId,
      purpose: order.purpose,
      amountCents: order.amountCents,
      refundedCents: receipt?.refundedCents ?? 0,
      refundReason: order.refundReason,
      refundNote: order.refundNote,
      currency: order.currency,
      receiptNumber: order.receiptNumber,
      paidAt: order.paidAt?.toISOString() ?? null,
      description: receiptDescriptions[order.purpose],
      isTest: this.config.isTest,
    };
  }
}
