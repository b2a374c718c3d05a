import { Controller, Get, Headers, Injectable, Res } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import { Access } from './access.guard.js';
import { ServiceTokens } from './service-token.js';

export interface HealthCheck {
  name: string;
  status: 'up' | 'down';
  /**
   * Whatever helps an operator: counts, ages in seconds; of a part that is down, `since` when (ISO 8601) and, where it has
   * another name, the `dependency` that it tells of.
   */
  detail?: Record<string, unknown>;
}

type Detail = Record<string, unknown> | undefined;
type Probe = () => Promise<Detail>;

/** A part that is only slow is as well as it was, for this long: a busy machine must not look like a dead one. */
export const SLOW_IS_UP_MS = 10_000;

/** Every dependency says here how it is. A probe that throws is down; so is one without an answer for 10 s. */
@Injectable()
export class HealthRegistry {
  private readonly probes = new Map<string, { probe: Probe; dependency: string }>();
  /** When each was last up, by the clock that nobody puts back; in milliseconds. */
  private readonly lastUp = new Map<string, number>();
  private readonly downSince = new Map<string, Date>();
  private checking: Promise<HealthCheck[]> | null = null;
  private isStopping = false;
  /** How long a probe may take before it counts as slow. */
  probeLimitMs = 2000;

  /** Whether anybody can ask: then only services of ours hear of the parts. */
  isPublic = false;

  /** Which dependencies have stopped work, and since when; empty when none has. */
  tellOutages: () => Record<string, unknown> = () => ({});

  /** @param dependency whose outage it tells of, where that has another name. */
  add(name: string, probe: Probe, dependency = name): void {
    this.probes.set(name, { probe, dependency });
  }

  /** From now on the service asks not to be sent more work. */
  stopping(): void {
    this.isStopping = true;
  }

  /** All who ask at the same time share one look, so that asking often costs the dependencies nothing. */
  async check(): Promise<{ status: 'up' | 'down'; checks: HealthCheck[] }> {
    this.checking ??= Promise.all(
      [...this.probes].map(([name, { probe, dependency }]) => this.run(name, probe, dependency)),
    ).finally(() => {
      this.checking = null;
    });
    const checks = await this.checking;
    const isUp = !this.isStopping && checks.every((check) => check.status === 'up');
    const outages = this.tellOutages();
    // What is asked through a probe is down by itself. The others, such as Stripe, keep no request from being answered.
    const told: HealthCheck[] =
      Object.keys(outages).length > 0 ? [{ name: 'outages', status: 'up', detail: outages }] : [];
    return { status: isUp ? 'up' : 'down', checks: [...checks, ...told] };
  }

  /**
   * A dependency that does not answer now; null when all do. Unlike in `check`, one that was up a moment ago and takes
   * longer than `SLOW_IS_UP_MS` counts: work that it kept waiting is not to blame.
   */
  async findAway(): Promise<string | null> {
    const looks = [...this.probes].map(async ([name, { probe, dependency }]) =>
      typeof (await this.look(name, probe, SLOW_IS_UP_MS)) === 'string' ? dependency : null,
    );
    return (await Promise.all(looks)).find((dependency) => dependency !== null) ?? null;
  }

  /** Whether there is a probe for it. */
  hasProbe(name: string): boolean {
    return this.probes.has(name);
  }

  /** Whether a part answers now. One without a probe is not asked: it counts as there. */
  async answers(name: string): Promise<boolean> {
    const known = this.probes.get(name);
    return known === undefined || typeof (await this.look(name, known.probe)) !== 'string';
  }

  private async run(name: string, probe: Probe, dependency: string): Promise<HealthCheck> {
    const look = await this.look(name, probe);
    if (typeof look !== 'string') {
      return { name, status: 'up', ...(look.detail ? { detail: look.detail } : {}) };
    }
    const isFresh = performance.now() - (this.lastUp.get(name) ?? Number.NEGATIVE_INFINITY) < SLOW_IS_UP_MS;
    if (look === 'slow' && isFresh) return { name, status: 'up' };
    const since = this.downSince.get(name) ?? new Date();
    this.downSince.set(name, since);
    const other = dependency === name ? {} : { dependency };
    return { name, status: 'down', detail: { since: since.toISOString(), ...other } };
  }

  private async look(
    name: string,
    probe: Probe,
    limitMs = this.probeLimitMs,
  ): Promise<{ detail: Detail } | 'slow' | 'down'> {
    let timer: NodeJS.Timeout | undefined;
    const slow = new Promise<'slow'>((resolve) => {
      timer = setTimeout(() => resolve('slow'), limitMs);
    });
    try {
      const look = await Promise.race([probe().then((detail) => ({ detail })), slow]);
      if (look === 'slow') return look;
      this.lastUp.set(name, performance.now());
      this.downSince.delete(name);
      return look;
    } catch {
      this.lastUp.delete(name);
      if (!this.downSince.has(name)) this.downSince.set(name, new Date());
      return 'down';
    } finally {
      clearTimeout(timer);
    }
  }
}

@ApiExcludeController()
@Access('open')
@Controller('health')
export class HealthController {
  constructor(
    private readonly registry: HealthRegistry,
    private readonly tokens: ServiceTokens,
  ) {}

  @Get('live')
  live(): { status: 'up' } {
    return { status: 'up' };
  }

  @Get()
  async ready(
    @Res() reply: FastifyReply,
    @Headers('x-service-token') token: string | undefined,
  ): Promise<void> {
    const health = await this.registry.check();
    const isShown = !this.registry.isPublic || this.tokens.isService(token);
    const { status } = health;
    await reply.status(status === 'up' ? 200 : 503).send(isShown ? health : { status });
  }
}
