import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { currency, type HeldPaymentState } from '#contracts';
import type { PaymentType } from '../checkout/checkout.view.js';
import { OrderEntity, type OrderPurpose, type OrderStatus } from '../orders/order.entity.js';
import type { PaymentState } from './payment-state.view.js';

interface HeldRow {
  state: HeldPaymentState;
  receiptNumber: string | null;
  amountCents: number;
  heldAt: Date | null;
}

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

/** How far the payments of one agreement are, for whoever pays them. */
@Injectable()
export class PaymentStates {
  constructor(private readonly dataSource: DataSource) {}

  async of(agreementId: string, type: PaymentType, userId: number): Promise<PaymentState> {
    if (type === 'held_payment') return this.held(agreementId, userId);
    const order = await this.order(agreementId, type, userId);
    const isSettled = order.receiptNumber !== null;
    return type === 'contract' && !isSettled && (await this.isCovered(agreementId, userId))
      ? { ...none, status: 'covered' }
      : order;
  }

  private async order(agreementId: string, purpose: OrderPurpose, userId: number): Promise<PaymentState> {
    const order = await this.dataSource.manager.findOneBy(OrderEntity, { agreementId, userId, purpose });
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

  private async isCovered(agreementId: string, userId: number): Promise<boolean> {
    const rows = await this.dataSource.query<unknown[]>(
      'select 1 from coverages where agreement_id = $1 and user_id = $2',
      [agreementId, userId],
    );
    return rows.length > 0;
  }

  private async held(agreementId: string, buyerId: number): Promise<PaymentState> {
    const [row] = await this.dataSource.query<HeldRow[]>(
      `select state, receipt_number as "receiptNumber", amount_cents as "amountCents", held_at as "heldAt"
       from held_payments where agreement_id = $1 and buyer_id = $2 order by id desc limit 1`,
      [agreementId, buyerId],
    );
    if (!row) return none;
    return {
      status: heldStatus(row.state),
      receiptNumber: row.receiptNumber,
      amount: row.amountCents,
      currency,
      paidAt: row.heldAt?.toISOString() ?? null,
    };
  }
}

function heldStatus(state: HeldPaymentState): PaymentState['status'] {
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
