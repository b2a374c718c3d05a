import { Global, Inject, Module, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import type { Logger } from 'pino';
import { DataSource } from 'typeorm';
import { DeadLetterSink, MessagingModule, Publisher } from '#messaging';
import {
  BaseConfig,
  HealthRegistry,
  HOUR_MS,
  LOGGER,
  type PruneRule,
  pruneRows,
  SERVICE_NAME,
} from '#platform';
import { DeadLettersController } from './dead-letters.controller.js';
import { DeadLetters } from './dead-letters.js';
import { Inbox } from './inbox.js';
import { Outbox } from './outbox.js';
import { tryDeadAgain } from './outbox.repository.js';
import { MAX_ATTEMPTS, OutboxRelay } from './relay.js';

/** In every service alike. What the outbox could not publish stays until people have looked. */
const PRUNE_RULES: readonly PruneRule[] = [
  // A handled message comes again after a crash or an outage of hours, never after weeks.
  { table: 'inbox', isOver: 'true', since: 'processed_at', days: 30 },
  { table: 'dead_letters', isOver: 'replayed_at is not null', since: 'replayed_at', days: 30 },
  // Longer than an outage lasts with all its retries, shorter than the inboxes remember: whatever is told again from here
  // is recognised by who has handled it.
  { table: 'outbox_published', isOver: 'true', since: 'published_at', days: 7 },
];

/** Between two looks for dead letters that are to be put back: short beside the ten minutes that they wait. */
const REPLAY_EVERY_MS = 30_000;

/**
 * Outbox, inbox, the relay between outbox and broker, and the archive of dead letters. Whoever imports it has the tables
 * of `outboxEntities`, by migrations of its own, and lists them with its entities.
 */
@Global()
@Module({
  imports: [MessagingModule],
  controllers: [DeadLettersController],
  providers: [
    Outbox,
    Inbox,
    DeadLetters,
    {
      provide: OutboxRelay,
      inject: [DataSource, Publisher, LOGGER, SERVICE_NAME],
      useFactory: (dataSource: DataSource, publisher: Publisher, logger: Logger, service: string) =>
        new OutboxRelay(dataSource, publisher, logger, { service }),
    },
  ],
  exports: [Outbox, Inbox, OutboxRelay, DeadLetters],
})
export class OutboxModule implements OnApplicationBootstrap, OnModuleDestroy {
  private pruning: NodeJS.Timeout | undefined;
  private replayTimer: NodeJS.Timeout | undefined;
  private replaying: Promise<void> | null = null;
  private readonly stopping = new AbortController();

  constructor(
    private readonly outbox: Outbox,
    @Inject(OutboxRelay) private readonly relay: OutboxRelay,
    private readonly dataSource: DataSource,
    @Inject(LOGGER) private readonly logger: Logger,
    private readonly config: BaseConfig,
    private readonly letters: DeadLetters,
    sink: DeadLetterSink,
    health: HealthRegistry,
  ) {
    sink.store = letters;
    health.add('outbox', () => relay.stats(), 'postgres');
  }

  onApplicationBootstrap(): void {
    this.outbox.onAdded(() => this.relay.wake());
    this.relay.start();
    this.pruning = setInterval(() => {
      this.prune().catch((error: unknown) => this.logger.warn({ err: error }, 'old rows stay a while'));
      this.tryDeadAgain().catch((error: unknown) => this.logger.warn({ err: error }, 'dead events wait'));
    }, HOUR_MS);
    this.pruning.unref();
    const everyMs = Math.min(REPLAY_EVERY_MS, this.config.scheduleMaxMs);
    this.replayTimer = setInterval(() => {
      this.replaying ??= this.letters
        .replayDue()
        .catch((error: unknown) => this.logger.warn({ err: error }, 'dead letters wait a while longer'))
        .finally(() => {
          this.replaying = null;
        });
    }, everyMs);
    this.replayTimer.unref();
  }

  /** Deletes published events, what recognises repeated deliveries, and replayed dead letters, once they are old. */
  async prune(): Promise<void> {
    const { signal } = this.stopping;
    for (const rule of PRUNE_RULES) await pruneRows(this.dataSource, rule, { signal });
  }

  /** Every hour: a consumer that was away for a night has its queue in the morning. */
  async tryDeadAgain(): Promise<void> {
    const count = await tryDeadAgain(this.dataSource, MAX_ATTEMPTS - 1);
    if (count === 0) return;
    this.logger.warn({ count }, 'dead events are tried once more');
    this.relay.wake();
  }

  async onModuleDestroy(): Promise<void> {
    clearInterval(this.pruning);
    clearInterval(this.replayTimer);
    this.stopping.abort();
    await this.replaying;
    await this.relay.stop();
  }
}
