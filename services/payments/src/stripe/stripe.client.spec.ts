import type Stripe from 'stripe';
import { keptCents, withdrawnCents } from './stripe.client.js';

describe('what a bank has taken of $5', () => {
  const dispute = (currency: string, moved: number[], status = 'lost') =>
    ({
      ...{ amount: 500, currency: 'usd', status },
      balance_transactions: moved.map((amount) => ({ amount, currency })),
    }) as Stripe.Dispute;

  it.each([
    ['nothing has moved yet', 'usd', [], 500, 500],
    ['all is kept', 'usd', [-500], 500, 500],
    ['a part comes back', 'usd', [-500, 200], 500, 300],
    ['a part was refunded before', 'usd', [-300], 300, 300],
    ['all is kept, of a balance in euros', 'eur', [-463], 500, 500],
    ['all is kept, of a balance in pesos', 'mxn', [-9150], 500, 500],
    ['a part comes back, of a balance in euros', 'eur', [-463, 185], 500, 300],
    ['all comes back at a better rate, of a balance in euros', 'eur', [-463, 470], 500, 0],
    ['something comes back without anything taken, of a balance in euros', 'eur', [463], 500, 0],
  ])('where %s', (_what, currency, moved, withdrawn, kept) => {
    const taken = dispute(currency, moved);
    expect([withdrawnCents(taken), keptCents(taken)]).toEqual([withdrawn, kept]);
  });

  it('is nothing once the dispute is won', () => {
    expect(keptCents(dispute('eur', [-463], 'won'))).toBe(0);
  });
});
