import type { AgreementView } from '../../lib/api/api-types';

/** What a contract offers about its escrow. */
type EscrowOffer = 'protect' | 'follow' | 'release';

type OfferFacts = Pick<AgreementView, 'status' | 'planType' | 'escrowStatus'>;

/**
 * The way to the escrow: to begin one, to follow it, or, for the pro plan while it is held, straight to its
 * release. Null for a contract that is not paid for, or is cancelled without ever having had one.
 */
export function escrowOfferOf({ status, planType, escrowStatus }: OfferFacts): EscrowOffer | null {
  if (escrowStatus === null || escrowStatus === 'failed')
    return status === 'pending' || status === 'cancelled' ? null : 'protect';
  return planType === 'pro' && escrowStatus === 'held' ? 'release' : 'follow';
}

/**
 * Address of the escrow of a contract. Open it with a full page load: only the documents of payment pages may
 * talk to the payment provider.
 */
export function escrowPath(agreementId: string, asksRelease = false): string {
  return `/escrow?${new URLSearchParams({ agreementId, ...(asksRelease ? { release: '1' } : {}) })}`;
}
