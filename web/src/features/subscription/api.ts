import { queryOptions } from '@tanstack/react-query';
import type { components } from '../../lib/api/api.gen';
import { call } from '../../lib/api/api-client';
import type { SubscriptionView } from '../../lib/api/api-types';
import type { ReadSettlement } from '../payments/settlement';

type Secret = components['schemas']['SubscriptionSecret'];

export const subscriptionKey = ['/api/user/subscription'] as const;

function readSubscription(signal?: AbortSignal): Promise<SubscriptionView> {
  return call<SubscriptionView>(subscriptionKey[0], { signal });
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
    queryFn: () => call<Secret>('/api/create-subscription', { method: 'POST', body: { userId } }),
    gcTime: 0,
  });
}

/** Ends it with the period that is paid; one that never started ends at once. */
export function cancelSubscription(): Promise<SubscriptionView> {
  return call<SubscriptionView>('/api/user/subscription/cancel', { method: 'POST' });
}

/** Takes the cancellation back. */
export function resumeSubscription(): Promise<SubscriptionView> {
  return call<SubscriptionView>('/api/user/subscription/resume', { method: 'POST' });
}

/** Whether the server has seen a payment of the subscription: it is active then. */
export const subscriptionSettlement: ReadSettlement = async (signal) => {
  const { status } = await readSubscription(signal);
  if (status === 'active') return 'paid';
  return status === 'canceled' ? 'failed' : 'waiting';
};
