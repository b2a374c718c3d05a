import { attachConsumers } from '#messaging';
import type { ServiceDefinition } from '#platform';
import { AppModule } from './app.module.js';
import { assertPaymentsConfig, PaymentsConfig } from './config.js';

/** Orders, receipts and everything that Stripe tells. */
export const paymentsService: ServiceDefinition<PaymentsConfig> = {
  name: 'payments',
  config: PaymentsConfig,
  module: AppModule,
  // The webhook's signature is over the bytes as they came.
  keepsRawBody: true,
  prepare: async (app, config) => {
    assertPaymentsConfig(config);
    attachConsumers(app);
  },
};
