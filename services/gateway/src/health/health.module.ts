import { Module } from '@nestjs/common';
import { SystemHealthController, WholeHealth } from './health.controller.js';

export { SystemHealth, WholeHealth } from './health.controller.js';

/** The health of the gateway and of the services behind it. */
@Module({ controllers: [SystemHealthController], providers: [WholeHealth], exports: [WholeHealth] })
export class HealthModule {}
