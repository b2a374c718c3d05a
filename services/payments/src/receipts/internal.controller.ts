import { Controller, Get, Param, ParseUUIDPipe } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import { DataSource } from 'typeorm';
import { Access } from '#platform';
import { PaymentsConfig } from '../config.js';
import { HeldPaymentEntity } from '../held/held-payment.entity.js';
import { OrdersService } from '../orders/orders.service.js';
import { receiptDescriptions, viewReceipt } from './receipt.view.js';
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
    private readonly dataSource: DataSource,
  ) {}

  /** What was paid for an agreement and what is held for it, as its evidence packet says. */
  @Get('agreements/:agreementId')
  async ofAgreement(@Param('agreementId') agreementId: string) {
    const receipts = await this.receipts.ofAgreement(agreementId);
    const held = await this.dataSource.manager.findOneBy(HeldPaymentEntity, { agreementId });
    const { isTest } = this.config;
    return {
      isTest,
      receipts: receipts.map((row) => {
        const { number, description, amountCents, refundedCents, currency, paidAt, refundedAt } = viewReceipt(
          row,
          isTest,
        );
        return { number, description, amountCents, refundedCents, currency, paidAt, refundedAt };
      }),
      held: held && {
        ...{ state: held.state, amountCents: held.amountCents, currency: held.currency },
        ...{ buyerParty: held.buyerParty, receiptNumber: held.receiptNumber },
        heldAt: held.heldAt?.toISOString() ?? null,
        releaseAt: held.releaseAt?.toISOString() ?? null,
        settledAt: held.settledAt?.toISOString() ?? null,
      },
    };
  }

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
