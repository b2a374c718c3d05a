import type { EscrowEntity } from './escrow.entities.js';
import { paidBySilenceAt, sellerParty } from './escrow.view.js';

describe('the seller of an escrow', () => {
  const agreement = {
    partyA: { name: 'Anna Ash', email: 'anna@example.test' },
    partyB: { name: 'Ben Ode', email: 'Ben@example.test' },
  };

  it.each([
    ['a', 'ben@example.test', 'b'],
    ['b', 'anna@example.test', 'a'],
    ['a', 'garage@example.test', 'other'],
    // An address of the buyer's own is nobody else's.
    ['a', 'anna@example.test', 'other'],
  ] as const)('of party %s who named %s is %s', (buyerParty, sellerEmail, party) => {
    expect(sellerParty({ buyerParty, sellerEmail }, agreement)).toBe(party);
  });
});

describe('when silence pays the seller', () => {
  const heldAt = new Date('2026-09-01T10:00:00Z');
  const lastDay = '2026-11-24T10:00:00.000Z';
  const delivered = { state: 'release_due', heldAt, resumedAt: null, receivedAt: null, chargeback: null };
  const at = (more: Partial<EscrowEntity>) =>
    paidBySilenceAt({ ...delivered, releaseAt: new Date('2026-11-20T10:00:00Z'), ...more } as EscrowEntity);
  const late = new Date('2026-12-01T10:00:00Z');

  it('is the end of the clock', () => expect(at({})).toBe('2026-11-20T10:00:00.000Z'));

  it.each(['disputed', 'refunding', 'refunded', 'released', 'charged_back'] as const)(
    'is never, where the money goes or has gone another way: %s',
    (state) => expect(at({ state })).toBeNull(),
  );

  it('is never, where the money goes back before', () => expect(at({ releaseAt: late })).toBeNull());

  it('is the last day on which it may be held, of what the buyer has received', () =>
    expect(at({ releaseAt: late, receivedAt: heldAt })).toBe(lastDay));
});
