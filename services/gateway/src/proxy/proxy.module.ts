import { Module } from '@nestjs/common';
import { LimitsModule } from '../limits/limits.module.js';
import { SessionsModule } from '../sessions/sessions.module.js';

export { registerProxy } from './proxy.plugin.js';
export { normalizeUrl } from './request-path.js';

/** Passes calls on to the service that owns their path. */
@Module({ imports: [LimitsModule, SessionsModule] })
export class ProxyModule {}
