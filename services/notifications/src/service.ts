import { attachConsumers } from '#messaging';
import type { ServiceDefinition } from '#platform';
import { AppModule } from './app.module.js';
import { NotificationsConfig } from './config.js';

/** E-mails: what is sent to whom, when, and whether it arrived at the mail server. */
export const notificationsService: ServiceDefinition<NotificationsConfig> = {
  name: 'notifications',
  config: NotificationsConfig,
  module: AppModule,
  bodyLimit: 16 * 1024,
  prepare: async (app) => {
    attachConsumers(app);
  },
};
