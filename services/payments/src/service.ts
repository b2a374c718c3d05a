import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import { attachConsumers } from '#messaging';
import { AppError, LOGGER, type ServiceDefinition, sendError } from '#platform';
import { AppModule } from './app.module.js';
import { PaymentsConfig } from './config.js';

const WEBHOOK_PATH = '/api/webhooks/stripe';

/** Orders, receipts and everything that Stripe tells. */
export const paymentsService: ServiceDefinition<PaymentsConfig> = {
  name: 'payments',
  config: PaymentsConfig,
  module: AppModule,
  // The webhook's signature is over the bytes as they came.
  keepsRawBody: true,
  prepare: async (app) => {
    attachConsumers(app);
    refuseLongWebhooks(app);
  },
};

/** A webhook longer than any of Stripe's is refused like one that Stripe did not sign. */
function refuseLongWebhooks(app: NestFastifyApplication): void {
  const logger = app.get<Logger>(LOGGER);
  const fastify = app.getHttpAdapter().getInstance() as unknown as FastifyInstance;
  fastify.addHook('onRoute', (route) => {
    if (route.url !== WEBHOOK_PATH) return;
    route.errorHandler = (error, _request, reply) =>
      void sendError(reply, error.statusCode === 413 ? new AppError('invalid_signature') : error, logger);
  });
}
