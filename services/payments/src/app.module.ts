import { Module } from '@nestjs/common';
import { JobsModule } from '#jobs';
import { MessagingModule } from '#messaging';
import { OutboxModule } from '#outbox';
import { DatabaseModule, ServiceClient, ServiceTokens } from '#platform';
import { PaymentsConfig } from './config.js';
import { InternalController } from './orders/internal.controller.js';
import { OrderEntity } from './orders/order.entity.js';
import { OrdersController } from './orders/orders.controller.js';
import { OrdersService } from './orders/orders.service.js';
import { ProcessStripeEvent, processStripeEvent } from './stripe/process-stripe-event.job.js';
import { createStripe, STRIPE } from './stripe/stripe.client.js';
import { WebhooksController } from './stripe/webhooks.controller.js';
import { WebhooksService } from './stripe/webhooks.service.js';

@Module({
  imports: [
    DatabaseModule.forEntities([OrderEntity]),
    MessagingModule,
    OutboxModule,
    JobsModule.for({ jobs: [processStripeEvent], handlers: [ProcessStripeEvent] }),
  ],
  controllers: [OrdersController, WebhooksController, InternalController],
  providers: [
    OrdersService,
    WebhooksService,
    ProcessStripeEvent,
    { provide: STRIPE, inject: [PaymentsConfig], useFactory: createStripe },
    {
      provide: ServiceClient,
      inject: [PaymentsConfig, ServiceTokens],
      useFactory: (config: PaymentsConfig, tokens: ServiceTokens) =>
        new ServiceClient(config.agreementsUrl, tokens, 'payments'),
    },
  ],
})
export class AppModule {}
