import { Controller, Module } from '@nestjs/common';
import { IsInt } from 'class-validator';
import { defineEvent, type EventEnvelope } from '#contracts';
import { attachConsumers, MessagingModule, OnEvent, type TopicStrategy } from '#messaging';
import { OutboxModule, outboxEntities } from '#outbox';
import { BaseConfig, DatabaseModule, type ServiceDefinition } from '#platform';

export class Tick {
  @IsInt() number: number;
}

export const tickSent = defineEvent('bench.tick.sent', 1, Tick, () => 'tick');

/** The same through the outbox: each its own subject, as agreements are. */
export const tickCommitted = defineEvent('bench.tick.committed', 1, Tick, (tick) => `tick-${tick.number}`);

/** Called at the first line of the handler. */
export const arrivals: { sent: (number: number) => void; committed: (number: number) => void } = {
  sent: () => undefined,
  committed: () => undefined,
};

@Controller()
class SentConsumer {
  @OnEvent(tickSent) async noteSent(event: EventEnvelope<Tick>): Promise<void> {
    arrivals.sent(event.data.number);
  }
}

@Controller()
class CommittedConsumer {
  @OnEvent(tickCommitted) async noteCommitted(event: EventEnvelope<Tick>): Promise<void> {
    arrivals.committed(event.data.number);
  }
}

@Module({ imports: [MessagingModule], controllers: [SentConsumer] })
class MessageModule {}

@Module({
  imports: [DatabaseModule.forEntities(outboxEntities), OutboxModule],
  controllers: [CommittedConsumer],
})
class OutboxBenchModule {}

/** Answers the definition and, once started, the strategy whose queues are to be waited for. */
export function messageService(kind: 'direct' | 'outbox'): {
  definition: ServiceDefinition;
  strategy: () => TopicStrategy | undefined;
} {
  let strategy: TopicStrategy | undefined;
  return {
    definition: {
      name: `bench-${kind}`,
      config: BaseConfig,
      module: kind === 'direct' ? MessageModule : OutboxBenchModule,
      prepare: async (app) => {
        strategy = attachConsumers(app);
      },
    },
    strategy: () => strategy,
  };
}
