import { useQuery } from '@tanstack/react-query';
import type { SubscriptionView } from '../../lib/api/api-types';
import { DAY_MS } from '../../lib/time';
import { creditsQuery } from '../payments/api';
import { isCoveredPlan } from '../payments/plans';
import { renewalGraceDays } from '../payments/plans.gen';
import { subscriptionQuery } from './api';

/** What pays for a contract in place of its owner. */
export type Coverage = 'subscription' | 'credit';

export interface ExpectedCoverage {
  by: Coverage;
  /** When it ends, an ISO time; null where nothing ends it yet. */
  until: string | null;
}

type Subscription = Pick<SubscriptionView, 'status' | 'endsAtPeriodEnd' | 'periodEnd'>;

const isRenewed = ({ status, endsAtPeriodEnd }: Subscription): boolean =>
  status === 'active' && !endsAtPeriodEnd;

/** Whether a subscription pays for contracts at `now` (ms); one that is renewed does while its renewal takes its time. */
export function coversAt(subscription: Subscription, now: number): boolean {
  const { status, periodEnd } = subscription;
  if (periodEnd === null || (status !== 'active' && status !== 'past_due')) return false;
  return now < Date.parse(periodEnd) + (isRenewed(subscription) ? renewalGraceDays * DAY_MS : 0);
}

/**
 * What pays for a contract of this plan if it is completed now; null where it is to be paid, and until that is known. The
 * server decides when it is completed.
 */
export function useCoverage(planType: string, isAsked: boolean): ExpectedCoverage | null {
  const { data: subscription } = useQuery({ ...subscriptionQuery, enabled: isAsked });
  const credits = useQuery({ ...creditsQuery, enabled: isAsked });
  if (isCoveredPlan(planType) && subscription && coversAt(subscription, Date.now())) {
    return { by: 'subscription', until: isRenewed(subscription) ? null : subscription.periodEnd };
  }
  const [credit] = credits.data ?? [];
  return credit ? { by: 'credit', until: credit.expiresAt } : null;
}
