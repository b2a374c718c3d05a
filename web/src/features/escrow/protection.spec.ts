import { protectionOf, protectionPath } from './protection';

const PAID = { status: 'completed', planType: 'split-second-contract', escrowStatus: null } as const;

describe('the held payment of a contract', () => {
  it('can begin once the contract is paid for', () => {
    expect(protectionOf(PAID)).toBe('protect');
    expect(protectionOf({ ...PAID, status: 'awaiting_party' })).toBe('protect');
    expect(protectionOf({ ...PAID, status: 'pending' })).toBeNull();
    expect(protectionOf({ ...PAID, status: 'cancelled' })).toBeNull();
    expect(protectionOf({ ...PAID, escrowStatus: 'failed' })).toBe('protect');
  });

  it.each([
    ['pro', 'held', 'release'],
    ['pro', 'release_due', 'follow'],
    ['pro', 'released', 'follow'],
    ['split-second-contract', 'held', 'follow'],
    ['standard', 'held', 'follow'],
  ] as const)('with plan %s and state %s offers to %s', (planType, escrowStatus, offer) => {
    expect(protectionOf({ ...PAID, planType, escrowStatus })).toBe(offer);
  });

  it('stays in sight when the contract is cancelled', () => {
    expect(protectionOf({ ...PAID, status: 'cancelled', escrowStatus: 'refunding' })).toBe('follow');
  });

  it('has an address', () => {
    expect(protectionPath('4207731958026614')).toBe('/escrow?agreementId=4207731958026614');
    expect(protectionPath('4207731958026614', true)).toBe('/escrow?agreementId=4207731958026614&release=1');
  });
});
