import { Module } from '@nestjs/common';
import { JobsModule, jobsEntities } from '#jobs';
import { MessagingModule } from '#messaging';
import { OutboxModule, outboxEntities } from '#outbox';
import { DatabaseModule, LastRoundEntity } from '#platform';
import { AdminModule, adminWork } from './admin/admin.module.js';
import { agreementsEntities } from './agreements/agreements.module.js';
import { CheckoutModule } from './checkout/checkout.module.js';
import { ConnectModule, connectEntities } from './connect/connect.module.js';
import { EscrowModule, escrowEntities, escrowWork } from './escrow/escrow.module.js';
import { LedgerModule, ledgerEntities } from './ledger/ledger.module.js';
import { OrdersModule, ordersEntities, ordersWork } from './orders/orders.module.js';
import { PruneMoney } from './prune-money.schedule.js';
import { RequestKeyEntity } from './request-keys.js';
import { StripeModule, stripeEntities, stripeWork } from './stripe/stripe.module.js';
import {
  SubscriptionsModule,
  subscriptionsEntities,
  subscriptionsWork,
} from './subscriptions/subscriptions.module.js';

/** Of every table in the service's database. */
export const entities = [
  ...agreementsEntities,
  ...ledgerEntities,
  ...stripeEntities,
  ...connectEntities,
  ...subscriptionsEntities,
  ...ordersEntities,
  ...escrowEntities,
  RequestKeyEntity,
  LastRoundEntity,
  ...outboxEntities,
  ...jobsEntities,
];

const work: readonly Parameters<typeof JobsModule.for>[0][] = [
  adminWork,
  stripeWork,
  ordersWork,
  escrowWork,
  subscriptionsWork,
];

@Module({
  imports: [
    DatabaseModule.forEntities(entities, 'ssc_payments_runtime'),
    MessagingModule,
    OutboxModule,
    JobsModule.for({
      jobs: work.flatMap(({ jobs }) => jobs),
      handlers: work.flatMap(({ handlers }) => handlers),
      schedules: [PruneMoney, ...work.flatMap(({ schedules }) => schedules ?? [])],
    }),
    AdminModule,
    StripeModule,
    LedgerModule,
    ConnectModule,
    OrdersModule,
    EscrowModule,
    SubscriptionsModule,
    CheckoutModule,
  ],
  providers: [PruneMoney],
})
export class AppModule {}
