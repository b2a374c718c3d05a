import type { EventEnvelope } from '#contracts';
import type { RunningService } from '#platform';
import { until } from '../../platform/test/test-service.js';
import { Inbox } from '../src/index.js';

/**
 * Counts how often the consumers of services in this process came to the end of an event. Delivered again, an event
 * leaves no trace in any table: this count is how a test knows that its second delivery is over.
 */
export class Deliveries {
  private readonly ended = new Map<string, number>();

  watch({ app }: RunningService): void {
    const inbox = app.get(Inbox);
    const once = inbox.once.bind(inbox);
    inbox.once = async (event, consumer, work) => {
      const hasWorked = await once(event, consumer, work);
      this.ended.set(key(event, consumer), this.count(event, consumer) + 1);
      return hasWorked;
    };
  }

  /** Until the consumer has handled the event this often: once with an effect, later without. */
  async reach(event: EventEnvelope, consumer: string, times: number): Promise<void> {
    await until(
      `${consumer} has handled ${event.type} ${times} times`,
      () => this.count(event, consumer) >= times,
    );
  }

  private count(event: EventEnvelope, consumer: string): number {
    return this.ended.get(key(event, consumer)) ?? 0;
  }
}

const key = (event: EventEnvelope, consumer: string): string => `${consumer} ${event.id}`;
