import { Module } from '@nestjs/common';
import { MessagingModule } from '#messaging';
import { ServiceClient, ServiceTokens } from '#platform';
import { GatewayConfig } from './config.js';
import { SystemHealthController } from './health/health.controller.js';
import { LiveConsumer } from './live/live.consumer.js';
import { LiveGateway } from './live/live.gateway.js';
import { Limits } from './proxy/limits.js';
import { Sessions } from './sessions/sessions.js';

@Module({
  imports: [MessagingModule],
  controllers: [SystemHealthController, LiveConsumer],
  providers: [
    Sessions,
    Limits,
    LiveGateway,
    {
      provide: ServiceClient,
      inject: [GatewayConfig, ServiceTokens],
      useFactory: (config: GatewayConfig, tokens: ServiceTokens) =>
        new ServiceClient(config.authUrl, tokens, 'gateway'),
    },
  ],
})
export class AppModule {}
