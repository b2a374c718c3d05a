import { useQuery } from '@tanstack/react-query';
import type { SubscriptionView } from '../../lib/api/api-types';
import { DAY_MS } from '../../lib/time';
import { creditsQuery } from '../payments/api';
import { isCoveredPlan } from '../payments/plans';
import { renewalGraceDays } from '../payments/plans.gen';
import { subscriptionQuery } from './api';

/** What pays for a contract in place of its owner. */
export type Coverage = 'subscription' | 'credit';

type Subscription = Pick<SubscriptionView, 'status' | 'endsAtPeriodEnd' | 'periodEnd'>;

/** Whether a subscription pays for contracts at `now` (ms); one that is renewed does while its renewal takes its time. */
export function coversAt({ status, endsAtPeriodEnd, periodEnd }: Subscription, now: number): boolean {
  if (periodEnd === null || (status !== 'active' && status !== 'past_due')) return false;
  const isRenewed = status === 'active' && !endsAtPeriodEnd;
  return now < Date.parse(periodEnd) + (isRenewed ? renewalGraceDays * DAY_MS : 0);
}

/**
 * What pays for a contract of this plan if it is completed now; null where it is to be paid, and until that is known. The
 * server decides when it is completed.
 */
export function useCoverage(planType: string, isAsked: boolean): Coverage | null {
  const subscription = useQuery({ ...subscriptionQuery, enabled: isAsked });
  const credits = useQuery({ ...creditsQuery, enabled: isAsked });
  if (isCoveredPlan(planType) && subscription.data && coversAt(subscription.data, Date.now())) {
    return 'subscription';
  }
  return credits.data?.length ? 'credit' : null;
}
