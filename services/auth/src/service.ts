import type { ServiceDefinition } from '#platform';
import { AppModule } from './app.module.js';
import { AuthConfig } from './config.js';

/** Users, passwords, sessions. */
export const authService: ServiceDefinition<AuthConfig> = {
  name: 'auth',
  config: AuthConfig,
  module: AppModule,
  bodyLimit: 16 * 1024,
};
