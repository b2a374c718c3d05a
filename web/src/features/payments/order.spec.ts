import type { AppConfig, PendingPayment } from '../../lib/api/api-types';
import type { OpenPayment } from './api';
import { bodyOf, choicesFrom, type LookUp, orderOf, underwayOf, wantedFrom } from './order';

const ID = '1234567890123456';
const STORED = { agreementId: ID, planType: 'split-second-contract', claimToken: 'claim' };
const EVERYTHING: LookUp = { kind: 'look-up', agreementId: null, type: null };
const open = (agreementId: string, type: PendingPayment['type'] = 'contract'): OpenPayment => ({
  payment: { amount: type === 'contract' ? 5 : 2, type, agreementId, description: `For ${agreementId}` },
  deal: null,
});

describe('what the address asks for', () => {
  it.each(['split-second-contract', 'basic', 'standard', 'pro'])('a contract of the plan %s', (planType) => {
    expect(wantedFrom(`?plan=${planType}&agreementId=${ID}`, null)).toEqual({
      kind: 'contract',
      agreementId: ID,
      planType,
      claimToken: null,
    });
  });

  it('a contract that this browser may claim, and only that one', () => {
    expect(wantedFrom(`?plan=basic&agreementId=${ID}`, STORED)).toMatchObject({ claimToken: 'claim' });
    expect(wantedFrom('?plan=basic&agreementId=2', STORED)).toMatchObject({ claimToken: null });
  });

  it('the transcript written by a person', () => {
    expect(wantedFrom(`?service=manual-transcription&agreementId=${ID}`, null)).toEqual({
      kind: 'human-transcript',
      agreementId: ID,
    });
    expect(wantedFrom('?service=manual-transcription', null)).toMatchObject({ type: 'manual_transcription' });
  });

  it('whatever is open', () => {
    expect(wantedFrom('', null)).toEqual(EVERYTHING);
    expect(wantedFrom(`?agreementId=${ID}`, null)).toEqual({ ...EVERYTHING, agreementId: ID });
  });
});

describe('what can be paid', () => {
  it('is nothing where nothing is open', () => {
    expect(choicesFrom(EVERYTHING, [], null)).toEqual([]);
  });

  it('is everything that is open, and first what this browser remembers', () => {
    expect(choicesFrom(EVERYTHING, [open('2'), open('3', 'manual_transcription')], STORED)).toEqual([
      { kind: 'contract', agreementId: ID, planType: 'split-second-contract', claimToken: 'claim' },
      { kind: 'pending', ...open('2') },
      { kind: 'pending', ...open('3', 'manual_transcription') },
    ]);
  });

  it('names a remembered recording once', () => {
    expect(choicesFrom(EVERYTHING, [open(ID)], STORED)).toEqual([{ kind: 'pending', ...open(ID) }]);
  });

  it('is only what belongs to the named agreement or service', () => {
    const list = [open('2'), open('3'), open('3', 'manual_transcription')];
    expect(choicesFrom({ ...EVERYTHING, agreementId: '2' }, list, STORED)).toEqual([
      { kind: 'pending', ...open('2') },
    ]);
    expect(choicesFrom({ ...EVERYTHING, type: 'manual_transcription' }, list, STORED)).toEqual([
      { kind: 'pending', ...open('3', 'manual_transcription') },
    ]);
  });

  it('is the named agreement when nobody lists it, so that the server can say why not', () => {
    expect(choicesFrom({ ...EVERYTHING, agreementId: '9' }, [open('2')], null)).toEqual([
      { kind: 'contract', agreementId: '9', planType: 'split-second-contract', claimToken: null },
    ]);
  });
});

describe('the request', () => {
  it('has the three specified shapes', () => {
    const contract = { kind: 'contract', agreementId: ID, planType: 'pro', claimToken: null } as const;
    expect(bodyOf(contract, 200, 'x')).toEqual({ planType: 'pro', agreementId: ID });
    expect(bodyOf({ ...contract, claimToken: 'c' }, 200, 'x')).toEqual({
      planType: 'pro',
      agreementId: ID,
      claimToken: 'c',
    });
    expect(bodyOf({ kind: 'human-transcript', agreementId: ID }, 200, 'By a person')).toEqual({
      amount: 2,
      type: 'manual_transcription',
      agreementId: ID,
      description: 'By a person',
    });
    expect(bodyOf({ kind: 'pending', ...open(ID) }, 200, 'x')).toEqual(open(ID).payment);
  });
});

describe('the way back from the bank', () => {
  it('leads to the same payment', () => {
    expect(underwayOf({ kind: 'contract', agreementId: ID, planType: 'pro', claimToken: null })).toEqual({
      kind: 'order',
      agreementId: ID,
      type: 'contract',
      payPath: `/checkout?agreementId=${ID}&plan=pro`,
    });
    expect(underwayOf({ kind: 'pending', ...open(ID, 'manual_transcription') })).toMatchObject({
      type: 'manual_transcription',
      payPath: `/checkout?service=manual-transcription&agreementId=${ID}`,
    });
  });
});

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

  it.each([
    [500, 'Recordings of up to 8 minutes 20 seconds'],
    [60, 'Recordings of up to 1 minute'],
    [45, 'Recordings of up to 45 seconds'],
  ])('says in words how long a recording may be: %s seconds', (maxSeconds, limit) => {
    const told = { ...config, plans: { pro: { priceCents: 500, maxSeconds } } };
    expect(orderOf(contract('pro'), told).includes.at(-1)).toBe(limit);
  });

  it('promises nothing about the length of an unknown plan', () => {
    expect(orderOf(contract('gold'), config).includes.join()).not.toMatch(/minutes|limit/);
  });

  it('of a transcript written by a person', () => {
    expect(orderOf({ kind: 'human-transcript', agreementId: '1' }, undefined)).toMatchObject({
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
    expect(orderOf({ kind: 'pending', payment, deal: null }, config)).toMatchObject({
      name: 'Blue bike',
      cents: 1999,
    });
  });
});
