import { Module } from '@nestjs/common';
import { MessagingModule } from '#messaging';
import { ServiceClient, ServiceTokens } from '#platform';
import { AdminActs } from './admin/admin-acts.js';
import { AdminDoor } from './admin/admin-door.js';
import { DeadLettersController } from './admin/dead-letters.controller.js';
import { JobsController } from './admin/jobs.controller.js';
import { Services } from './admin/services.js';
import { StatsController } from './admin/stats.controller.js';
import { SystemController } from './admin/system.controller.js';
import { GatewayConfig } from './config.js';
import { AdminHealthController, SystemHealthController, WholeHealth } from './health/health.controller.js';
import { Listeners } from './live/listeners.js';
import { LiveConsumer } from './live/live.consumer.js';
import { LiveGateway } from './live/live.gateway.js';
import { SessionsConsumer } from './live/sessions.consumer.js';
import { IncomingBodies } from './proxy/incoming-bodies.js';
import { Limits } from './proxy/limits.js';
import { Sessions } from './sessions/sessions.js';

@Module({
  imports: [MessagingModule],
  controllers: [
    SystemHealthController,
    AdminHealthController,
    StatsController,
    JobsController,
    DeadLettersController,
    SystemController,
    LiveConsumer,
    SessionsConsumer,
  ],
  providers: [
    Sessions,
    Limits,
    IncomingBodies,
    Services,
    AdminActs,
    AdminDoor,
    WholeHealth,
    Listeners,
    LiveGateway,
    {
      provide: ServiceClient,
      inject: [GatewayConfig, ServiceTokens],
      useFactory: (config: GatewayConfig, tokens: ServiceTokens) =>
        new ServiceClient(config.authUrl, tokens, 'gateway', 'auth'),
    },
  ],
})
export class AppModule {}
