import { ApiProperty } from '@nestjs/swagger';
import { IsOptional, Matches } from 'class-validator';
import { PageQuery } from '#platform';
import { type ReceiptPurpose, type ReceiptRow, receiptPurposes } from './receipts.service.js';

export const receiptDescriptions: Record<ReceiptPurpose, string> = {
  contract: 'Split Second Contract',
  manual_transcription: 'Transcript made by a person',
  subscription: 'Monthly subscription',
  held_payment: 'Held payment',
};

export class ReceiptsQuery extends PageQuery {
  @ApiProperty({ required: false, description: 'From the header x-next-cursor of the page before' })
  @IsOptional()
  @Matches(/^SSC-\d{4}-\d{6,12}$/, { message: 'This is not a page of the list.' })
  override cursor?: string;
}

export class ReceiptView {
  @ApiProperty({ example: 'SSC-2026-000042' }) number: string;
  @ApiProperty({ example: 'Split Second Contract' }) description: string;
  @ApiProperty({ enum: [...receiptPurposes] }) purpose: ReceiptPurpose;
  @ApiProperty({ type: String, nullable: true, example: '4207731958026614' }) agreementId: string | null;
  @ApiProperty({ example: 500 }) amountCents: number;
  @ApiProperty({ example: 0, description: 'What went back to the payer' }) refundedCents: number;
  @ApiProperty({ example: 'usd' }) currency: string;
  @ApiProperty({ format: 'date-time' }) paidAt: string;
  @ApiProperty({ type: String, format: 'date-time', nullable: true }) refundedAt: string | null;
  @ApiProperty({ description: 'No money was moved' }) isTest: boolean;
}

export function viewReceipt(row: ReceiptRow, isTest: boolean): ReceiptView {
  const { number, purpose, agreementId, amountCents, refundedCents, currency, paidAt, refundedAt } = row;
  return {
    number,
    description: receiptDescriptions[purpose],
    purpose,
    agreementId,
    amountCents,
    refundedCents,
    currency,
    paidAt: paidAt.toISOString(),
    refundedAt: refundedAt?.toISOString() ?? null,
    isTest,
  };
}
