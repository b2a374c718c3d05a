import { Inject, Injectable } from '@nestjs/common';
import type { Commit, JobHandler, JobRun } from '#jobs';
import { failpoint, PermanentError } from '#platform';
import { processStripeEvent } from './process-stripe-event.definition.js';
import { STRIPE_FOLLOWERS, type StripeFollower } from './stripe-follower.js';
import type { StripeSubject } from './stripe-topic.js';

/** Looks at what the event is about as it is now at Stripe: so neither order nor repetition of events matters. */
@Injectable()
export class ProcessStripeEvent implements JobHandler<StripeSubject> {
  readonly job = processStripeEvent;

  constructor(@Inject(STRIPE_FOLLOWERS) private readonly followers: readonly StripeFollower[]) {}

  async run({ payload }: JobRun<StripeSubject>): Promise<Commit> {
    const follower = this.followers.find(({ topic }) => topic === payload.topic);
    if (!follower) throw new PermanentError(`Nobody follows ${payload.topic}`);
    const commit = await follower.look(payload.id);
    failpoint('payments.stripe-event.before-commit');
    return commit;
  }
}
