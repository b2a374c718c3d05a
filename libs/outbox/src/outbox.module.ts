import { Global, Inject, Module, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import type { Logger } from 'pino';
import { DataSource } from 'typeorm';
import { DeadLetterDesk, MessagingModule, Publisher } from '#messaging';
import { HealthRegistry, LOGGER } from '#platform';
import { DeadLettersController } from './dead-letters.controller.js';
import { DeadLetters } from './dead-letters.js';
import { Inbox } from './inbox.js';
import { Outbox } from './outbox.js';
import { OutboxRelay } from './relay.js';

const PRUNE_EVERY_MS = 6 * 60 * 60 * 1000;

/**
 * Outbox, inbox, the relay between outbox and broker, and the archive of dead letters.
 * Needs the tables of `createOutboxTables` and `createDeadLetterTable`.
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
      inject: [DataSource, Publisher, LOGGER],
      useFactory: (dataSource: DataSource, publisher: Publisher, logger: Logger) =>
        new OutboxRelay(dataSource, publisher, logger),
    },
  ],
  exports: [Outbox, Inbox, OutboxRelay],
})
export class OutboxModule implements OnApplicationBootstrap, OnModuleDestroy {
  private pruning: NodeJS.Timeout | undefined;

  constructor(
    private readonly outbox: Outbox,
    private readonly inbox: Inbox,
    @Inject(OutboxRelay) private readonly relay: OutboxRelay,
    private readonly dataSource: DataSource,
    letters: DeadLetters,
    desk: DeadLetterDesk,
    health: HealthRegistry,
  ) {
    desk.store = letters;
    health.add('outbox', () => relay.stats(), 'postgres');
  }

  onApplicationBootstrap(): void {
    this.outbox.onAdded(() => this.relay.wake());
    this.relay.start();
    this.pruning = setInterval(() => {
      this.inbox.prune(this.dataSource.manager).catch(() => undefined);
    }, PRUNE_EVERY_MS);
    this.pruning.unref();
  }

  async onModuleDestroy(): Promise<void> {
    clearInterval(this.pruning);
    await this.relay.stop();
  }
}
