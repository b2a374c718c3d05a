import { Global, Inject, Module, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import type { Logger } from 'pino';
import { DataSource } from 'typeorm';
import { MessagingModule, Publisher } from '#messaging';
import { HealthRegistry, LOGGER } from '#platform';
import { Inbox } from './inbox.js';
import { Outbox } from './outbox.js';
import { OutboxRelay } from './relay.js';

const PRUNE_EVERY_MS = 6 * 60 * 60 * 1000;

/** Outbox, inbox and the relay between outbox and broker. Needs the tables of `createOutboxTables`. */
@Global()
@Module({
  imports: [MessagingModule],
  providers: [
    Outbox,
    Inbox,
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
    health: HealthRegistry,
  ) {
    health.add('outbox', () => relay.stats());
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
