import { Module } from '@nestjs/common';
import { AgreementsModule } from '../agreements/agreements.module.js';
import { EscrowModule } from '../escrow/escrow.module.js';
import { LedgerModule } from '../ledger/ledger.module.js';
import { OrdersModule } from '../orders/orders.module.js';
import { RequestKeys } from '../request-keys.js';
import { StripeFollowers, StripeModule } from '../stripe/stripe.module.js';
import { SubscriptionsModule } from '../subscriptions/subscriptions.module.js';
import { CancelledAgreementsConsumer } from './cancelled-agreements.consumer.js';
import { CheckoutController, CreditsController } from './checkout.controller.js';
import { DisputeFollower, PaymentIntentFollower } from './checkout.followers.js';
import { CheckoutService } from './checkout.service.js';
import { DeletedContentsConsumer } from './deleted-contents.consumer.js';
import { DisabledAccountsConsumer } from './disabled-accounts.consumer.js';
import { CheckoutInternalController } from './internal.controller.js';
import { PaymentStates } from './payment-states.service.js';
import { PublicConfigController } from './public-config.controller.js';
import { ReceiptsController } from './receipts.controller.js';

/** Payments of orders and escrows alike: how they begin, what Stripe says of them, and what payers see. */
@Module({
  imports: [AgreementsModule, EscrowModule, LedgerModule, OrdersModule, StripeModule, SubscriptionsModule],
  controllers: [
    CheckoutController,
    CreditsController,
    PublicConfigController,
    ReceiptsController,
    CheckoutInternalController,
    CancelledAgreementsConsumer,
    DeletedContentsConsumer,
    DisabledAccountsConsumer,
  ],
  providers: [CheckoutService, PaymentStates, RequestKeys, PaymentIntentFollower, DisputeFollower],
})
export class CheckoutModule {
  constructor(followers: StripeFollowers, intents: PaymentIntentFollower, disputes: DisputeFollower) {
    followers.add(intents, disputes);
  }
}
