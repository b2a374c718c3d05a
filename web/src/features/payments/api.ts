import { queryOptions } from '@tanstack/react-query';
import { call } from '../../lib/api-client';
import { ApiError } from '../../lib/api-error';
import type { PaymentIntentAnswer, PaymentView } from '../../lib/api-types';

const POLL_MS = 1000;
const POLL_LIMIT_MS = 30_000;

interface IntentInput {
  agreementId: string;
  planType: string;
  claimToken: string | null;
}

/** Prepares the payment of one contract; the server decides the amount. */
export function paymentIntentQuery({ agreementId, planType, claimToken }: IntentInput) {
  return queryOptions({
    queryKey: ['/api/create-payment-intent', agreementId, planType],
    queryFn: () =>
      call<PaymentIntentAnswer>('/api/create-payment-intent', {
        method: 'POST',
        body: { planType, agreementId, ...(claimToken ? { claimToken } : {}) },
      }),
    gcTime: 0,
  });
}

/** What the server knows about the payment of a contract. */
export function readPayment(agreementId: string, signal?: AbortSignal): Promise<PaymentView> {
  return call<PaymentView>(`/api/payments/${agreementId}`, { signal });
}

export type ConfirmResult = 'paid' | 'slow';

/** Waits until the server says paid: once a second, for thirty seconds at most. Only the server marks a payment. */
export async function waitUntilPaid(agreementId: string, signal: AbortSignal): Promise<ConfirmResult> {
  const until = Date.now() + POLL_LIMIT_MS;
  while (Date.now() < until) {
    try {
      const payment = await readPayment(agreementId, signal);
      if (payment.status === 'paid') return 'paid';
    } catch (error) {
      if (signal.aborted) throw error;
      // A refused or unreachable question is asked again until the time is over.
      if (!(error instanceof ApiError)) throw error;
    }
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  }
  return 'slow';
}
