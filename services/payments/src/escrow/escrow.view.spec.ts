import { sellerParty } from './escrow.view.js';

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
