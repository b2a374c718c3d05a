import { Controller, Get, Res } from '@nestjs/common';
import { ApiOkResponse, ApiProperty, ApiTags } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import { Agent, request } from 'undici';
import { Access, HealthRegistry, SLOW_IS_UP_MS } from '#platform';
import { GatewayConfig } from '../config.js';

class CheckView {
  @ApiProperty({ example: 'postgres' }) name: string;
  @ApiProperty({ enum: ['up', 'down'] }) status: 'up' | 'down';
}

class ServiceHealth {
  @ApiProperty({ example: 'agreements' }) name: string;
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
  private readonly answers = new Map<string, { health: ServiceHealth; at: number }>();
  private asking: Promise<ServiceHealth[]> | null = null;

  constructor(
    private readonly config: GatewayConfig,
    private readonly own: HealthRegistry,
  ) {}

  @Get()
  @ApiOkResponse({ type: SystemHealth, description: '503 with the same body when anything is down' })
  async health(@Res() reply: FastifyReply): Promise<void> {
    // All who ask at the same time share one look: anybody may ask, and each look costs every server a call.
    this.asking ??= this.askAll().finally(() => {
      this.asking = null;
    });
    const services = await this.asking;
    const isUp = services.every((service) => service.status === 'up');
    await reply
      .status(isUp ? 200 : 503)
      .header('cache-control', 'no-store')
      .send({ status: isUp ? 'up' : 'down', services });
  }

  private askAll(): Promise<ServiceHealth[]> {
    const { authUrl, agreementsUrl, paymentsUrl, transcriptionUrl, notificationsUrl } = this.config;
    return Promise.all([
      this.own.check().then((health) => ({ name: 'gateway', ...health })),
      this.ask('auth', authUrl),
      this.ask('agreements', agreementsUrl),
      this.ask('payments', paymentsUrl),
      this.ask('transcription', transcriptionUrl),
      this.ask('notifications', notificationsUrl),
    ]);
  }

  /** A service that is only slow is as well as it last said, for a few seconds. */
  private async ask(name: string, url: string): Promise<ServiceHealth> {
    try {
      const answer = await request(`${url}/health`, {
        dispatcher: this.agent,
        signal: AbortSignal.timeout(TIMEOUT_MS),
      });
      const body = (await answer.body.json()) as Omit<ServiceHealth, 'name'>;
      const health = { name, status: body.status, checks: body.checks };
      this.answers.set(name, { health, at: Date.now() });
      return health;
    } catch (error) {
      const last = this.answers.get(name);
      const isSlow = error instanceof DOMException && error.name === 'TimeoutError';
      if (isSlow && last && Date.now() - last.at < SLOW_IS_UP_MS) return last.health;
      return { name, status: 'down', checks: [] };
    }
  }
}
