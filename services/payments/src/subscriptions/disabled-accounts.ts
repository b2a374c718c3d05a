import { Injectable } from '@nestjs/common';
import { getAccount } from '#contracts';
import type { Commit, JobHandler, JobRun } from '#jobs';
import { AppError } from '#platform';
import { AuthClient } from '../agreements/agreements.module.js';
import { type EndSubscriptionPayload, endSubscription } from './subscription.follower.js';
import { SubscriptionsService } from './subscriptions.service.js';

/** Ends the subscription of an account that is disabled: its owner cannot do so any more. */
@Injectable()
export class EndSubscription implements JobHandler<EndSubscriptionPayload> {
  readonly job = endSubscription;

  constructor(
    private readonly subscriptions: SubscriptionsService,
    private readonly auth: AuthClient,
  ) {}

  /** What Stripe has done is followed from there, so nothing is left to write. Repeating it changes nothing. */
  async run({ payload }: JobRun<EndSubscriptionPayload>): Promise<Commit> {
    const { userId, paidInvoiceId } = payload;
    const { isDisabled } = await this.auth.call(getAccount, { params: { id: userId } });
    // It may be open again by now. The release before does not say: then it is what was told, which a payment does not.
    if (isDisabled ?? paidInvoiceId === undefined) await this.end(userId);
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
