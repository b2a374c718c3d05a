import { Agent, request } from 'node:http';
import { visitor } from '#platform';
import type { SeededRandom } from '#testing';
import { type Payments, WEBHOOK_SECRET } from './payments.harness.js';

/** Something at Stripe that goes on step by step, and the order in which its events come. */
export interface Story {
  /** Stripe's id of what its events are about. */
  subject: string;
  /** Types of its events. */
  order: readonly string[];
  /** What happens to it after its beginning, one after the other. */
  steps: readonly (() => Promise<unknown> | unknown)[];
}

interface Progress extends Story {
  /** How many of its events have been delivered. */
  told: number;
  /** Its events come as soon as there are any, and are worked on before it goes on. */
  isPrompt: boolean;
}

interface Signed {
  body: string;
  signature: string;
}

const AT_ONCE = 16;
const MOST_COPIES = 5;
/** All the work of a step, also on a busy machine. */
const QUIET_MS = 600_000;

/** Every order of the items. */
export function permutations<T>(items: readonly T[]): T[][] {
  if (items.length < 2) return [[...items]];
  return items.flatMap((item, index) =>
    permutations([...items.slice(0, index), ...items.slice(index + 1)]).map((rest) => [item, ...rest]),
  );
}

/** Does the work of all items, so many at once, and answers in their order. */
export async function together<T, R>(
  items: readonly T[],
  work: (item: T, index: number) => Promise<R>,
): Promise<R[]> {
  const results: R[] = [];
  const left = items.entries();
  const hand = async () => {
    for (const [index, item] of left) results[index] = await work(item, index);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, hand));
  return results;
}

/** Delivers the events of many stories, each one to five times, to whichever replica. */
export class WebhookStorm {
  /** How many deliveries each replica has taken. */
  readonly taken: number[];
  private readonly agent = new Agent({ keepAlive: true, maxSockets: AT_ONCE * MOST_COPIES });
  private readonly events = new Map<string, Map<string, Signed>>();
  private seen = 0;

  /** @param urls of the replicas */
  constructor(
    private readonly payments: Payments,
    private readonly urls: readonly string[],
    private readonly random: SeededRandom,
  ) {
    this.taken = urls.map(() => 0);
  }

  /**
   * Half of the stories are told as they happen, as far as their order of events allows; the others when they are over.
   * All stories have as many steps.
   */
  async tell(stories: readonly Story[]): Promise<void> {
    const going = stories.map((story, index): Progress => ({ ...story, told: 0, isPrompt: index % 2 === 0 }));
    const steps = going[0]?.steps.length ?? 0;
    for (let step = 0; step <= steps; step += 1) {
      if (step > 0) await together(going, async (story) => story.steps[step - 1]?.());
      this.hear();
      await together(going, async (story) => {
        if (story.isPrompt || step === steps) await this.tellOne(story);
      });
      await this.payments.quiet(QUIET_MS);
    }
    const untold = going.filter(({ told, order }) => told < order.length);
    if (untold.length > 0)
      throw new Error(`${untold.length} stories miss events, such as ${untold[0]?.order}`);
  }

  close(): void {
    this.agent.destroy();
  }

  /** What of the story has happened so far, up to the first event that is still to come. */
  private async tellOne(story: Progress): Promise<void> {
    for (const type of story.order.slice(story.told)) {
      const event = this.events.get(story.subject)?.get(type);
      if (event === undefined) return;
      // Squared: all numbers of copies come up, the smaller ones more often.
      const copies = 1 + Math.floor(this.random.next() ** 2 * MOST_COPIES);
      await Promise.all(Array.from({ length: copies }, () => this.deliver(event)));
      story.told += 1;
    }
  }

  /** Signs what is new at Stripe. */
  private hear(): void {
    const events = this.payments.stripe.listEvents().reverse();
    for (const event of events.slice(this.seen)) {
      const subject = subjectOf(event.data.object);
      const body = JSON.stringify(event);
      const signature = this.payments.sdk.webhooks.generateTestHeaderString({
        payload: body,
        secret: WEBHOOK_SECRET,
      });
      const known = this.events.get(subject) ?? new Map<string, Signed>();
      this.events.set(subject, known.set(event.type, { body, signature }));
    }
    this.seen = events.length;
  }

  private async deliver({ body, signature }: Signed): Promise<void> {
    const replica = this.random.between(0, this.urls.length);
    const status = await new Promise<number | undefined>((resolve, reject) => {
      const headers = {
        'content-type': 'application/json',
        'content-length': Buffer.byteLength(body),
        'stripe-signature': signature,
        'x-service-token': this.payments.tokens.issue(visitor),
      };
      const url = `${this.urls[replica]}/api/webhooks/stripe`;
      const call = request(url, { method: 'POST', agent: this.agent, headers }, (answer) => {
        answer.resume().on('end', () => resolve(answer.statusCode));
      });
      call.on('error', reject).end(body);
    });
    if (status !== 200) throw new Error(`A webhook was answered with ${status}`);
    this.taken[replica] = (this.taken[replica] ?? 0) + 1;
  }
}

interface About {
  id: string;
  object: string;
  payment_intent?: string | null;
  parent?: { subscription_details?: { subscription?: string } | null } | null;
}

/** Id of the payment or subscription that an object belongs to. */
function subjectOf(object: About): string {
  return object.payment_intent ?? object.parent?.subscription_details?.subscription ?? object.id;
}
