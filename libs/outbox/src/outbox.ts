import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { createEnvelope, type EventDefinition, type EventEnvelope } from '#contracts';
import { MAX_EVENT_BYTES } from '#messaging';
import { currentContext, inTransaction } from '#platform';

const WRITERS = new WeakSet<EntityManager>();

/** The only way out of a service: events are rows of the same transaction as the change that they tell of. */
@Injectable()
export class Outbox {
  private wakeRelay: () => void = () => undefined;

  constructor(private readonly dataSource: DataSource) {}

  /** Told by the relay: what to call when there is something to publish. */
  onAdded(wake: () => void): void {
    this.wakeRelay = wake;
  }

  /** A transaction (tried again after a serialization failure) after whose commit added events leave at once. */
  async transaction<T>(work: (manager: EntityManager) => Promise<T>): Promise<T> {
    let hasEvents = false;
    const result = await inTransaction(this.dataSource, async (manager) => {
      const value = await work(manager);
      hasEvents = WRITERS.has(manager);
      return value;
    });
    if (hasEvents) this.wakeRelay();
    return result;
  }

  /**
   * Adds an event to the caller's transaction.
   * @throws Error when the manager has no open transaction: the event could outlive a rollback; or
   * when the data are not what the definition says, or larger than 1 MB.
   */
  async add<Data extends object>(
    manager: EntityManager,
    definition: EventDefinition<Data>,
    data: Data,
  ): Promise<EventEnvelope<Data>> {
    if (!manager.queryRunner?.isTransactionActive) {
      throw new Error(`${definition.routingKey} must be added inside a transaction`);
    }
    const context = currentContext();
    const envelope = createEnvelope(definition, data, context);
    const json = JSON.stringify(envelope);
    if (Buffer.byteLength(json) > MAX_EVENT_BYTES) {
      throw new Error(
        `${definition.routingKey} is larger than 1 MB; put the bytes elsewhere and send their id`,
      );
    }
    await manager.query(
      'insert into outbox (id, routing_key, subject, envelope, headers) values ($1, $2, $3, $4, $5)',
      [
        envelope.id,
        definition.routingKey,
        envelope.subject,
        json,
        JSON.stringify(context.traceparent ? { traceparent: context.traceparent } : {}),
      ],
    );
    WRITERS.add(manager);
    return envelope;
  }
}
