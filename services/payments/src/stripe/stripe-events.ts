import { Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import type Stripe from 'stripe';
import { Brackets, Column, Entity, In, LessThan, PrimaryColumn } from 'typeorm';
import { type Commit, defineJob, JobEntity, type JobHandler, type JobRun, Jobs } from '#jobs';
import { Outbox, RETRY_AFTER_MS } from '#outbox';
import { failpoint, hasPassedSince, insertIfNew, PermanentError } from '#platform';
import { idOf } from './stripe.client.js';

/** What we follow at Stripe. Events only say which of these to look at again. */
const stripeTopics = ['payment_intent', 'dispute', 'account', 'subscription', 'transfer'] as const;
type StripeTopic = (typeof stripeTopics)[number];

interface StripeSubject {
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

  /** How often its job was begun anew after it had failed. */
  @Column('int', { default: 0 })
  retries: number;
}

/** At a time, so that the jobs of a long failure do not come back all at once. */
const RETRY_BATCH = 100;

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

  /**
   * Begins jobs anew that failed, each as long after its failure, and as often, as dead letters are put back: Stripe sends
   * no event again that it saw arrive, and a chargeback must not depend on one. Answers how many.
   */
  retryFailed(now: Date): Promise<number> {
    return this.outbox.transaction(async (manager) => {
      // Locked, so that of two copies of the service one begins it anew.
      const due = await manager
        .createQueryBuilder(StripeWebhookEntity, 'webhook')
        .innerJoin(JobEntity, 'job', 'job.name = :name and job.key = webhook.id', {
          name: processStripeEvent.name,
        })
        .where({ retries: LessThan(RETRY_AFTER_MS.length) })
        .andWhere("job.status = 'failed'")
        .andWhere(
          new Brackets((isOver) => {
            for (const [retries, ms] of RETRY_AFTER_MS.entries()) {
              const pause = `make_interval(secs => ${ms / 1000})`;
              const hasPassed = hasPassedSince('job.finishedAt', pause, 'cast(:now as timestamptz)');
              isOver.orWhere(`(webhook.retries = ${retries} and ${hasPassed})`, { now });
            }
          }),
        )
        .orderBy('job.finishedAt')
        .limit(RETRY_BATCH)
        .setLock('pessimistic_write', undefined, ['webhook'])
        .setOnLocked('skip_locked')
        .getMany();
      if (due.length > 0)
        await manager.increment(StripeWebhookEntity, { id: In(due.map(({ id }) => id)) }, 'retries', 1);
      for (const { id } of due) await this.jobs.restart(manager, processStripeEvent, id);
      return due.length;
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

/**
 * Whether our endpoint is to be sent the event. Of accounts the platform's list has its own alone, which is nobody's whom
 * we pay; transfers are nobody's to wait for, so that the list is soon enough.
 */
export function isForUs(event: Stripe.Event): boolean {
  const subject = subjectOf(event);
  return subject !== null && subject.topic !== 'account' && subject.topic !== 'transfer';
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
    case 'transfer':
      return about('transfer', object.id);
    case 'account':
      return about('account', object.id);
    case 'application':
      // An account lets us work with it no more: the event names it beside its object.
      return about('account', event.account ?? null);
    case 'subscription':
      return about('subscription', object.id);
    case 'invoice':
      return about('subscription', idOf(object.parent?.subscription_details?.subscription));
    default:
      return null;
  }
}
