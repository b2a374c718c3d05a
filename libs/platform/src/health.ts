import { Controller, Get, Injectable, Res } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import { Access } from './access.guard.js';

export interface HealthCheck {
  name: string;
  status: 'up' | 'down';
  /** Whatever helps an operator: counts, ages in seconds. */
  detail?: Record<string, unknown>;
}

type Probe = () => Promise<Record<string, unknown> | undefined>;

const TIMEOUT_MS = 2000;

/** Every dependency says here how it is. A probe that throws or takes over 2 s is down. */
@Injectable()
export class HealthRegistry {
  private readonly probes = new Map<string, Probe>();
  private isStopping = false;

  add(name: string, probe: Probe): void {
    this.probes.set(name, probe);
  }

  /** From now on the service asks not to be sent more work. */
  stopping(): void {
    this.isStopping = true;
  }

  async check(): Promise<{ status: 'up' | 'down'; checks: HealthCheck[] }> {
    const checks = await Promise.all([...this.probes].map(([name, probe]) => run(name, probe)));
    const isUp = !this.isStopping && checks.every((check) => check.status === 'up');
    return { status: isUp ? 'up' : 'down', checks };
  }
}

async function run(name: string, probe: Probe): Promise<HealthCheck> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error('timeout')), TIMEOUT_MS);
  });
  try {
    const detail = await Promise.race([probe(), timeout]);
    return { name, status: 'up', ...(detail ? { detail } : {}) };
  } catch {
    return { name, status: 'down' };
  } finally {
    clearTimeout(timer);
  }
}

@ApiExcludeController()
@Access('open')
@Controller('health')
export class HealthController {
  constructor(private readonly registry: HealthRegistry) {}

  @Get('live')
  live(): { status: 'up' } {
    return { status: 'up' };
  }

  @Get()
  async ready(@Res() reply: FastifyReply): Promise<void> {
    const health = await this.registry.check();
    await reply.status(health.status === 'up' ? 200 : 503).send(health);
  }
}
