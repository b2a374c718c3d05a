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

/** A part that is only slow is as well as it was, for this long: a busy machine must not look like a dead one. */
export const SLOW_IS_UP_MS = 10_000;

/** Every dependency says here how it is. A probe that throws is down; so is one without an answer for 10 s. */
@Injectable()
export class HealthRegistry {
  private readonly probes = new Map<string, Probe>();
  private readonly lastUp = new Map<string, number>();
  private checking: Promise<HealthCheck[]> | null = null;
  private isStopping = false;
  /** How long a probe may take before it counts as slow. */
  probeLimitMs = 2000;

  add(name: string, probe: Probe): void {
    this.probes.set(name, probe);
  }

  /** From now on the service asks not to be sent more work. */
  stopping(): void {
    this.isStopping = true;
  }

  /** All who ask at the same time share one look, so that asking often costs the dependencies nothing. */
  async check(): Promise<{ status: 'up' | 'down'; checks: HealthCheck[] }> {
    this.checking ??= Promise.all([...this.probes].map(([name, probe]) => this.run(name, probe))).finally(
      () => {
        this.checking = null;
      },
    );
    const checks = await this.checking;
    const isUp = !this.isStopping && checks.every((check) => check.status === 'up');
    return { status: isUp ? 'up' : 'down', checks };
  }

  private async run(name: string, probe: Probe): Promise<HealthCheck> {
    let timer: NodeJS.Timeout | undefined;
    const slow = new Promise<'slow'>((resolve) => {
      timer = setTimeout(() => resolve('slow'), this.probeLimitMs);
    });
    try {
      const outcome = await Promise.race([probe(), slow]);
      if (outcome === 'slow') {
        const isFresh = Date.now() - (this.lastUp.get(name) ?? 0) < SLOW_IS_UP_MS;
        return { name, status: isFresh ? 'up' : 'down' };
      }
      this.lastUp.set(name, Date.now());
      return { name, status: 'up', ...(outcome ? { detail: outcome } : {}) };
    } catch {
      this.lastUp.delete(name);
      return { name, status: 'down' };
    } finally {
      clearTimeout(timer);
    }
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
