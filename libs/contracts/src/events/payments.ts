import { IsDateString, IsIn, IsInt, IsPositive, IsString, IsUUID, Matches } from 'class-validator';
import { defineEvent } from '../define-event.js';
import { AGREEMENT_ID } from '../ids.js';

export class PaymentSucceeded {
  @IsUUID() paymentId: string;
  @Matches(AGREEMENT_ID) agreementId: string;
  @IsInt() @IsPositive() userId: number;
  @IsIn(['contract']) purpose: 'contract';
  @IsInt() @IsPositive() amountCents: number;
  @IsIn(['usd']) currency: 'usd';
  @IsString() receiptNumber: string;
  @IsDateString() paidAt: string;
}

/** Stripe has the money: told by a verified webhook or by asking Stripe, never by the browser. */
export const paymentSucceeded = defineEvent(
  'payments.payment.succeeded',
  1,
  PaymentSucceeded,
  (d) => d.agreementId,
);
