import { ApiProperty } from '@nestjs/swagger';
import type { HeldPaymentEntity } from '../held/held-payment.entity.js';
import { HeldPaymentFacts, HeldPaymentStep, heldPaymentFacts } from './escrow.view.js';

export class AdminHeldPaymentView extends HeldPaymentFacts {
  @ApiProperty({ format: 'uuid', example: '0192f5a4-3c1e-7d2a-9b4f-5e6d7c8b9a10' }) id: string;
  @ApiProperty({ example: 17 }) buyerId: number;
  @ApiProperty({ enum: ['a', 'b'] }) buyerParty: 'a' | 'b';
  @ApiProperty({ format: 'email' }) sellerEmail: string;
  @ApiProperty({ type: String, nullable: true }) receiptNumber: string | null;
  @ApiProperty({ type: String, nullable: true }) transferId: string | null;
  @ApiProperty({ type: String, nullable: true }) refundId: string | null;
  @ApiProperty({ type: String, nullable: true, description: 'Why Stripe did not move the money' })
  lastError: string | null;
  @ApiProperty({ type: Number, nullable: true, description: 'The administrator' }) decidedBy: number | null;
  @ApiProperty({ description: 'It is held for too long: it may be decided without a problem' })
  isOverdue: boolean;
}

export class AdminHeldPaymentDetails extends AdminHeldPaymentView {
  @ApiProperty({ type: [HeldPaymentStep] }) steps: HeldPaymentStep[];
}

export function adminView(held: HeldPaymentEntity, isTest: boolean): AdminHeldPaymentView {
  const { id, buyerId, buyerParty, sellerEmail, receiptNumber, transferId, refundId, lastError } = held;
  return {
    ...heldPaymentFacts(held, isTest),
    ...{ id, buyerId, buyerParty, sellerEmail, receiptNumber, transferId, refundId, lastError },
    decidedBy: held.decidedBy,
    isOverdue: held.alertedAt !== null,
  };
}
