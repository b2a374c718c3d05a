import type { components } from '../../lib/api/api.gen';
import { call } from '../../lib/api/api-client';
import type { PaymentIntentAnswer, PaymentState, PaymentType, PendingPayment } from '../../lib/api/api-types';

type Schemas = components['schemas'];

/** The request for a payment. Its plan may be from an address: the server refuses one that it does not know. */
export type IntentBody = Omit<Schemas['CreatePaymentIntent'], 'planType'> & { planType?: string };

/** Prepares a payment. Nothing is left to pay where the answer's `clientSecret` is null. */
export function createPaymentIntent(body: IntentBody): Promise<PaymentIntentAnswer> {
  return call<PaymentIntentAnswer>('/api/create-payment-intent', { method: 'POST', body });
}

export const pendingPaymentsKey = ['/api/user/pending-payments'] as const;

/** What the signed-in user still has to pay. */
export async function readPendingPayments(signal?: AbortSignal): Promise<PendingPayment[]> {
  const answer = await call<Schemas['PendingPayments']>(pendingPaymentsKey[0], { signal });
  return answer.pendingPayments;
}

/** What the server knows about a payment of an agreement. */
export function readPayment(
  agreementId: string,
  type: PaymentType = 'contract',
  signal?: AbortSignal,
): Promise<PaymentState> {
  return call<PaymentState>(`/api/payments/${encodeURIComponent(agreementId)}?type=${type}`, { signal });
}
