import { Module } from '@nestjs/common';
import { JobsModule } from '#jobs';
import { MessagingModule } from '#messaging';
import { OutboxModule } from '#outbox';
import { DatabaseModule, MailLimits, ServiceClient, ServiceTokens } from '#platform';
import { AdminPaymentsController } from './admin/admin-payments.controller.js';
import { PaymentLists } from './admin/payment-lists.js';
import { StatsController } from './admin/stats.controller.js';
import { CheckoutController } from './checkout/checkout.controller.js';
import { CheckoutService } from './checkout/checkout.service.js';
import { Coverages } from './checkout/coverage.js';
import { CreditsController } from './checkout/credits.controller.js';
import { PendingPaymentsService } from './checkout/pending-payments.service.js';
import { PublicConfigController } from './checkout/public-config.controller.js';
import { RequestKeys } from './checkout/request-keys.js';
import { PaymentsConfig } from './config.js';
import { AdminHeldPaymentsController } from './escrow/admin-held-payments.controller.js';
import { EscrowController } from './escrow/escrow.controller.js';
import { EscrowService } from './escrow/escrow.service.js';
import { EscrowIntents } from './escrow/escrow-intents.service.js';
import { InternalHeldPaymentsController } from './escrow/internal-held-payments.controller.js';
import { People } from './escrow/people.js';
import { HeldCancellations } from './held/held-cancellations.js';
import { HeldIntents } from './held/held-intents.js';
import { HeldPaymentEntity } from './held/held-payment.entity.js';
import { HeldPaymentsService } from './held/held-payments.service.js';
import { HeldPaymentsStore } from './held/held-payments.store.js';
import { HeldRefunds } from './held/held-refunds.js';
import { retireHeldIntent } from './held/retire-held-intent.definition.js';
import { settleHeldPayment } from './held/settle-held-payment.definition.js';
import { LedgerController } from './ledger/ledger.controller.js';
import { Ledger } from './ledger/ledger.js';
import { DisputeFollower } from './moves/dispute.follower.js';
import { FollowHeldPayments } from './moves/follow-held-payments.schedule.js';
import { MoneyMoves } from './moves/money-moves.js';
import { refundLatePayment } from './moves/refund-late-payment.definition.js';
import { RefundLatePayment } from './moves/refund-late-payment.job.js';
import { RetireHeldIntent } from './moves/retire-held-intent.job.js';
import { RunHeldClocks } from './moves/run-held-clocks.schedule.js';
import { SettleHeldPayment } from './moves/settle-held-payment.job.js';
import { Settlement } from './moves/settlement.js';
import { closeOrder } from './orders/close-order.definition.js';
import { CloseOrder } from './orders/close-order.job.js';
import { FollowOrders } from './orders/follow-orders.schedule.js';
import { OrderEntity } from './orders/order.entity.js';
import { OrderIntents } from './orders/order-intents.js';
import { OrdersConsumer } from './orders/orders.consumer.js';
import { OrdersService } from './orders/orders.service.js';
import { InternalController } from './receipts/internal.controller.js';
import { PaymentStates } from './receipts/payment-states.service.js';
import { ReceiptsController } from './receipts/receipts.controller.js';
import { Receipts } from './receipts/receipts.service.js';
import { RefundCarrier } from './refunds/refund-carrier.js';
import { RefundFailures } from './refunds/refund-failures.js';
import { refundOrder } from './refunds/refund-order.definition.js';
import { RefundOrder } from './refunds/refund-order.job.js';
import { RefundsConsumer } from './refunds/refunds.consumer.js';
import { Refunds } from './refunds/refunds.service.js';
import { SellerLinks } from './sellers/seller-links.js';
import { SellersController } from './sellers/sellers.controller.js';
import { SellersFollower } from './sellers/sellers.follower.js';
import { SellersService } from './sellers/sellers.service.js';
import { FindMissedEvents } from './stripe/find-missed-events.schedule.js';
import { IntentFollower } from './stripe/intent.follower.js';
import { processStripeEvent } from './stripe/process-stripe-event.definition.js';
import { ProcessStripeEvent } from './stripe/process-stripe-event.job.js';
import { PruneMoney } from './stripe/prune-money.schedule.js';
import { createStripe, STRIPE } from './stripe/stripe.client.js';
import { STRIPE_FOLLOWERS, type StripeFollower } from './stripe/stripe-follower.js';
import { StripeInbox } from './stripe/stripe-inbox.js';
import { WebhooksController } from './stripe/webhooks.controller.js';
import { WebhooksService } from './stripe/webhooks.service.js';
import { AUTH, Customers } from './subscriptions/customers.service.js';
import { LookAtSubscriptions } from './subscriptions/look-at-subscriptions.schedule.js';
import { StripeSubscriptions } from './subscriptions/stripe-subscriptions.js';
import { SubscriptionFollower } from './subscriptions/subscription.follower.js';
import { SubscriptionRows } from './subscriptions/subscription.rows.js';
import { SubscriptionsController } from './subscriptions/subscriptions.controller.js';
import { SubscriptionsService } from './subscriptions/subscriptions.service.js';

@Module({
  imports: [
    DatabaseModule.forEntities([OrderEntity, HeldPaymentEntity], 'ssc_payments_runtime'),
    MessagingModule,
    OutboxModule,
    JobsModule.for({
      jobs: [
        processStripeEvent,
        closeOrder,
        refundOrder,
        settleHeldPayment,
        refundLatePayment,
        retireHeldIntent,
      ],
      handlers: [
        ProcessStripeEvent,
        CloseOrder,
        RefundOrder,
        SettleHeldPayment,
        RefundLatePayment,
        RetireHeldIntent,
      ],
      schedules: [
        FindMissedEvents,
        FollowOrders,
        LookAtSubscriptions,
        RunHeldClocks,
        FollowHeldPayments,
        PruneMoney,
      ],
    }),
  ],
  controllers: [
    CheckoutController,
    CreditsController,
    PublicConfigController,
    OrdersConsumer,
    RefundsConsumer,
    ReceiptsController,
    LedgerController,
    AdminPaymentsController,
    WebhooksController,
    InternalController,
    StatsController,
    SubscriptionsController,
    EscrowController,
    SellersController,
    AdminHeldPaymentsController,
    InternalHeldPaymentsController,
  ],
  providers: [
    MailLimits,
    CheckoutService,
    Coverages,
    PendingPaymentsService,
    RequestKeys,
    OrdersService,
    OrderIntents,
    CloseOrder,
    FollowOrders,
    Refunds,
    RefundCarrier,
    RefundFailures,
    RefundOrder,
    PaymentLists,
    PaymentStates,
    Ledger,
    Receipts,
    StripeInbox,
    WebhooksService,
    IntentFollower,
    FindMissedEvents,
    PruneMoney,
    ProcessStripeEvent,
    Customers,
    StripeSubscriptions,
    SubscriptionRows,
    SubscriptionFollower,
    SubscriptionsService,
    LookAtSubscriptions,
    People,
    EscrowIntents,
    EscrowService,
    HeldCancellations,
    HeldIntents,
    HeldPaymentsService,
    HeldPaymentsStore,
    HeldRefunds,
    SellerLinks,
    SellersService,
    SellersFollower,
    MoneyMoves,
    Settlement,
    DisputeFollower,
    SettleHeldPayment,
    RefundLatePayment,
    RetireHeldIntent,
    RunHeldClocks,
    FollowHeldPayments,
    {
      provide: STRIPE_FOLLOWERS,
      inject: [IntentFollower, SubscriptionFollower, SellersFollower, DisputeFollower],
      useFactory: (...followers: StripeFollower[]) => followers,
    },
    { provide: STRIPE, inject: [PaymentsConfig], useFactory: createStripe },
    {
      provide: AUTH,
      inject: [PaymentsConfig, ServiceTokens],
      useFactory: (config: PaymentsConfig, tokens: ServiceTokens) =>
        new ServiceClient(config.authUrl, tokens, 'payments', 'auth'),
    },
    {
      provide: ServiceClient,
      inject: [PaymentsConfig, ServiceTokens],
      useFactory: (config: PaymentsConfig, tokens: ServiceTokens) =>
        new ServiceClient(config.agreementsUrl, tokens, 'payments', 'agreements'),
    },
  ],
})
export class AppModule {}
