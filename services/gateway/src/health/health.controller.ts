import { Controller, Get, Res } from '@nestjs/common';
import { ApiOkResponse, ApiProperty, ApiTags } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import { Agent, request } from 'undici';
import { Access, HealthRegistry } from '#platform';
import { GatewayConfig } from '../config.js';

class CheckView {
  @ApiProperty() name: string;
  @ApiProperty({ enum: ['up', 'down'] }) status: 'up' | 'down';
}

class ServiceHealth {
  @ApiProperty() name: string;
  @ApiProperty({ enum: ['up', 'down'] }) status: 'up' | 'down';
  @ApiProperty({ type: [CheckView] }) checks: CheckView[];
}

export class SystemHealth {
  @ApiProperty({ enum: ['up', 'down'] }) status: 'up' | 'down';
  @ApiProperty({ type: [ServiceHealth] }) services: ServiceHealth[];
}

const TIMEOUT_MS = 3000;

@ApiTags('system')
@Access('open')
@Controller('api/health')
export class SystemHealthController {
  private readonly agent = new Agent({ connect: { timeout: 1000 }, connections: 2 });

  constructor(
    private readonly config: GatewayConfig,
    private readonly own: HealthRegistry,
  ) {}

  @Get()
  @ApiOkResponse({ type: SystemHealth, description: '503 with the same body when anything is down' })
  async health(@Res() reply: FastifyReply): Promise<void> {
    const { authUrl, agreementsUrl, paymentsUrl, transcriptionUrl, notificationsUrl } = this.config;
    const services = await Promise.all([
      this.own.check().then((health) => ({ name: 'gateway', ...health })),
      this.ask('auth', authUrl),
      this.ask('agreements', agreementsUrl),
      this.ask('payments', paymentsUrl),
      this.ask('transcription', transcriptionUrl),
      this.ask('notifications', notificationsUrl),
    ]);
    const isUp = services.every((service) => service.status === 'up');
    await reply
      .status(isUp ? 200 : 503)
      .header('cache-control', 'no-store')
      .send({ status: isUp ? 'up' : 'down', services });
  }

  private async ask(name: string, url: string): Promise<ServiceHealth> {
    try {
      const answer = await request(`${url}/health`, {
        dispatcher: this.agent,
        signal: AbortSignal.timeout(TIMEOUT_MS),
      });
      const body = (await answer.body.json()) as Omit<ServiceHealth, 'name'>;
      return { name, status: body.status, checks: body.checks };
    } catch {
      return { name, status: 'down', checks: [] };
    }
  }
}
