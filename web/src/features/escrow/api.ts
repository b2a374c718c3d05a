import { queryOptions } from '@tanstack/react-query';
import { escrowTexts } from '#texts/escrow';
import type { components } from '../../lib/api/api.gen';
import { request } from '../../lib/api/api-client';
import type { AppConfig, EscrowTerms } from '../../lib/api/api-types';
import { withPassword } from '../../lib/session/with-password';
import { createPaymentIntent } from '../payments/api';
import { publishedEscrow } from '../payments/plans.gen';
import type { Settlement } from '../payments/settlement';
import { type Escrow, type EscrowState, isMoving } from './escrow';

const MOVING_REFETCH_MS = 3000;
const ONBOARDING_REFETCH_MS = 10_000;

/** The agreement, and the key of the seller's mailed link where that is what opens it. */
const paramsOf = (agreementId: string, key: string | null) => ({
  path: { agreementId },
  query: key ? { key } : {},
});

export function escrowKey(agreementId: string, key: string | null) {
  const address = `/api/escrow/${encodeURIComponent(agreementId)}`;
  return [key ? `${address}?${new URLSearchParams({ key })}` : address] as const;
}

/** Whatever was prepared for an agreement, for any amount. */
export const escrowIntentsKey = (agreementId: string) => ['escrow-intent', agreementId] as const;

/** What was prepared for this amount: another one, as changed in another tab, is another payment. */
export const escrowIntentKey = (agreementId: string, amountCents: number) =>
  [...escrowIntentsKey(agreementId), amountCents] as const;

function refetchEvery(state: EscrowState | undefined): number | false {
  if (state === undefined) return false;
  if (isMoving(state)) return MOVING_REFETCH_MS;
  return state === 'requires_onboarding' ? ONBOARDING_REFETCH_MS : false;
}

/**
 * The escrow of an agreement; `key` is that of the seller's mailed link. Read again whenever the screen is
 * looked at, because the other side and the clock change it too.
 */
export function escrowQuery(agreementId: string, key: string | null) {
  return queryOptions({
    queryKey: escrowKey(agreementId, key),
    queryFn: ({ signal }) =>
      request('get', '/api/escrow/{agreementId}', { params: paramsOf(agreementId, key), signal }),
    staleTime: 0,
    refetchOnWindowFocus: true,
    refetchInterval: (query) => refetchEvery(query.state.data?.state),
  });
}

/** Whether the money of the buyer has arrived; only the server's word counts. */
export async function readEscrowSettlement(agreementId: string, signal: AbortSignal): Promise<Settlement> {
  const { heldAt } = await request('get', '/api/escrow/{agreementId}', {
    params: { path: { agreementId } },
    signal,
  });
  return heldAt === null ? 'waiting' : 'paid';
}

/** The terms; the published ones until the server has answered. */
export function termsOf(config: AppConfig | undefined): EscrowTerms {
  return config?.escrow ?? publishedEscrow;
}

type EscrowIntent = components['schemas']['EscrowIntentAnswer'];

interface EscrowInput {
  agreementId: string;
  amountCents: number;
  sellerEmail: string;
  feePercent: number;
}

/** Prepares an escrow; the fee percent only tells what this screen has shown. */
export function createEscrowIntent(input: EscrowInput): Promise<EscrowIntent> {
  return request('post', '/api/create-escrow-intent', {
    body: {
      agreementId: input.agreementId,
      amount: input.amountCents / 100,
      sellerEmail: input.sellerEmail.trim(),
      platformFeePercent: input.feePercent,
    },
  });
}

/** What the payment form confirms, for an escrow that already exists. */
export function escrowIntentQuery({ agreementId, amount }: Pick<Escrow, 'agreementId' | 'amount'>) {
  return queryOptions({
    queryKey: escrowIntentKey(agreementId, amount),
    queryFn: () =>
      createPaymentIntent({
        amount: amount / 100,
        type: 'held_payment',
        agreementId,
        description: escrowTexts.title,
      }),
  });
}

/** Calls that say nothing in their body send an empty object. */
const NOTHING = { body: {} as never };

export type OnboardingLink = components['schemas']['Onboarding'];

/** Where the seller with this address sets up payouts, asked for by the buyer. */
export function createConnectAccount(userId: number, email: string): Promise<OnboardingLink> {
  return request('post', '/api/create-connect-account', {
    body: { userId, email: email.trim() },
  });
}

/** The same, asked for by the seller with the mailed link. */
export function startOnboarding(agreementId: string, key: string | null): Promise<OnboardingLink> {
  return request('post', '/api/escrow/{agreementId}/onboarding', {
    params: paramsOf(agreementId, key),
    ...NOTHING,
  });
}

/** Has the seller's link mailed again. The answer says nothing about it. */
export function sendSellerLink(agreementId: string): Promise<undefined> {
  return request('post', '/api/escrow/{agreementId}/send-link', { params: { path: { agreementId } } });
}

/** One step of a person, and what it takes. */
export type EscrowAct =
  | { do: 'delivered' | 'received' | 'release' }
  | { do: 'problem'; reason: string }
  /** By the seller a part or, without cents, all of it; by the buyer the taking back. */
  | { do: 'refund'; cents: number | null };

/** Carries the step out, with the password where it moves money, and answers how the payment stands then. */
export function act(agreementId: string, key: string | null, step: EscrowAct): Promise<Escrow> {
  const params = paramsOf(agreementId, key);
  return withPassword(() => {
    switch (step.do) {
      case 'problem':
        // By the buyer, who has no link.
        return request('post', '/api/escrow/{agreementId}/problem', {
          params: { path: { agreementId } },
          body: { reason: step.reason.trim() },
        });
      case 'refund':
        return request('post', '/api/escrow/{agreementId}/refund', {
          params,
          body: step.cents === null ? {} : { amount: step.cents / 100 },
        });
      default:
        return request('post', `/api/escrow/{agreementId}/${step.do}` as const, { params, ...NOTHING });
    }
  });
}
