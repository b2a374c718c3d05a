import { Module } from '@nestjs/common';
import { Services } from './services.js';

export { type Answers, Services, type Upstream, upstreams } from './services.js';

/** The services behind the gateway, and the gateway's own questions to them. */
@Module({ providers: [Services], exports: [Services] })
export class UpstreamsModule {}
