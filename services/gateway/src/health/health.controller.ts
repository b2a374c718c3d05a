import { Controller, Get, Injectable, type OnModuleDestroy, Res } from '@nestjs/common';
import { ApiOkResponse, ApiProperty, ApiTags } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import { Access, HealthRegistry, NeighbourHealth, type ServiceHealth } from '#platform';
import { GatewayConfig } from '../config.js';

class CheckView {
  @ApiProperty({ example: 'postgres' }) name: string;
  @ApiProperty({ enum: ['up', 'down'] }) status: 'up' | 'down';
}

class ServiceHealthView {
  @ApiProperty({ example: 'agreements' }) name: string;
  @ApiProperty({ enum: ['up', 'down'] }) status: 'up' | 'down';
  @ApiProperty({ type: [CheckView] }) checks: CheckView[];
}

export class SystemHealth {
  @ApiProperty({ enum: ['up', 'down'] }) status: 'up' | 'down';
  @ApiProperty({ type: [ServiceHealthView] }) services: ServiceHealthView[];
}

/** The health of the gateway and of the services behind it. */
@Injectable()
export class WholeHealth implements OnModuleDestroy {
  private readonly others: NeighbourHealth;
  private asking: Promise<ServiceHealth[]> | null = null;

  constructor(
    { authUrl, agreementsUrl, paymentsUrl, transcriptionUrl, notificationsUrl }: GatewayConfig,
    private readonly own: HealthRegistry,
  ) {
    this.others = new NeighbourHealth({
      ...{ auth: authUrl, agreements: agreementsUrl, payments: paymentsUrl },
      ...{ transcription: transcriptionUrl, notifications: notificationsUrl },
    });
  }

  /** All who ask at the same time share one look: anybody may ask, and each look costs every server a call. */
  ask(): Promise<ServiceHealth[]> {
    this.asking ??= Promise.all([this.own.check(), this.others.ask()])
      .then(([own, others]) => [{ name: 'gateway', ...own }, ...others])
      .finally(() => {
        this.asking = null;
      });
    return this.asking;
  }

  async onModuleDestroy(): Promise<void> {
    await this.others.close();
  }
}

@ApiTags('system')
@Access('open')
@Controller('api/health')
export class SystemHealthController {
  constructor(private readonly whole: WholeHealth) {}

  @Get()
  @ApiOkResponse({ type: SystemHealth, description: '503 with the same body when anything is down' })
  async health(@Res() reply: FastifyReply): Promise<void> {
    const services = await this.whole.ask();
    const isUp = services.every((service) => service.status === 'up');
    await reply
      .status(isUp ? 200 : 503)
      .header('cache-control', 'no-store')
      .send({ status: isUp ? 'up' : 'down', services });
  }
}
