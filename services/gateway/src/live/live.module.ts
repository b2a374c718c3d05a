import { Module } from '@nestjs/common';
import { SessionsModule } from '../sessions/sessions.module.js';
import { UpstreamsModule } from '../upstreams/upstreams.module.js';
import { LiveConsumer } from './live.consumer.js';
import { LiveGateway } from './live.gateway.js';
import { LiveAccess } from './live-access.js';
import { LiveChannels } from './live-channels.js';

export { LiveAdapter } from './live.adapter.js';

/** Tells browsers at once what happens to agreements, over Socket.IO. */
@Module({
  imports: [SessionsModule, UpstreamsModule],
  controllers: [LiveConsumer],
  providers: [LiveAccess, LiveChannels, LiveGateway],
})
export class LiveModule {}
