import { Controller, Param, ParseUUIDPipe } from '@nestjs/common';
import { DataSource } from 'typeorm';
import {
  type AnswerOf,
  getCreditOfAgreement,
  getPayment,
  getPaymentsOfAgreement,
  type PaymentFacts,
  type PaymentRecord,
} from '#contracts';
import { Clock, InternalCall } from '#platform';
import { PaymentsConfig } from '../config.js';
import { HeldPaymentEntity } from '../held/held-payment.entity.js';
import { isCancelled } from '../orders/cancelled-contracts.js';
import { OrdersService } from '../orders/orders.service.js';
import { receiptDescriptions, viewReceipt } from './receipt.view.js';
import { Receipts } from './receipts.service.js';

/** Facts for receipts. The gateway has no route to it. */
@Controller()
export class InternalController {
  constructor(
    private readonly orders: OrdersService,
    private readonly receipts: Receipts,
    private readonly config: PaymentsConfig,
    private readonly dataSource: DataSource,
    private readonly clock: Clock,
  ) {}

  /** What was paid for an agreement and what is held for it, as its evidence packet says. */
  @InternalCall(getPaymentsOfAgreement)
  async ofAgreement(@Param('agreementId') agreementId: string): Promise<PaymentRecord> {
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

  /**
   * What is left of what was paid for an agreement that was cancelled; `isOver` is false until the cancellation is known
   * here. Also the credit that had covered it, and can be used again.
   */
  @InternalCall(getCreditOfAgreement)
  async creditOf(@Param('agreementId') agreementId: string): Promise<AnswerOf<typeof getCreditOfAgreement>> {
    const { manager } = this.dataSource;
    const isOver = await isCancelled(manager, agreementId);
    const [credit = null] = await manager.query<{ amountCents: number; currency: string; expiresAt: Date }[]>(
      `select o.amount_cents as "amountCents", o.currency, c.expires_at as "expiresAt"
       from credits c join orders o on o.id = c.order_id
       left join coverages v on v.agreement_id = $1 and v.covered_by = 'credit'
       where c.used_for is null and c.expires_at > $2 and (o.agreement_id = $1 or c.user_id = v.user_id)
       order by o.agreement_id = $1 desc, c.expires_at limit 1`,
      [agreementId, this.clock.now()],
    );
    return { isOver, credit: credit && { ...credit, expiresAt: credit.expiresAt.toISOString() } };
  }

  @InternalCall(getPayment)
  async facts(@Param('paymentId', ParseUUIDPipe) paymentId: string): Promise<PaymentFacts> {
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
