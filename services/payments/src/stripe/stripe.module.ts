import { Module } from '@nestjs/common';
import { PaymentsConfig } from '../config.js';
import { FindMissedEvents, StripeCursorEntity } from './find-missed-events.schedule.js';
import { FailedRefundEntity, RefundFailures } from './refund-attempts.js';
import { createStripe, PaymentIntents, STRIPE } from './stripe.client.js';
import {
  ProcessStripeEvent,
  processStripeEvent,
  StripeFollowers,
  StripeWebhookEntity,
  StripeWebhooks,
} from './stripe-events.js';
import { ReportUnknownPayment, reportUnknownPayment, UnknownPayments } from './unknown-payments.js';
import { WebhooksController } from './webhooks.controller.js';

export {
  disputesOf,
  isRefundMissing,
  type RefundAttempts,
  RefundFailures,
  refundAttempts,
  refundKey,
  refundProblem,
  refundUnlessDisputed,
} from './refund-attempts.js';
export {
  askingStripe,
  chargeOf,
  createAtStripe,
  hasTakenMoney,
  idOf,
  ifKnown,
  isAnswer,
  isBankTaking,
  isKeyOfAnother,
  isRefusal,
  isRepeated,
  isRetired,
  keptCents,
  PaymentIntents,
  paidAtOf,
  STRIPE,
  withdrawnCents,
} from './stripe.client.js';
export { type StripeFollower, StripeFollowers } from './stripe-events.js';
export { UnknownPayments } from './unknown-payments.js';

export const stripeEntities = [StripeWebhookEntity, StripeCursorEntity, FailedRefundEntity];

export const stripeWork = {
  jobs: [processStripeEvent, reportUnknownPayment],
  handlers: [ProcessStripeEvent, ReportUnknownPayment],
  schedules: [FindMissedEvents],
};

/** Stripe's client, its events from the webhook to whoever follows them, and what its objects say. */
@Module({
  controllers: [WebhooksController],
  providers: [
    { provide: STRIPE, inject: [PaymentsConfig], useFactory: createStripe },
    PaymentIntents,
    RefundFailures,
    StripeWebhooks,
    StripeFollowers,
    ProcessStripeEvent,
    ReportUnknownPayment,
    UnknownPayments,
    FindMissedEvents,
  ],
  exports: [STRIPE, PaymentIntents, RefundFailures, StripeFollowers, UnknownPayments],
})
export class StripeModule {}
