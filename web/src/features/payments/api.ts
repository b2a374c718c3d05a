import { queryOptions } from '@tanstack/react-query';
import type { components } from '../../lib/api/api.gen';
import { request } from '../../lib/api/api-client';
import type { PaymentIntentAnswer, PaymentState, PaymentType, PendingPayment } from '../../lib/api/api-types';

type Schemas = components['schemas'];

/** The request for a payment. Its plan may be from an address: the server refuses one that it does not know. */
export type IntentBody = Omit<Schemas['CreatePaymentIntent'], 'planType'> & { planType?: string };

/** Prepares a payment. Nothing is left to pay where the answer's `clientSecret` is null. */
export function createPaymentIntent(body: IntentBody): Promise<PaymentIntentAnswer> {
  return request('post', '/api/create-payment-intent', { body: body as Schemas['CreatePaymentIntent'] });
}

export const pendingPaymentsKey = ['/api/user/pending-payments'] as const;

/** A payment that waits, and what was agreed where that is known. */
export interface OpenPayment {
  payment: PendingPayment;
  deal: Schemas['PaidDeal'] | null;
}

/** What the signed-in user still has to pay. */
export async function readPendingPayments(signal?: AbortSignal): Promise<OpenPayment[]> {
  const answer = await request('get', '/api/user/pending-payments', { signal });
  const deals = new Map(answer.deals?.map((deal) => [deal.agreementId, deal]));
  return answer.pendingPayments.map((payment) => ({
    payment,
    deal: deals.get(payment.agreementId) ?? null,
  }));
}

/** What the server knows about a payment of an agreement. */
export function readPayment(
  agreementId: string,
  type: PaymentType = 'contract',
  signal?: AbortSignal,
): Promise<PaymentState> {
  return request('get', '/api/payments/{agreementId}', {
    params: { path: { agreementId }, query: { type } },
    signal,
  });
}

/** What the signed-in user has paid for contracts that came to nothing, as far as it pays for other ones. */
export const creditsQuery = queryOptions({
  queryKey: ['/api/user/credits'] as const,
  // Another contract may have used one since the screen was last shown.
  refetchOnMount: 'always',
  queryFn: ({ signal }) => request('get', '/api/user/credits', { signal }),
});
