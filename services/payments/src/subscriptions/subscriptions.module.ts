import { Module } from '@nestjs/common';
import { AgreementsModule } from '../agreements/agreements.module.js';
import { LedgerModule } from '../ledger/ledger.module.js';
import { StripeFollowers, StripeModule } from '../stripe/stripe.module.js';
import { EndSubscription } from './disabled-accounts.js';
import { SubscriptionsInternalController } from './internal.controller.js';
import { RefundAfterEnd, refundAfterEnd } from './refund-after-end.job.js';
import { Customers, StripeSubscriptions } from './stripe-subscriptions.js';
import { endSubscription, LookAtSubscriptions, SubscriptionFollower } from './subscription.follower.js';
import { SubscriptionPayments } from './subscription-payments.js';
import { SubscriptionsController } from './subscriptions.controller.js';
import { CustomerEntity, RefundAfterEndEntity, SubscriptionEntity } from './subscriptions.entities.js';
import { SubscriptionsRepository } from './subscriptions.repository.js';
import { SubscriptionsService } from './subscriptions.service.js';

export { endSubscription } from './subscription.follower.js';
export { SubscriptionPayments } from './subscription-payments.js';
export { SubscriptionEntity } from './subscriptions.entities.js';

export const subscriptionsEntities = [SubscriptionEntity, CustomerEntity, RefundAfterEndEntity];

export const subscriptionsWork = {
  jobs: [endSubscription, refundAfterEnd],
  handlers: [EndSubscription, RefundAfterEnd],
  schedules: [LookAtSubscriptions],
};

/** The monthly subscription: begun here, paid at Stripe, followed from there. */
@Module({
  imports: [AgreementsModule, LedgerModule, StripeModule],
  controllers: [SubscriptionsController, SubscriptionsInternalController],
  providers: [
    Customers,
    StripeSubscriptions,
    SubscriptionsRepository,
    SubscriptionFollower,
    SubscriptionPayments,
    SubscriptionsService,
    EndSubscription,
    RefundAfterEnd,
    LookAtSubscriptions,
  ],
  exports: [SubscriptionPayments],
})
export class SubscriptionsModule {
  constructor(followers: StripeFollowers, subscriptions: SubscriptionFollower) {
    followers.add(subscriptions);
  }
}
