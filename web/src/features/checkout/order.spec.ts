import type { AppConfig } from '../../lib/api/api-types';
import { orderOf } from './order';

const payments = { mode: 'sandbox', publishableKey: 'pk', sandboxConfirmUrl: 'http://localhost' } as const;
const config: AppConfig = {
  payments,
  operator: { name: null, address: null, email: null, law: null },
  prices: { contract: 500, manualTranscription: 200, subscription: 2000 },
  plans: {},
  escrow: { feePercent: 5, minCents: 50, maxCents: 10_000_000, holdHours: { '24hrs': 24 } },
  limits: {},
};
const contract = (planType: string) =>
  ({ kind: 'contract', agreementId: '1', planType, claimToken: null }) as const;

describe('an order', () => {
  it.each([
    ['split-second-contract', 'Split Second Contract', 'Recordings of up to 10 minutes'],
    ['basic', 'Basic Plan', 'Recordings of up to 3 minutes'],
    ['standard', 'Standard Plan', 'Recordings of up to 10 minutes'],
    ['pro', 'Pro Plan', 'Recordings of up to 10 minutes'],
  ])('of the plan %s', (planType, name, limit) => {
    const order = orderOf(contract(planType), config);
    expect(order).toMatchObject({ name, cents: 500 });
    expect(order.includes.at(-1)).toBe(limit);
  });

  it("believes the server's table more than its own", () => {
    const told = { ...config, plans: { basic: { priceCents: 700, maxSeconds: 240 } } };
    const order = orderOf(contract('basic'), told);
    expect(order.cents).toBe(700);
    expect(order.includes).toContain('Recordings of up to 4 minutes');
  });

  it('promises nothing about the length of an unknown plan', () => {
    expect(orderOf(contract('gold'), config).includes.join()).not.toMatch(/minutes|limit/);
  });

  it('of a transcript written by a person', () => {
    expect(orderOf({ kind: 'manual', agreementId: '1' }, undefined)).toMatchObject({
      name: 'Professional Transcription Service',
      cents: 200,
    });
  });

  it('of an open payment is called and costs what that says', () => {
    const payment = {
      amount: 19.99,
      type: 'held_payment',
      agreementId: '1',
      description: 'Blue bike',
    } as const;
    expect(orderOf({ kind: 'pending', payment }, config)).toMatchObject({ name: 'Blue bike', cents: 1999 });
  });
});
