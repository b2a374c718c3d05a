import { Inject, Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { EventEnvelope } from '#contracts';
import { failpoint, SERVICE_NAME } from '#platform';
import { Outbox } from './outbox.js';
import { insertHandled } from './outbox.repository.js';

/** Remembers which events a consumer has handled, in the transaction of the effect: delivered twice, done once. */
@Injectable()
export class Inbox {
  constructor(
    private readonly outbox: Outbox,
    @Inject(SERVICE_NAME) private readonly service: string,
  ) {}

  /** Runs `work` unless this consumer has already handled the event. Answers whether it ran. */
  async once<Data extends object>(
    event: EventEnvelope<Data>,
    consumer: string,
    work: (manager: EntityManager) => Promise<void>,
  ): Promise<boolean> {
    return this.outbox.transaction(async (manager) => {
      if (!(await insertHandled(manager, consumer, event.id))) return false;
      await work(manager);
      failpoint(`${this.service}.event.${consumer}.before-commit`);
      return true;
    });
  }
}
