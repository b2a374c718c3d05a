import { Module } from '@nestjs/common';
import { AgreementsModule } from '../agreements/agreements.module.js';
import { LedgerModule } from '../ledger/ledger.module.js';
import { StripeFollowers, StripeModule } from '../stripe/stripe.module.js';
import { Customers, StripeSubscriptions } from './stripe-subscriptions.js';
import { LookAtSubscriptions, SubscriptionFollower } from './subscription.follower.js';
import { SubscriptionsController } from './subscriptions.controller.js';
import { CustomerEntity, SubscriptionEntity } from './subscriptions.entities.js';
import { SubscriptionsRepository } from './subscriptions.repository.js';
import { SubscriptionsService } from './subscriptions.service.js';

export { SubscriptionEntity } from './subscriptions.entities.js';

export const subscriptionsEntities = [SubscriptionEntity, CustomerEntity];

export const subscriptionsWork = { jobs: [], handlers: [], schedules: [LookAtSubscriptions] };

/** The monthly subscription: begun here, paid at Stripe, followed from there. */
@Module({
  imports: [AgreementsModule, LedgerModule, StripeModule],
  controllers: [SubscriptionsController],
  providers: [
    Customers,
    StripeSubscriptions,
    SubscriptionsRepository,
    SubscriptionFollower,
    SubscriptionsService,
    LookAtSubscriptions,
  ],
})
export class SubscriptionsModule {
  constructor(followers: StripeFollowers, subscriptions: SubscriptionFollower) {
    followers.add(subscriptions);
  }
}
