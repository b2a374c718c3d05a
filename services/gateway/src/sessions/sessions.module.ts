import { Module } from '@nestjs/common';
import { ServiceClient, ServiceTokens } from '#platform';
import { GatewayConfig } from '../config.js';
import { Sessions } from './sessions.js';

export { assertSameOrigin, isSameOrigin } from './same-origin.js';
export { isAdminPath, SESSION_ENDED, Sessions, UNATTENDED } from './sessions.js';

/** Who makes a call, and whether a page of ours makes it. */
@Module({
  providers: [
    Sessions,
    {
      provide: ServiceClient,
      inject: [GatewayConfig, ServiceTokens],
      useFactory: (config: GatewayConfig, tokens: ServiceTokens) =>
        new ServiceClient(config.authUrl, tokens, 'gateway', 'auth'),
    },
  ],
  exports: [Sessions],
})
export class SessionsModule {}
