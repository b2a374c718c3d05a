import type { ConfirmChannel, ConsumeMessage } from 'amqplib';
import type { Dependency, Outages } from '#platform';
import { DELIVERY_LIMIT } from './topology.js';

/** A message that the broker waits for, on the channel that must acknowledge it. */
export interface Delivery {
  readonly channel: ConfirmChannel;
  readonly message: ConsumeMessage;
}

interface Parts {
  outages: Outages;
  /** Aborted when the service stops: what waits is left to the broker. */
  signal: AbortSignal;
  isOpen(channel: ConfirmChannel): boolean;
  /** Handles and settles a delivery; answers the dependency that is away if that kept it from being handled. Never rejects. */
  attempt(delivery: Delivery): Promise<Dependency | null>;
  /** Replaces a delivery by a new message; answers whether it did. Never rejects. */
  renew(delivery: Delivery): Promise<boolean>;
}

/** The broker counts deliveries from 0; from here on a waiting message is replaced by a new one. */
const RENEW_AT = DELIVERY_LIMIT / 2;

/**
 * What the broker has delivered to one handler and not got back yet: never more than the prefetch limit.
 *
 * All of it is handled side by side while all is well. When something that the handler needs is away, nothing new is
 * begun: deliveries wait unacknowledged, which keeps them in their place in the queue and, at the prefetch limit, stops
 * the broker. Once the dependency answers, the oldest goes first and alone; when it gets through, the others follow in
 * their order.
 */
export class HandlerDeliveries {
  private waiting: Delivery[] = [];
  private readonly running = new Set<Promise<void>>();
  private isStopped = false;

  constructor(private readonly parts: Parts) {}

  add(delivery: Delivery): void {
    if (this.isStopped) this.hold(delivery);
    else this.start(delivery);
  }

  private start(delivery: Delivery): void {
    const run = this.parts.attempt(delivery).then((dependency) => {
      this.running.delete(run);
      if (dependency === null) return;
      this.hold(delivery);
      if (this.isStopped) return;
      this.isStopped = true;
      void this.recover(dependency);
    });
    this.running.add(run);
  }

  /** Waits for the dependency, then for whatever else keeps the oldest delivery from being handled. Never rejects. */
  private async recover(first: Dependency): Promise<void> {
    const { outages, signal, attempt } = this.parts;
    let dependency: Dependency | null = first;
    while (dependency !== null) {
      const circuit = outages.circuit(dependency);
      circuit.open();
      // Those that were under way may fail too: the oldest of all is to go first.
      await Promise.all(this.running);
      try {
        await circuit.answers(signal, () => this.waiting.length);
      } catch {
        return;
      }
      const oldest = this.takeOldest();
      dependency = oldest ? await attempt(oldest) : null;
      if (oldest && dependency !== null) this.hold(oldest);
      if (dependency !== circuit.dependency) circuit.close();
    }
    this.isStopped = false;
    for (let next = this.takeOldest(); next; next = this.takeOldest()) this.start(next);
  }

  private hold(delivery: Delivery): void {
    if (Number(delivery.message.properties.headers?.['x-delivery-count'] ?? 0) >= RENEW_AT) {
      void this.parts.renew(delivery).then((isNew) => {
        if (isNew) return;
        if (this.isStopped) this.place(delivery);
        else this.start(delivery);
      });
    } else this.place(delivery);
  }

  private place(delivery: Delivery): void {
    this.waiting = [...this.waiting, delivery]
      // Those of a channel that has closed are the broker's again.
      .filter(({ channel }) => this.parts.isOpen(channel))
      .sort((one, other) => one.message.fields.deliveryTag - other.message.fields.deliveryTag);
  }

  private takeOldest(): Delivery | undefined {
    let delivery = this.waiting.shift();
    while (delivery && !this.parts.isOpen(delivery.channel)) delivery = this.waiting.shift();
    return delivery;
  }
}
