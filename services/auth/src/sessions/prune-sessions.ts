import { Inject, Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import type { Logger } from 'pino';
import { DataSource } from 'typeorm';
import { Clock, HOUR_MS, LOGGER, type PruneRule, pruneRows } from '#platform';

const EVERY_MS = HOUR_MS;
const RULES: readonly PruneRule[] = [
  // Ended, they open nothing; for a month people may still ask who was there.
  { table: 'sessions', isOver: 'true', since: 'least(expires_at, revoked_at)', days: 30 },
  { table: 'address_verifications', isOver: 'true', since: 'expires_at', days: 30 },
  { table: 'password_resets', isOver: 'true', since: 'expires_at', days: 30 },
];

/** Deletes sessions and mailed links that ended long ago. This service has no jobs, so a timer of its own starts it. */
@Injectable()
export class PruneSessions implements OnApplicationBootstrap, OnModuleDestroy {
  private timer: NodeJS.Timeout | undefined;
  private readonly stopping = new AbortController();

  constructor(
    private readonly dataSource: DataSource,
    private readonly clock: Clock,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  onApplicationBootstrap(): void {
    this.timer = setInterval(() => {
      this.prune().catch((error: unknown) => this.logger.warn({ err: error }, 'old sessions stay a while'));
    }, EVERY_MS);
    this.timer.unref();
  }

  onModuleDestroy(): void {
    clearInterval(this.timer);
    this.stopping.abort();
  }

  async prune(): Promise<void> {
    const { signal } = this.stopping;
    for (const rule of RULES) await pruneRows(this.dataSource, rule, { signal, now: this.clock.now() });
  }
}
