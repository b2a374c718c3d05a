import { escrowOfferOf, escrowPath } from './escrow-offer';

const PAID = {
  status: 'completed',
  planType: 'split-second-contract',
  escrowStatus: null,
  isEscrowBuyer: true,
  contentDeletedAt: null,
} as const;

describe('the held payment of a contract', () => {
  it('can begin once the contract is paid for', () => {
    expect(escrowOfferOf(PAID)).toBe('protect');
    expect(escrowOfferOf({ ...PAID, status: 'awaiting_party' })).toBe('protect');
    expect(escrowOfferOf({ ...PAID, status: 'pending' })).toBeNull();
    expect(escrowOfferOf({ ...PAID, status: 'cancelled' })).toBeNull();
    expect(escrowOfferOf({ ...PAID, escrowStatus: 'failed' })).toBe('protect');
  });

  it('cannot begin once the recording is deleted, and one that has begun stays in sight', () => {
    const deleted = { ...PAID, contentDeletedAt: '2026-12-22T00:00:00Z' };
    expect(escrowOfferOf(deleted)).toBeNull();
    expect(escrowOfferOf({ ...deleted, escrowStatus: 'failed' })).toBeNull();
    expect(escrowOfferOf({ ...deleted, escrowStatus: 'released' })).toBe('follow');
  });

  it.each([
    ['pro', 'held', 'release'],
    ['pro', 'release_due', 'follow'],
    ['pro', 'released', 'follow'],
    ['split-second-contract', 'held', 'follow'],
    ['standard', 'held', 'follow'],
  ] as const)('with plan %s and state %s offers to %s', (planType, escrowStatus, offer) => {
    expect(escrowOfferOf({ ...PAID, planType, escrowStatus })).toBe(offer);
  });

  it('is the buyer’s to release, not the seller’s who waits for it', () => {
    const held = { ...PAID, planType: 'pro', escrowStatus: 'held' } as const;
    expect(escrowOfferOf({ ...held, isEscrowBuyer: false })).toBe('follow');
  });

  it('stays in sight when the contract is cancelled', () => {
    expect(escrowOfferOf({ ...PAID, status: 'cancelled', escrowStatus: 'refunding' })).toBe('follow');
  });

  it('has an address', () => {
    expect(escrowPath('4207731958026614')).toBe('/escrow?agreementId=4207731958026614');
    expect(escrowPath('4207731958026614', true)).toBe('/escrow?agreementId=4207731958026614&release=1');
  });
});
