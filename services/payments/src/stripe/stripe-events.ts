import { Inject, Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import type { Logger } from 'pino';
import type Stripe from 'stripe';
import { Column, DataSource, Entity, PrimaryColumn } from 'typeorm';
import {
  type Commit,
  defineJob,
  type JobHandler,
  type JobRun,
  Jobs,
  PruneJobs,
  type ScheduleHandler,
} from '#jobs';
import { Outbox } from '#outbox';
import { Clock, failpoint, insertIfNew, LOGGER, PermanentError } from '#platform';
import { idOf, STRIPE } from './stripe.client.js';

/** What we follow at Stripe. Events only say which of these to look at again. */
const stripeTopics = ['payment_intent', 'dispute', 'account', 'subscription'] as const;
export type StripeTopic = (typeof stripeTopics)[number];

export interface StripeSubject {
  topic: StripeTopic;
  /** Id of the object at Stripe. */
  id: string;
}

/** Brings our rows to what Stripe says now of one of its objects. Repeating it changes nothing. */
export interface StripeFollower {
  readonly topic: StripeTopic;
  /**
   * Asks Stripe and answers what to write. An object that is none of ours (another system on the same Stripe account)
   * gives a commit that writes nothing.
   */
  look(id: string): Promise<Commit>;
}

export const processStripeEvent = defineJob<StripeSubject>('process-stripe-event', {
  attempts: 12,
  backoffMs: 1000,
  concurrency: 4,
});

/** A webhook of Stripe's that has arrived, or an event that was asked for because none did. */
@Entity('stripe_webhooks')
export class StripeWebhookEntity {
  @PrimaryColumn('text')
  id: string;

  @Column('text')
  type: string;

  @Column('text')
  objectId: string;

  @Column('timestamptz', { default: () => 'now()' })
  receivedAt: Date;

  /** It did not come by webhook. */
  @Column('boolean', { default: false })
  askedFor: boolean;
}

/** Until when Stripe was asked for events, in one row. */
@Entity('stripe_cursor')
export class StripeCursorEntity {
  @PrimaryColumn('boolean', { default: true })
  onlyRow: boolean;

  @Column('timestamptz')
  seenUntil: Date;
}

/** What arrives from Stripe: every event once, with the job that looks at what it is about, in one transaction. */
@Injectable()
export class StripeWebhooks {
  constructor(
    private readonly outbox: Outbox,
    private readonly jobs: Jobs,
  ) {}

  /** @returns false when it was here before. */
  take(event: Stripe.Event, wasAskedFor: boolean): Promise<boolean> {
    const subject = subjectOf(event);
    return this.outbox.transaction(async (manager) => {
      const row = { id: event.id, type: event.type, objectId: subject?.id ?? '', askedFor: wasAskedFor };
      if (!(await insertIfNew(manager, StripeWebhookEntity, row))) return false;
      if (subject) await this.jobs.add(manager, processStripeEvent, event.id, subject);
      return true;
    });
  }
}

/** Who follows what. Each feature's module adds its own; the service does not start unless each topic has one. */
@Injectable()
export class StripeFollowers implements OnApplicationBootstrap {
  private readonly byTopic = new Map<StripeTopic, StripeFollower>();

  /** @throws Error when somebody else follows the topic */
  add(...followers: readonly StripeFollower[]): void {
    for (const follower of followers) {
      if (this.byTopic.has(follower.topic)) throw new Error(`${follower.topic} is followed twice`);
      this.byTopic.set(follower.topic, follower);
    }
  }

  onApplicationBootstrap(): void {
    for (const topic of stripeTopics) this.of(topic);
  }

  /** @throws PermanentError when nobody follows the topic */
  of(topic: StripeTopic): StripeFollower {
    const follower = this.byTopic.get(topic);
    if (!follower) throw new PermanentError(`Nobody follows ${topic}`);
    return follower;
  }
}

/** Looks at what the event is about as it is now at Stripe: so neither order nor repetition of events matters. */
@Injectable()
export class ProcessStripeEvent implements JobHandler<StripeSubject> {
  readonly job = processStripeEvent;

  constructor(private readonly followers: StripeFollowers) {}

  async run({ payload }: JobRun<StripeSubject>): Promise<Commit> {
    const commit = await this.followers.of(payload.topic).look(payload.id);
    failpoint('payments.stripe-event.before-commit');
    return commit;
  }
}

/** Events may be listed a little out of order, and the one before last round may have been about to come. */
const OVERLAP_SECONDS = 120;
/** Stripe keeps events for 30 days; a service that was away longer asks for what is left. */
const LONGEST_AWAY_SECONDS = 30 * 86_400;
/** An event younger than this is probably still on its way. */
const PATIENCE_SECONDS = 15;
const PAGE = 100;

/**
 * Asks Stripe for the events that never came, because its webhook was wrong, blocked or given up. Each goes through the
 * same rows as those that came.
 */
@Injectable()
export class FindMissedEvents implements ScheduleHandler {
  readonly schedule = { name: 'find-missed-events', everyMs: 45_000 };

  constructor(
    private readonly dataSource: DataSource,
    private readonly webhooks: StripeWebhooks,
    private readonly clock: Clock,
    @Inject(STRIPE) private readonly stripe: Stripe,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  async round(signal: AbortSignal): Promise<void> {
    const now = this.now();
    const since = Math.max((await this.seenUntil()) - OVERLAP_SECONDS, now - LONGEST_AWAY_SECONDS);
    const until = now - PATIENCE_SECONDS;
    let missed = 0;
    const events = this.stripe.events.list({ created: { gte: since, lte: until }, limit: PAGE });
    for await (const event of events) {
      if (signal.aborted) return;
      if (await this.webhooks.take(event, true)) missed++;
    }
    if (missed > 0)
      this.logger.error({ missed }, 'events of Stripe did not come by webhook; look at the endpoint');
    await this.noteSeen(until);
  }

  /** In SQL: whoever comes second must not put the cursor back. */
  private async noteSeen(until: number): Promise<void> {
    await this.dataSource.query(
      `insert into stripe_cursor (seen_until) values (to_timestamp($1))
       on conflict (only_row) do update set seen_until = greatest(stripe_cursor.seen_until, excluded.seen_until)`,
      [until],
    );
  }

  /** Epoch seconds; on the first round an hour back. */
  private async seenUntil(): Promise<number> {
    const cursor = await this.dataSource.manager.findOneBy(StripeCursorEntity, { onlyRow: true });
    return cursor === null ? this.now() - 3600 : Math.floor(cursor.seenUntil.getTime() / 1000);
  }

  private now(): number {
    return Math.floor(this.clock.now().getTime() / 1000);
  }
}

/** Of payments only what recognises repeated deliveries and requests is ever deleted; money has no age. */
@Injectable()
export class PruneMoney extends PruneJobs {
  protected override readonly rules = [
    // Stripe sends an event again, and lists it, for 30 days at most.
    { table: 'stripe_webhooks', isOver: 'true', since: 'received_at', days: 60 },
    // Longer than any browser goes on asking with the same key; the order itself answers without it.
    { table: 'idempotency_keys', isOver: 'true', since: 'created_at', days: 30 },
  ];
}

/** What an event is about, or null when it concerns nothing of ours. */
function subjectOf(event: Stripe.Event): StripeSubject | null {
  const about = (topic: StripeTopic, id: string | null): StripeSubject | null => (id ? { topic, id } : null);
  const { object } = event.data;
  switch (object.object) {
    case 'payment_intent':
      return about('payment_intent', object.id);
    case 'charge':
    case 'refund':
      return about('payment_intent', idOf(object.payment_intent));
    case 'dispute':
      return about('dispute', object.id);
    case 'account':
      return about('account', object.id);
    case 'subscription':
      return about('subscription', object.id);
    case 'invoice':
      return about('subscription', idOf(object.parent?.subscription_details?.subscription));
    default:
      return null;
  }
}
