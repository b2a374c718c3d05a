import { attachConsumers } from '#messaging';
import type { ServiceDefinition } from '#platform';
import { AppModule } from './app.module.js';
import { AgreementsConfig } from './config.js';

/** Agreements, parties, recordings, photos, event log. */
export const agreementsService: ServiceDefinition<AgreementsConfig> = {
  name: 'agreements',
  config: AgreementsConfig,
  module: AppModule,
  prepare: async (app) => {
    // Uploads are read by the upload reader as they arrive; nothing may buffer them before.
    const fastify = app.getHttpAdapter().getInstance();
    for (const type of ['multipart/form-data', 'application/octet-stream']) {
      fastify.addContentTypeParser(type, (_request: unknown, _payload: unknown, done: (e: null) => void) =>
        done(null),
      );
    }
    attachConsumers(app);
  },
};
