import type { AgreementView } from '../../lib/api/api-types';

/** What a contract offers about its escrow. */
type EscrowOffer = 'protect' | 'follow' | 'release';

type OfferFacts = Pick<
  AgreementView,
  'status' | 'planType' | 'escrowStatus' | 'isEscrowBuyer' | 'contentDeletedAt'
>;

/**
 * The way to the escrow: to begin one, to follow it, or, for the pro plan while it is held, straight to its
 * release, which is the buyer's to decide. Null where none can be begun and there never was one: the contract is not paid for, or cancelled, or its
 * recording is deleted, without which nobody could decide a dispute.
 */
export function escrowOfferOf(agreement: OfferFacts): EscrowOffer | null {
  const { status, planType, escrowStatus, isEscrowBuyer, contentDeletedAt } = agreement;
  if (escrowStatus === null || escrowStatus === 'failed') {
    const isOver = status === 'pending' || status === 'cancelled' || contentDeletedAt !== null;
    return isOver ? null : 'protect';
  }
  return planType === 'pro' && escrowStatus === 'held' && isEscrowBuyer ? 'release' : 'follow';
}

/**
 * Address of the escrow of a contract. Open it with a full page load: only the documents of payment pages may
 * talk to the payment provider.
 */
export function escrowPath(agreementId: string, asksRelease = false): string {
  return `/escrow?${new URLSearchParams({ agreementId, ...(asksRelease ? { release: '1' } : {}) })}`;
}
