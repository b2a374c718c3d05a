import { Module } from '@nestjs/common';
import { HealthModule } from '../health/health.module.js';
import { LimitsModule } from '../limits/limits.module.js';
import { SessionsModule } from '../sessions/sessions.module.js';
import { UpstreamsModule } from '../upstreams/upstreams.module.js';
import { AdminGuard } from './admin.guard.js';
import { AuditLogClient } from './audit-log.client.js';
import { DeadLettersController } from './dead-letters.controller.js';
import { JobsController } from './jobs.controller.js';
import { AdminHealthController, StatsController, SystemController } from './system.controller.js';

export { registerQueues } from './queues.plugin.js';

/** What administrators see of all services together: statistics, jobs, dead letters, queues, health. */
@Module({
  imports: [HealthModule, LimitsModule, SessionsModule, UpstreamsModule],
  controllers: [
    AdminHealthController,
    StatsController,
    JobsController,
    DeadLettersController,
    SystemController,
  ],
  providers: [AdminGuard, AuditLogClient],
})
export class AdminModule {}
