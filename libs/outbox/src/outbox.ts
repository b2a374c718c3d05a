import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { asSent, createEnvelope, type EventDefinition, type EventEnvelope } from '#contracts';
import { MAX_EVENT_BYTES } from '#messaging';
import { currentContext, inTransaction } from '#platform';
import { insertEvent } from './outbox.repository.js';

const AFTER_COMMIT = new WeakMap<EntityManager, Set<() => void>>();

/** The only way out of a service: events are rows of the same transaction as the change that they tell of. */
@Injectable()
export class Outbox {
  private wakeRelay: () => void = () => undefined;

  constructor(private readonly dataSource: DataSource) {}

  /** Told by the relay: what to call when there is something to publish. */
  onAdded(wake: () => void): void {
    this.wakeRelay = wake;
  }

  /**
   * A transaction, tried again after a serialization failure. After its commit added events leave at once and what
   * was given to `afterCommit` is called.
   */
  async transaction<T>(work: (manager: EntityManager) => Promise<T>): Promise<T> {
    const calls = new Set<() => void>();
    const result = await inTransaction(this.dataSource, async (manager) => {
      calls.clear();
      AFTER_COMMIT.set(manager, calls);
      try {
        return await work(manager);
      } finally {
        AFTER_COMMIT.delete(manager);
      }
    });
    for (const call of calls) call();
    return result;
  }

  /**
   * Has something called once the transaction is committed. Only a hurry-up: after a crash nobody calls it.
   * @throws Error when the manager is not that of a `transaction` under way: nobody would ever call it.
   */
  afterCommit(manager: EntityManager, call: () => void): void {
    const calls = AFTER_COMMIT.get(manager);
    if (!calls) throw new Error('What follows a commit must be asked for inside a transaction of the outbox');
    calls.add(call);
  }

  /**
   * Adds an event to the caller's transaction.
   * @throws Error when the manager is not that of a `transaction` under way: the event could outlive a rollback, and would
   * wait for the next poll; or when the data are not what the definition says, or larger than 1 MB.
   */
  async add<Data extends object>(
    manager: EntityManager,
    definition: EventDefinition<Data>,
    data: Data,
  ): Promise<EventEnvelope<Data>> {
    if (!AFTER_COMMIT.has(manager)) {
      throw new Error(`${definition.routingKey} must be added inside a transaction of the outbox`);
    }
    const context = currentContext();
    const envelope = createEnvelope(definition, data, context);
    const sent = asSent(definition, envelope);
    const json = JSON.stringify(sent);
    if (Buffer.byteLength(json) > MAX_EVENT_BYTES) {
      throw new Error(
        `${definition.routingKey} is larger than 1 MB; put the bytes elsewhere and send their id`,
      );
    }
    const { id, subject } = envelope;
    const { traceparent } = context;
    const headers: Record<string, string> = traceparent ? { traceparent } : {};
    await insertEvent(manager, { id, routingKey: `${sent.type}.v${sent.version}`, subject, headers }, json);
    this.afterCommit(manager, this.wakeRelay);
    return envelope;
  }
}
