import { Module } from '@nestjs/common';
import { JobsModule } from '#jobs';
import { MessagingModule } from '#messaging';
import { OutboxModule } from '#outbox';
import { DatabaseModule } from '#platform';
import { CheckoutModule } from './checkout/checkout.module.js';
import { ConnectModule } from './connect/connect.module.js';
import { EscrowEntity, EscrowModule, escrowWork } from './escrow/escrow.module.js';
import { LedgerModule } from './ledger/ledger.module.js';
import { OrderEntity, OrdersModule, ordersWork } from './orders/orders.module.js';
import { StripeModule, stripeWork } from './stripe/stripe.module.js';
import { SubscriptionsModule, subscriptionsWork } from './subscriptions/subscriptions.module.js';

const work: readonly Parameters<typeof JobsModule.for>[0][] = [
  stripeWork,
  ordersWork,
  escrowWork,
  subscriptionsWork,
];

@Module({
  imports: [
    DatabaseModule.forEntities([OrderEntity, EscrowEntity], 'ssc_payments_runtime'),
    MessagingModule,
    OutboxModule,
    JobsModule.for({
      jobs: work.flatMap(({ jobs }) => jobs),
      handlers: work.flatMap(({ handlers }) => handlers),
      schedules: work.flatMap(({ schedules }) => schedules ?? []),
    }),
    StripeModule,
    LedgerModule,
    ConnectModule,
    OrdersModule,
    EscrowModule,
    SubscriptionsModule,
    CheckoutModule,
  ],
})
export class AppModule {}
