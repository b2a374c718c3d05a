import { attachConsumers } from '#messaging';
import type { ServiceDefinition } from '#platform';
import { AppModule } from './app.module.js';
import { AuthConfig } from './config.js';

/** Users, passwords, sessions, and what administrators did. */
export const authService: ServiceDefinition<AuthConfig> = {
  name: 'auth',
  config: AuthConfig,
  module: AppModule,
  bodyLimit: 16 * 1024,
  prepare: async (app) => {
    attachConsumers(app);
  },
};
