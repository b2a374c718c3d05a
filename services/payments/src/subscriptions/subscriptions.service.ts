import { Injectable } from '@nestjs/common';
import Stripe from 'stripe';
import { AppError, Clock, failpoint } from '#platform';
import { askingStripe } from '../stripe/stripe.module.js';
import { StripeSubscriptions } from './stripe-subscriptions.js';
import { type FollowedSubscription, SubscriptionFollower } from './subscription.follower.js';
import { endedView, openView, paymentDue, type SubscriptionView } from './subscription.view.js';
import { SubscriptionsRepository } from './subscriptions.repository.js';

/** A subscription may end at Stripe while it is begun here; then the next one is. */
const MOST_TRIES = 3;

/** What a user does with their own subscription. All of it throws AppError `payment_provider` when Stripe does not answer. */
@Injectable()
export class SubscriptionsService {
  constructor(
    private readonly rows: SubscriptionsRepository,
    private readonly atStripe: StripeSubscriptions,
    private readonly follower: SubscriptionFollower,
    private readonly clock: Clock,
  ) {}

  /**
   * The client secret of the first payment: of one and the same subscription, however often it is asked.
   * @throws AppError `already_subscribed`, `payment_processing`
   */
  create(userId: number): Promise<string> {
    return askingStripe(async () => {
      for (let tries = 0; tries < MOST_TRIES; tries += 1) {
        const begun = await this.begin(userId);
        if (begun === null || begun.row.status === 'canceled') continue;
        if (begun.row.startedAt !== null) throw new AppError('already_subscribed');
        // Stripe may call it active before its first month is paid.
        if (begun.row.isBankTaking) throw new AppError('payment_processing');
        const due = paymentDue(begun);
        // The money is on its way: the invoice is settled and the subscription about to follow.
        if (due === null) throw new AppError('already_subscribed');
        return due.clientSecret;
      }
      throw new AppError('unavailable');
    });
  }

  view(userId: number): Promise<SubscriptionView> {
    return askingStripe(async () => this.show(userId, await this.current(userId)));
  }

  /**
   * Ends it with the period that is paid; one that waits for money, or is about to ask for it, ends at once. Repeating it
   * changes nothing.
   * @throws AppError `not_subscribed`
   */
  cancel(userId: number): Promise<SubscriptionView> {
    return this.change(userId, (subscription) => this.atStripe.end(subscription));
  }

  /**
   * Takes the cancellation back while the subscription still runs.
   * @throws AppError `not_subscribed`
   */
  resume(userId: number): Promise<SubscriptionView> {
    return this.change(userId, async ({ id, cancel_at_period_end: isEnding }) => {
      if (isEnding) await this.atStripe.keepOn(id);
    });
  }

  private change(
    userId: number,
    act: (subscription: Stripe.Subscription) => Promise<void>,
  ): Promise<SubscriptionView> {
    return askingStripe(async () => {
      const before = await this.current(userId);
      if (before === null) throw new AppError('not_subscribed');
      try {
        await act(before.subscription);
        failpoint('payments.subscription.after-change');
      } catch (error) {
        // It may have ended in this very moment.
        const isRefused = error instanceof Stripe.errors.StripeInvalidRequestError;
        if (!isRefused || (await this.current(userId)) !== null) throw error;
      }
      return this.show(userId, await this.follower.bring(before.row));
    });
  }

  private async begin(userId: number): Promise<FollowedSubscription | null> {
    const { row, isNew } = await this.rows.open(userId, this.clock.now());
    if (row === null) return null;
    const known = isNew ? null : await this.follower.bring(row);
    // One that Stripe does not know has ended by now, and the next one is begun.
    if (known !== null || row.stripeId !== null) return known;
    failpoint('payments.subscription.after-row');
    const lost = await this.follower.findLost(userId);
    const stripeId = lost?.stripeId ?? (await this.atStripe.begin(row));
    failpoint('payments.subscription.after-stripe');
    await this.rows.tie(row.id, stripeId, lost?.price);
    return this.follower.bring({ ...row, stripeId });
  }

  /** The open subscription as Stripe has it now; null when there is none. */
  private async current(userId: number): Promise<FollowedSubscription | null> {
    const row = await this.rows.findOpen(userId);
    const brought = row && (await this.follower.bring(row));
    return brought?.row.status === 'canceled' ? null : brought;
  }

  private async show(userId: number, followed: FollowedSubscription | null): Promise<SubscriptionView> {
    if (followed !== null && followed.row.status !== 'canceled') return openView(followed);
    return endedView(await this.rows.findEnded(userId));
  }
}
