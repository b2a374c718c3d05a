import { Controller, Param, ParseUUIDPipe, Query } from '@nestjs/common';
import { DataSource } from 'typeorm';
import {
  type AnswerOf,
  getContractPayment,
  getCreditOfAgreement,
  getExpectedCoverage,
  getPayment,
  getPaymentsOfAgreement,
  type PaymentFacts,
  type PaymentRecord,
  type PlanType,
  planTypes,
  receiptDescriptions,
} from '#contracts';
import { IdPipe, InternalCall, OneOf } from '#platform';
import { isCancelled, People } from '../agreements/agreements.module.js';
import { PaymentsConfig } from '../config.js';
import { EscrowPayments, paidBySilenceAt, sellerParty } from '../escrow/escrow.module.js';
import { Receipts } from '../ledger/ledger.module.js';
import { Coverages, OrderIntents, OrdersService } from '../orders/orders.module.js';
import { viewReceipt } from './receipts.controller.js';

class ExpectedCoverageQuery {
  @OneOf(planTypes) planType: PlanType;
}

/** Facts for receipts. The gateway has no route to it. */
@Controller()
export class CheckoutInternalController {
  constructor(
    private readonly orders: OrdersService,
    private readonly intents: OrderIntents,
    private readonly coverages: Coverages,
    private readonly receipts: Receipts,
    private readonly escrows: EscrowPayments,
    private readonly people: People,
    private readonly config: PaymentsConfig,
    private readonly dataSource: DataSource,
  ) {}

  /**
   * What was paid for an agreement and what is held for it, as its evidence packet says.
   * @throws AppError `unavailable` while agreements does not say whose address the seller's is
   */
  @InternalCall(getPaymentsOfAgreement)
  async ofAgreement(@Param('agreementId') agreementId: string): Promise<PaymentRecord> {
    const receipts = await this.receipts.ofAgreement(agreementId);
    const escrow = await this.escrows.newest(agreementId);
    const seller = escrow && sellerParty(escrow, await this.people.agreement(agreementId));
    const views = receipts.map((row) => viewReceipt(row, this.config.isTest));
    return {
      // Where any of it was money, nobody is told that none was moved.
      isTest: views.length === 0 ? this.config.isTest : views.every(({ isTest }) => isTest),
      receipts: views.map(
        ({ number, description, amountCents, refundedCents, currency, paidAt, refundedAt }) => {
          return { number, description, amountCents, refundedCents, currency, paidAt, refundedAt };
        },
      ),
      held: escrow && {
        ...{ state: escrow.state, amountCents: escrow.amountCents, currency: escrow.currency },
        ...{ buyerParty: escrow.buyerParty, receiptNumber: escrow.receiptNumber },
        ...(seller && { seller }),
        heldAt: escrow.heldAt?.toISOString() ?? null,
        releaseAt: paidBySilenceAt(escrow),
        settledAt: escrow.settledAt?.toISOString() ?? null,
      },
    };
  }

  /**
   * What is left of what was paid for an agreement that was cancelled; `isOver` is false until the cancellation is known
   * here. Also the credit that had covered it, and can be used again.
   */
  @InternalCall(getCreditOfAgreement)
  async creditOf(@Param('agreementId') agreementId: string): Promise<AnswerOf<typeof getCreditOfAgreement>> {
    const isOver = await isCancelled(this.dataSource.manager, agreementId);
    const credit = await this.coverages.creditLeft(agreementId);
    return { isOver, credit: credit && { ...credit, expiresAt: credit.expiresAt.toISOString() } };
  }

  /** Asks Stripe, too: what a bank is taking has no event yet, and one that has may not be here. */
  @InternalCall(getContractPayment)
  async ofContract(@Param('agreementId') agreementId: string): Promise<AnswerOf<typeof getContractPayment>> {
    const isCovered = (await this.coverages.find(this.dataSource.manager, agreementId)) !== null;
    return { isPaidOrPending: isCovered || (await this.intents.isContractPaidOrPending(agreementId)) };
  }

  @InternalCall(getExpectedCoverage)
  async expectedCoverage(
    @Param('userId', IdPipe) userId: number,
    @Query() { planType }: ExpectedCoverageQuery,
  ): Promise<AnswerOf<typeof getExpectedCoverage>> {
    const expected = await this.coverages.expected({ planType, userId });
    return { coveredBy: expected?.by ?? null, until: expected?.until?.toISOString() ?? null };
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
      // Written for the payer; what we note ourselves, where nobody ordered the refund here, is not.
      refundNote: order.refundedBy === null ? null : order.refundNote,
      deliveredAt: order.deliveredAt?.toISOString() ?? null,
      currency: order.currency,
      receiptNumber: order.receiptNumber,
      paidAt: order.paidAt?.toISOString() ?? null,
      receiptDate: receipt?.paidAt.toISOString() ?? null,
      description: receiptDescriptions[order.purpose],
      isTest: receipt?.isTest ?? this.config.isTest,
    };
  }
}
