import { Controller, Get, Headers, Injectable, type OnModuleDestroy, Res } from '@nestjs/common';
import { ApiOkResponse, ApiProperty, ApiPropertyOptional, ApiTags } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import { Access, HealthRegistry, type ServiceHealth, ServiceHealthClient, ServiceTokens } from '#platform';
import { GatewayConfig } from '../config.js';

class CheckView {
  @ApiProperty({ example: 'postgres' }) name: string;
  @ApiProperty({ enum: ['up', 'down'] }) status: 'up' | 'down';
  @ApiPropertyOptional({
    type: 'object',
    additionalProperties: true,
    description: 'Whatever helps an operator, such as the speech engines and models',
  })
  detail?: Record<string, unknown>;
}

class ServiceHealthView {
  @ApiProperty({ example: 'agreements' }) name: string;
  @ApiProperty({ enum: ['up', 'down'] }) status: 'up' | 'down';
  @ApiProperty({ type: [CheckView] }) checks: CheckView[];
}

/** What anybody may know. */
export class PublicHealth {
  @ApiProperty({ enum: ['up', 'down'] }) status: 'up' | 'down';
}

export class SystemHealth extends PublicHealth {
  @ApiProperty({ type: [ServiceHealthView] }) services: ServiceHealthView[];
}

/** The health of the gateway and of the services behind it. */
@Injectable()
export class WholeHealth implements OnModuleDestroy {
  private readonly others: ServiceHealthClient;
  private asking: Promise<ServiceHealth[]> | null = null;

  constructor(
    { authUrl, agreementsUrl, paymentsUrl, transcriptionUrl, notificationsUrl }: GatewayConfig,
    private readonly own: HealthRegistry,
    tokens: ServiceTokens,
  ) {
    const urls = {
      ...{ auth: authUrl, agreements: agreementsUrl, payments: paymentsUrl },
      ...{ transcription: transcriptionUrl, notifications: notificationsUrl },
    };
    this.others = new ServiceHealthClient(urls, { name: 'gateway', tokens });
  }

  /** All who ask at the same time share one check: anybody may ask, and each check costs every server a call. */
  ask(): Promise<ServiceHealth[]> {
    this.asking ??= Promise.all([this.own.check(), this.others.ask()])
      .then(([own, others]) => [{ name: 'gateway', ...own }, ...others])
      .finally(() => {
        this.asking = null;
      });
    return this.asking;
  }

  /** The sum, and what each says. */
  async all(): Promise<{ status: 'up' | 'down'; services: ServiceHealth[] }> {
    const services = await this.ask();
    return { status: services.every(({ status }) => status === 'up') ? 'up' : 'down', services };
  }

  async onModuleDestroy(): Promise<void> {
    await this.others.close();
  }
}

@ApiTags('system')
@Access('open')
@Controller('api/health')
export class SystemHealthController {
  constructor(
    private readonly whole: WholeHealth,
    private readonly tokens: ServiceTokens,
  ) {}

  /** Which parts there are and how each is, is for our own programs. */
  @Get()
  @ApiOkResponse({ type: PublicHealth, description: '503 with the same body when anything is down' })
  async health(
    @Res() reply: FastifyReply,
    @Headers('x-service-token') token: string | undefined,
  ): Promise<void> {
    const { status, services } = await this.whole.all();
    await reply
      .status(status === 'up' ? 200 : 503)
      .header('cache-control', 'no-store')
      .send({ status, ...(this.tokens.isService(token) ? { services } : {}) });
  }
}
