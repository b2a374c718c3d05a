import { Injectable } from '@nestjs/common';
import type Stripe from 'stripe';
import { Jobs } from '#jobs';
import { Outbox } from '#outbox';
import { processStripeEvent } from './process-stripe-event.definition.js';
import { subjectOf } from './stripe-topic.js';

/** Every event of Stripe's once, with the job that looks at what it is about, in one transaction. */
@Injectable()
export class StripeInbox {
  constructor(
    private readonly outbox: Outbox,
    private readonly jobs: Jobs,
  ) {}

  /** @returns false when it was here before. */
  take(event: Stripe.Event, wasAskedFor: boolean): Promise<boolean> {
    const subject = subjectOf(event);
    return this.outbox.transaction(async (manager) => {
      const inserted = await manager.query<unknown[]>(
        `insert into stripe_events (id, type, object_id, asked_for) values ($1, $2, $3, $4)
         on conflict do nothing returning 1`,
        [event.id, event.type, subject?.id ?? '', wasAskedFor],
      );
      if (inserted.length === 0) return false;
      if (subject) await this.jobs.add(manager, processStripeEvent, event.id, subject);
      return true;
    });
  }
}
