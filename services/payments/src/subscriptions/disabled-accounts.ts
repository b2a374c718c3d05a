import { Injectable } from '@nestjs/common';
import { getAccount } from '#contracts';
import { type Commit, defineJob, type JobHandler, type JobRun } from '#jobs';
import { AppError } from '#platform';
import { AuthClient } from '../agreements/agreements.module.js';
import { SubscriptionsService } from './subscriptions.service.js';

interface EndSubscriptionPayload {
  userId: number;
}

/** Ends the subscription of an account that was disabled: its owner cannot do so any more. */
export const endSubscription = defineJob<EndSubscriptionPayload>('end-subscription', {
  attempts: 10,
  backoffMs: 1000,
  concurrency: 2,
});

@Injectable()
export class EndSubscription implements JobHandler<EndSubscriptionPayload> {
  readonly job = endSubscription;

  constructor(
    private readonly subscriptions: SubscriptionsService,
    private readonly auth: AuthClient,
  ) {}

  /** What Stripe has done is followed from there, so nothing is left to write. Repeating it changes nothing. */
  async run({ payload: { userId } }: JobRun<EndSubscriptionPayload>): Promise<Commit> {
    const { isDisabled } = await this.auth.call(getAccount, { params: { id: userId } });
    // It may be open again by now. The release before does not say.
    if (isDisabled !== false) await this.end(userId);
    return () => Promise.resolve();
  }

  private async end(userId: number): Promise<void> {
    try {
      await this.subscriptions.cancel(userId);
    } catch (error) {
      const isNone = error instanceof AppError && error.code === 'not_subscribed';
      if (!isNone) throw error;
    }
  }
}
