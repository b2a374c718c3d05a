import { Module } from '@nestjs/common';
import { AdminModule } from '../admin/admin.module.js';
import { AgreementsModule } from '../agreements/agreements.module.js';
import { LedgerModule } from '../ledger/ledger.module.js';
import { StripeModule } from '../stripe/stripe.module.js';
import { AdminPaymentsController, StatsController } from './admin-payments.controller.js';
import { Coverages } from './coverage.service.js';
import { OrderIntents } from './order-intents.js';
import { OrderRefunds, refundOrder } from './order-refunds.service.js';
import { OrdersConsumer } from './orders.consumer.js';
import { CoverageEntity, CreditEntity, OrderEntity } from './orders.entities.js';
import { CloseOrder, FollowOrders, RefundOrder } from './orders.jobs.js';
import { OrdersRepository } from './orders.repository.js';
import { closeOrder, OrdersService } from './orders.service.js';

export { Coverages } from './coverage.service.js';
export { OrderIntents } from './order-intents.js';
export { OrderEntity, type OrderPurpose, type OrderStatus } from './orders.entities.js';
export { OrdersRepository } from './orders.repository.js';
export { isPaidBack, isWithdrawn, OrdersService } from './orders.service.js';

export const ordersEntities = [OrderEntity, CreditEntity, CoverageEntity];

export const ordersWork = {
  jobs: [closeOrder, refundOrder],
  handlers: [CloseOrder, RefundOrder],
  schedules: [FollowOrders],
};

/** Orders of an unlock or of a transcript by a person: their PaymentIntents, refunds, coverages and credits. */
@Module({
  imports: [AdminModule, AgreementsModule, LedgerModule, StripeModule],
  controllers: [OrdersConsumer, AdminPaymentsController, StatsController],
  providers: [
    OrdersService,
    OrderIntents,
    OrderRefunds,
    Coverages,
    OrdersRepository,
    CloseOrder,
    RefundOrder,
    FollowOrders,
  ],
  exports: [OrdersService, OrdersRepository, OrderIntents, Coverages],
})
export class OrdersModule {}
