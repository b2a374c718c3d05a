import { Agent, request } from 'undici';
import { type HealthCheck, SLOW_IS_UP_MS } from './health.js';
import type { Dependency } from './outage.js';
import type { ServiceTokens } from './service-token.js';

/** What a service says of its health, or what is known of one that says nothing. */
export interface ServiceHealth {
  name: string;
  status: 'up' | 'down';
  /** Empty while it says nothing. */
  checks: HealthCheck[];
  /** Since when nobody here has had an answer from it (ISO 8601). */
  silentSince?: string;
}

/** A dependency that does not answer, as several services see it. */
export interface Away {
  /** A silent service is away under its own name. */
  dependency: Dependency;
  /** The earliest that one of them tells, ISO 8601. */
  since: string;
  /** Events and jobs that they hold until it is back. */
  waiting: number;
  /** Who misses it. */
  services: string[];
}

const TIMEOUT_MS = 3000;

/** The health of other services, asked over HTTP. */
export class ServiceHealthClient {
  private readonly agent = new Agent({ connect: { timeout: 1000 }, connections: 2 });
  /** What each said last, and when, by the clock that nobody puts back; in milliseconds. */
  private readonly answers = new Map<string, { health: ServiceHealth; at: number }>();
  private readonly silentSince = new Map<string, string>();

  /**
   * @param urls where each service listens, by its name
   * @param asker who asks; one that is reachable from outside tells its parts to services only
   */
  constructor(
    private readonly urls: Readonly<Record<string, string>>,
    private readonly asker: { name: string; tokens: ServiceTokens },
  ) {}

  /** What each of them says, in the order in which they were named. Never rejects. */
  ask(): Promise<ServiceHealth[]> {
    return Promise.all(Object.entries(this.urls).map(([name, url]) => this.askOne(name, url)));
  }

  close(): Promise<void> {
    return this.agent.close();
  }

  /** A service that is only slow is as well as it last said, for a few seconds. */
  private async askOne(name: string, url: string): Promise<ServiceHealth> {
    const { tokens, name: asker } = this.asker;
    const itself = { kind: 'service', id: 0, sessionId: null, name: asker } as const;
    try {
      const answer = await request(`${url}/health`, {
        dispatcher: this.agent,
        signal: AbortSignal.timeout(TIMEOUT_MS),
        headers: { 'x-service-token': tokens.issue(itself, name) },
      });
      const { status, checks } = (await answer.body.json()) as Partial<ServiceHealth>;
      if (!Array.isArray(checks)) throw new Error(`${name} answered without its checks`);
      const health: ServiceHealth = { name, status: status === 'up' ? 'up' : 'down', checks };
      this.answers.set(name, { health, at: performance.now() });
      this.silentSince.delete(name);
      return health;
    } catch (error) {
      const last = this.answers.get(name);
      const isSlow = error instanceof DOMException && error.name === 'TimeoutError';
      if (isSlow && last && performance.now() - last.at < SLOW_IS_UP_MS) return last.health;
      const silentSince = this.silentSince.get(name) ?? new Date().toISOString();
      this.silentSince.set(name, silentSince);
      return { name, status: 'down', checks: [], silentSince };
    }
  }
}

/** What is away according to these services, longest first. */
export function whatIsAway(services: readonly ServiceHealth[]): Away[] {
  const found = new Map<Dependency, Away>();
  const note = (service: string, dependency: Dependency, since: unknown, waiting: unknown) => {
    const known = found.get(dependency);
    // One that was only just found may not say when.
    const told = typeof since === 'string' ? since : new Date().toISOString();
    found.set(dependency, {
      dependency,
      since: known && known.since < told ? known.since : told,
      waiting: (known?.waiting ?? 0) + (Number(waiting) || 0),
      services: [...new Set([...(known?.services ?? []), service])],
    });
  };
  for (const { name, checks, silentSince } of services) {
    if (silentSince !== undefined) note(name, name, silentSince, 0);
    for (const check of checks.filter(({ status }) => status === 'down')) {
      const { since, dependency } = check.detail ?? {};
      note(name, typeof dependency === 'string' ? dependency : check.name, since, 0);
    }
    const outages = checks.find((check) => check.name === 'outages')?.detail ?? {};
    for (const [dependency, outage] of Object.entries(outages)) {
      const { since, waiting } = outage as { since?: unknown; waiting?: unknown };
      note(name, dependency, since, waiting);
    }
    const outbox = checks.find((check) => check.name === 'outbox');
    if (found.get('rabbitmq')?.services.includes(name))
      note(name, 'rabbitmq', undefined, outbox?.detail?.pending);
  }
  return [...found.values()].sort((a, b) => (a.since < b.since ? -1 : 1));
}
