import { Global, Inject, Module, type OnApplicationShutdown } from '@nestjs/common';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import type { Logger } from 'pino';
import { BaseConfig, HealthRegistry, LOGGER, Outages, SERVICE_NAME } from '#platform';
import { DeadLetterSink } from './dead-letters.js';
import { Publisher } from './publisher.js';
import { TopicStrategy } from './topic.strategy.js';

/** Gives a service its publisher. The consumer side is attached by `attachConsumers`. */
@Global()
@Module({
  providers: [
    DeadLetterSink,
    {
      provide: Publisher,
      inject: [BaseConfig, SERVICE_NAME, LOGGER, HealthRegistry],
      useFactory: (config: BaseConfig, service: string, logger: Logger, health: HealthRegistry) => {
        const publisher = new Publisher(config.amqpUrl, service, logger);
        health.add('rabbitmq', async () => {
          if (!publisher.isConnected()) throw new Error('not connected');
          return undefined;
        });
        return publisher;
      },
    },
  ],
  exports: [Publisher, DeadLetterSink],
})
export class MessagingModule implements OnApplicationShutdown {
  constructor(@Inject(Publisher) private readonly publisher: Publisher) {}

  /** Last of all: consumers that drain may still have to move a message to its retry tier. */
  async onApplicationShutdown(): Promise<void> {
    await this.publisher.close();
  }
}

/** Connects the `@OnEvent` handlers of the application to the broker. Call it before `startAllMicroservices`. */
export function attachConsumers(app: NestFastifyApplication): TopicStrategy {
  const config = app.get(BaseConfig);
  const strategy = new TopicStrategy({
    url: config.amqpUrl,
    service: app.get<string>(SERVICE_NAME),
    publisher: app.get(Publisher),
    logger: app.get<Logger>(LOGGER),
    outages: app.get(Outages),
    deadLetters: app.get(DeadLetterSink).store,
    retryDelays: config.eventRetryDelays.split(',').map(Number),
  });
  app.connectMicroservice({ strategy });
  app.get(HealthRegistry).add(
    'events',
    async () => {
      if (!strategy.isConnected()) throw new Error('not connected');
      return undefined;
    },
    'rabbitmq',
  );
  return strategy;
}
