import { Injectable } from '@nestjs/common';
import { ApiProperty } from '@nestjs/swagger';
import { DataSource, IsNull } from 'typeorm';
import {
  currency,
  type EscrowState,
  listDeals,
  listUnpaidAgreements,
  plans,
  type UnpaidAgreement,
} from '#contracts';
import { OneOf } from '#platform';
import { AgreementsClient } from '../agreements/agreements.module.js';
import { EscrowEntity } from '../escrow/escrow.module.js';
import {
  Coverages,
  OrderEntity,
  type OrderPurpose,
  type OrderStatus,
  OrdersRepository,
} from '../orders/orders.module.js';
import { type PaidDeal, type PaymentType, type PendingPayments, paymentTypes } from './checkout.view.js';

const paymentStates = ['none', 'open', 'failed', 'paid', 'covered', 'refunded', 'cancelled'] as const;

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

/** As many of one kind as anybody would look through. */
const MOST = 50;

const none: PaymentState = { status: 'none', receiptNumber: null, amount: 0, currency, paidAt: null };

const orderStates: Record<OrderStatus, PaymentState['status']> = {
  open: 'open',
  quarantined: 'open',
  cancelled: 'cancelled',
  paid: 'paid',
  // Until Stripe has sent the money, it is still paid.
  refunding: 'paid',
  refunded: 'refunded',
};

/** How far payments are, for whoever pays them. */
@Injectable()
export class PaymentStates {
  constructor(
    private readonly dataSource: DataSource,
    private readonly agreements: AgreementsClient,
    private readonly orders: OrdersRepository,
    private readonly coverages: Coverages,
  ) {}

  async of(agreementId: string, type: PaymentType, userId: number): Promise<PaymentState> {
    if (type === 'held_payment') return this.escrow(agreementId, userId);
    const order = await this.order(agreementId, type, userId);
    const isSettled = order.receiptNumber !== null;
    return type === 'contract' && !isSettled && (await this.coverages.isCovered(agreementId, userId))
      ? { ...none, status: 'covered' }
      : order;
  }

  /**
   * What waits for a user's payment: contracts, transcripts by a person, then escrows; each the newest first.
   * @throws AppError `unavailable`
   */
  async pending(userId: number): Promise<PendingPayments> {
    const { manager } = this.dataSource;
    const page = {
      select: { id: true, agreementId: true, amountCents: true },
      order: { id: 'desc' },
      take: MOST,
    } as const;
    const purpose = 'manual_transcription';
    const [contracts, transcripts, escrows] = await Promise.all([
      this.contracts(userId),
      manager.find(OrderEntity, {
        ...page,
        where: {
          ...{ userId, purpose, status: 'open', isBankTaking: false },
          ...{ contractCancelledAt: IsNull(), contentDeletedAt: IsNull() },
        },
      }),
      manager.find(EscrowEntity, {
        ...page,
        where: { buyerId: userId, state: 'requires_payment', isBankTaking: false },
      }),
    ]);
    const pendingPayments = [
      ...contracts.map(({ agreementId, planType, partyBName }) => ({
        amount: plans[planType].priceCents / 100,
        type: 'contract' as const,
        agreementId,
        description: `Voice contract with ${partyBName}`,
      })),
      ...transcripts.map(({ agreementId, amountCents }) => ({
        amount: amountCents / 100,
        type: 'manual_transcription' as const,
        agreementId,
        description: 'Transcript made by a person',
      })),
      ...escrows.map(({ agreementId, amountCents }) => ({
        amount: amountCents / 100,
        type: 'held_payment' as const,
        agreementId,
        description: 'Payment protection',
      })),
    ];
    return { pendingPayments, deals: await this.deals(pendingPayments.map((one) => one.agreementId)) };
  }

  /** What payments of these agreements are about; none where it cannot be asked: payments are shown without it, too. */
  async deals(ofAgreements: readonly string[]): Promise<PaidDeal[]> {
    const agreementIds = [...new Set(ofAgreements)];
    if (agreementIds.length === 0) return [];
    try {
      const deals = await this.agreements.call(listDeals, { body: { agreementIds } });
      // A copy of the release before tells only when the first recording was saved.
      return deals.map(({ recordedAt, ...deal }) => ({ ...deal, recordedAt: recordedAt ?? deal.createdAt }));
    } catch {
      return [];
    }
  }

  /** Agreements that wait, but for those whose payment is on its way from us to them, or from a bank to us. */
  private async contracts(userId: number): Promise<UnpaidAgreement[]> {
    const unpaid = await this.agreements.call(listUnpaidAgreements, { params: { userId } });
    const settled = await this.orders.settled(unpaid.map(({ agreementId }) => agreementId));
    return unpaid.filter(({ agreementId }) => !settled.has(agreementId));
  }

  private async order(agreementId: string, purpose: OrderPurpose, userId: number): Promise<PaymentState> {
    const order = await this.dataSource.manager.findOneBy(OrderEntity, {
      ...{ agreementId, userId, purpose, replacedAt: IsNull() },
    });
    if (!order) return none;
    const status = orderStates[order.status];
    return {
      status: status === 'open' && order.lastError !== null ? 'failed' : status,
      receiptNumber: order.receiptNumber,
      amount: order.amountCents,
      currency: order.currency,
      paidAt: order.paidAt?.toISOString() ?? null,
    };
  }

  private async escrow(agreementId: string, buyerId: number): Promise<PaymentState> {
    const escrow = await this.dataSource.manager.findOne(EscrowEntity, {
      where: { agreementId, buyerId },
      order: { id: 'desc' },
    });
    if (!escrow) return none;
    return {
      status: escrowStatus(escrow.state),
      receiptNumber: escrow.receiptNumber,
      amount: escrow.amountCents,
      currency,
      paidAt: escrow.heldAt?.toISOString() ?? null,
    };
  }
}

function escrowStatus(state: EscrowState): PaymentState['status'] {
  switch (state) {
    case 'requires_onboarding':
    case 'requires_payment':
      return 'open';
    case 'failed':
      return 'cancelled';
    case 'refunded':
    case 'charged_back':
      return 'refunded';
    default:
      return 'paid';
  }
}
