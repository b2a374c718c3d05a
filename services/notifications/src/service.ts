import { attachConsumers } from '#messaging';
import type { ServiceDefinition } from '#platform';
import { AppModule } from './app.module.js';
import { NotificationsConfig } from './config.js';

/** E-mails and support: what is sent to whom, when, whether it arrived at the mail server, and tickets. */
export const notificationsService: ServiceDefinition<NotificationsConfig> = {
  name: 'notifications',
  config: NotificationsConfig,
  module: AppModule,
  // A message to support in JSON, however many bytes its characters take.
  bodyLimit: 64 * 1024,
  prepare: async (app) => {
    attachConsumers(app);
  },
};
