import { Module } from '@nestjs/common';
import { MessagingModule } from '#messaging';
import { AdminModule } from './admin/admin.module.js';
import { HealthModule } from './health/health.module.js';
import { LimitsModule } from './limits/limits.module.js';
import { LiveModule } from './live/live.module.js';
import { ProxyModule } from './proxy/proxy.module.js';
import { SessionsModule } from './sessions/sessions.module.js';
import { UpstreamsModule } from './upstreams/upstreams.module.js';
import { WebModule } from './web/web.module.js';

@Module({
  imports: [
    MessagingModule,
    UpstreamsModule,
    SessionsModule,
    LimitsModule,
    HealthModule,
    AdminModule,
    LiveModule,
    ProxyModule,
    WebModule,
  ],
})
export class AppModule {}
