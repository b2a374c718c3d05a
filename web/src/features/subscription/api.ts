import { queryOptions } from '@tanstack/react-query';
import { request } from '../../lib/api/api-client';
import type { SubscriptionView } from '../../lib/api/api-types';
import type { ReadSettlement } from '../payments/settlement';

export const subscriptionKey = ['/api/user/subscription'] as const;

function readSubscription(signal?: AbortSignal): Promise<SubscriptionView> {
  return request('get', '/api/user/subscription', { signal });
}

/** The signed-in user's subscription. */
export const subscriptionQuery = queryOptions({
  queryKey: subscriptionKey,
  queryFn: ({ signal }) => readSubscription(signal),
});

/** Prepares the first payment; a subscription that waits for it is used again. */
export function firstPaymentQuery(userId: number) {
  return queryOptions({
    queryKey: ['/api/create-subscription', userId],
    queryFn: () => request('post', '/api/create-subscription', { body: { userId } }),
    gcTime: 0,
  });
}

/** Ends it with the period that is paid; one that never started ends at once. */
export function cancelSubscription(): Promise<SubscriptionView> {
  return request('post', '/api/user/subscription/cancel');
}

/** Takes the cancellation back. */
export function resumeSubscription(): Promise<SubscriptionView> {
  return request('post', '/api/user/subscription/resume');
}

/** Whether the server has seen a payment of the subscription: it is active then. */
export const subscriptionSettlement: ReadSettlement = async (signal) => {
  const { status } = await readSubscription(signal);
  if (status === 'active') return 'paid';
  return status === 'canceled' ? 'failed' : 'waiting';
};
