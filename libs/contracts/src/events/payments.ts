import {
  IsBoolean,
  IsDateString,
  IsIn,
  IsInt,
  IsOptional,
  IsPositive,
  IsString,
  IsUUID,
  Matches,
} from 'class-validator';
import { AGREEMENT_ID } from '../agreement.js';
import { defineEvent } from '../define-event.js';

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

export class PaymentRefused {
  @IsUUID() paymentId: string;
  @Matches(AGREEMENT_ID) agreementId: string;
  @IsInt() @IsPositive() userId: number;
  @IsIn(['contract']) purpose: 'contract';
  @IsInt() @IsPositive() amountCents: number;
  @IsIn(['usd']) currency: 'usd';
  @IsDateString() refusedAt: string;
}

/** A bank that was taking the money, for days, has not given it: whoever paid believes that all is done. */
export const paymentRefused = defineEvent(
  'payments.payment.refused',
  1,
  PaymentRefused,
  (d) => d.agreementId,
);

export class HumanTranscriptPaid {
  @IsUUID() paymentId: string;
  @Matches(AGREEMENT_ID) agreementId: string;
  @IsInt() @IsPositive() userId: number;
  @IsInt() @IsPositive() amountCents: number;
  @IsIn(['usd']) currency: 'usd';
  @IsString() receiptNumber: string;
  @IsDateString() paidAt: string;
}

/** A transcript made by a person is paid: its clock runs from now on. */
export const humanTranscriptPaid = defineEvent(
  'payments.transcription.paid',
  1,
  HumanTranscriptPaid,
  (d) => d.agreementId,
);

export const coverages = ['subscription', 'credit'] as const;
export type Coverage = (typeof coverages)[number];

export class AgreementCovered {
  @IsUUID() coverageId: string;
  @Matches(AGREEMENT_ID) agreementId: string;
  @IsInt() @IsPositive() userId: number;
  @IsIn(coverages) by: Coverage;
  @IsDateString() coveredAt: string;
}

/** A contract needs no payment: its owner subscribes, or has paid for one that came to nothing. */
export const agreementCovered = defineEvent(
  'payments.contract.covered',
  1,
  AgreementCovered,
  (d) => d.agreementId,
);

export const refundReasons = [
  'late-transcription',
  'by-admin',
  'contract-cancelled',
  'recording-deleted',
] as const;
export type RefundReason = (typeof refundReasons)[number];

export class PaymentRefunded {
  @IsUUID() paymentId: string;
  @Matches(AGREEMENT_ID) agreementId: string;
  @IsInt() @IsPositive() userId: number;
  @IsIn(['contract', 'manual_transcription']) purpose: 'contract' | 'manual_transcription';
  /** What has gone back in all. */
  @IsInt() @IsPositive() amountCents: number;
  /** What of that went back before, by hand, and was not told. Left out where nothing did. */
  @IsOptional() @IsInt() @IsPositive() backBeforeCents?: number;
  @IsIn(['usd']) currency: 'usd';
  @IsIn(refundReasons) reason: RefundReason;
  @IsDateString() refundedAt: string;
}

/** Stripe sends the money of a payment back to who paid it. */
export const paymentRefunded = defineEvent(
  'payments.payment.refunded',
  1,
  PaymentRefunded,
  (d) => d.agreementId,
);

export class PaymentRefundFailed {
  /** An order or an escrow. */
  @IsUUID() paymentId: string;
  @Matches(AGREEMENT_ID) agreementId: string;
  @IsInt() @IsPositive() userId: number;
  @IsIn(['contract', 'manual_transcription', 'held_payment']) purpose:
    | 'contract'
    | 'manual_transcription'
    | 'held_payment';
  /** Stripe's. */
  @IsString() refundId: string;
  @IsInt() @IsPositive() amountCents: number;
  @IsIn(['usd']) currency: 'usd';
  /** Stripe's word, such as `expired_or_canceled_card`. */
  @IsString() reason: string;
  @IsDateString() failedAt: string;
  /**
   * Whether we try another one: not where it was made by hand and nothing of it is owed. It is, where it is left out, as the
   * release before does.
   */
  @IsOptional() @IsBoolean() isTriedAgain?: boolean;
}

/** A refund did not reach the payer, at once or days after it had succeeded. */
export const paymentRefundFailed = defineEvent(
  'payments.refund.failed',
  1,
  PaymentRefundFailed,
  (d) => d.agreementId,
);

export const escrowStates = [
  'requires_onboarding',
  'requires_payment',
  'held',
  'release_due',
  'releasing',
  'released',
  'refunding',
  'refunded',
  'disputed',
  'resolving',
  'resolved',
  'charged_back',
  'failed',
] as const;
export type EscrowState = (typeof escrowStates)[number];

/** Whether a buyer has yet to pay an escrow, its money is held or on its way, or all of it is settled. */
export const escrowPhases: Record<EscrowState, 'unpaid' | 'unsettled' | 'over'> = {
  requires_onboarding: 'unpaid',
  requires_payment: 'unpaid',
  held: 'unsettled',
  release_due: 'unsettled',
  releasing: 'unsettled',
  released: 'over',
  refunding: 'unsettled',
  refunded: 'over',
  disputed: 'unsettled',
  resolving: 'unsettled',
  resolved: 'over',
  charged_back: 'over',
  failed: 'over',
};

export const escrowChanges = [
  'opened',
  'seller-needed',
  'payable',
  'bank-taking',
  'bank-refused',
  'held',
  'clock-started',
  'half-time',
  'last-hour',
  'problem',
  'refund-promised',
  'released',
  'refunded',
  'decided',
  'chargeback',
  'charged-back',
  'chargeback-won',
  'held-too-long',
  'failed',
  'late-refunded',
  'refund-returned',
  'settled',
] as const;
export type EscrowChange = (typeof escrowChanges)[number];

/** Of these other services have to know, and nobody is mailed. */
export const unmailedEscrowChanges = [
  'opened',
  'bank-taking',
  'refund-returned',
  'settled',
] as const satisfies readonly EscrowChange[];
type UnmailedEscrowChange = (typeof unmailedEscrowChanges)[number];
export type MailedEscrowChange = Exclude<EscrowChange, UnmailedEscrowChange>;

export const isMailed = (change: EscrowChange): change is MailedEscrowChange =>
  !unmailedEscrowChanges.some((unmailed) => unmailed === change);
export const mailedEscrowChanges = escrowChanges.filter(isMailed);

export class EscrowChanged {
  @IsUUID() escrowId: string;
  @Matches(AGREEMENT_ID) agreementId: string;
  @IsInt() @IsPositive() buyerId: number;
  @IsIn(escrowChanges) change: EscrowChange;
  @IsIn(escrowStates) state: EscrowState;
  /** Grows with every change, so that events in the wrong order are seen. */
  @IsInt() @IsPositive() version: number;
  /** Who caused it. */
  @IsIn(['buyer', 'seller', 'admin', 'clock', 'stripe']) by:
    | 'buyer'
    | 'seller'
    | 'admin'
    | 'clock'
    | 'stripe';
  /** What the escrow is over; of `late-refunded`, what has gone back. */
  @IsInt() @IsPositive() amountCents: number;
  @IsIn(['usd']) currency: 'usd';
  @IsDateString() changedAt: string;
}

/** An escrow came a step further. Who is told what is asked for, by its id. */
export const escrowChanged = defineEvent('payments.escrow.changed', 1, EscrowChanged, (d) => d.escrowId, {
  name: 'payments.hold.changed',
  fields: { escrowId: 'heldPaymentId' },
  isSent: true,
});

export class SellerLinkRequested {
  @IsUUID() escrowId: string;
  @Matches(AGREEMENT_ID) agreementId: string;
  /** One mail for each. */
  @IsDateString() requestedAt: string;
}

/**
 * Somebody who knows the number wants the seller's link: it is mailed once more to the seller, and nowhere else. Ordered
 * apart from what happens to the money, so that one that cannot leave holds nothing of that back.
 */
export const sellerLinkRequested = defineEvent(
  'payments.link.requested',
  1,
  SellerLinkRequested,
  (d) => `link:${d.escrowId}`,
);

const subscriptionChanges = [
  'started',
  'renewed',
  'payment-failed',
  'bank-refused',
  'cancelled',
  'resumed',
  'ended',
] as const;
export type SubscriptionChange = (typeof subscriptionChanges)[number];

export class SubscriptionChanged {
  @IsUUID() subscriptionId: string;
  @IsInt() @IsPositive() userId: number;
  @IsIn(subscriptionChanges) change: SubscriptionChange;
  /** The plan that counts from now on; null when none does. */
  @IsOptional() @IsIn(['monthly']) plan: 'monthly' | null;
  @IsInt() @IsPositive() amountCents: number;
  @IsIn(['usd']) currency: 'usd';
  /** Until when it is paid; of `bank-refused`, when that was known. */
  @IsDateString() periodEnd: string;
  /** When it ended, by Stripe; before `periodEnd` where it was cut short. Only of `ended`, and missing in events of the release before. */
  @IsOptional() @IsDateString() endedAt?: string;
  /** Of the payment that started or renewed it. */
  @IsOptional() @IsString() receiptNumber?: string;
  /** No money moves. Missing in events of the release before. */
  @IsOptional() @IsBoolean() isTest?: boolean;
}

/**
 * A subscription began, went on, was not paid, whether at once or by a bank that took its time, or ended. `cancelled` is one
 * that ends with what is paid, and `resumed` one whose cancellation was taken back.
 */
export const subscriptionChanged = defineEvent(
  'payments.subscription.changed',
  1,
  SubscriptionChanged,
  (d) => d.subscriptionId,
);

export class SubscriptionRefunded {
  @IsUUID() subscriptionId: string;
  @IsInt() @IsPositive() userId: number;
  /** Stripe's, of the month. */
  @IsString() invoiceId: string;
  @IsString() receiptNumber: string;
  @IsInt() @IsPositive() amountCents: number;
  @IsIn(['usd']) currency: 'usd';
  @IsDateString() refundedAt: string;
  /** No money moves. Missing in events of the release before. */
  @IsOptional() @IsBoolean() isTest?: boolean;
}

/** A month that was paid when its subscription had ended has gone back to the payer. Told once for each. */
export const subscriptionRefunded = defineEvent(
  'payments.subscription.refunded',
  1,
  SubscriptionRefunded,
  (d) => d.subscriptionId,
);
