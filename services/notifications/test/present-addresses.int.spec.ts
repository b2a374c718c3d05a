import { randomUUID } from 'node:crypto';
import {
  accessEnding,
  addressCorrected,
  consentObjected,
  escrowChanged,
  invitationIssued,
  newAgreementId,
  ownerReachable,
  paymentSucceeded,
} from '#contracts';
import { eventually } from '#testing';
import { consentOfBob } from './facts.fixture.js';
import { addresses, type KnownAgreement, userEmail } from './internal-api.js';
import { completed, happened, NotificationsUnderTest, readable } from './notifications-under-test.js';

let under: NotificationsUnderTest;

beforeAll(async () => {
  under = await NotificationsUnderTest.start();
}, 180_000);

afterAll(() => under?.stop(), 60_000);

const recipients = (agreementId: string) =>
  under.trap
    .about(agreementId)
    .map(({ to }) => to)
    .sort();

/** Both get their proof of an agreement like this. */
async function prove(agreementId: string, known: KnownAgreement): Promise<string[]> {
  under.api.agreements.set(agreementId, known);
  await under.publish(completed(agreementId));
  expect(await under.settled(agreementId, 2)).toEqual(['partyA sent', 'partyB sent']);
  return recipients(agreementId);
}

it('party A is mailed at the confirmed address of the account; the typed one stays what the parties know', async () => {
  const agreementId = newAgreementId();
  const { partyA, partyB } = addresses(agreementId);
  expect(await prove(agreementId, { ownerId: 81 })).toEqual([partyB.email, userEmail(81)].sort());
  const toB = readable(under.to(partyB.email)[0]?.raw ?? '');
  expect(toB).toContain(`To write to Anna Weber, use ${partyA.email}.`);
  expect(toB).not.toContain(userEmail(81));
}, 60_000);

it.each([
  ['nobody has claimed it', null, (): unknown => undefined],
  ['the address of the account is not confirmed', 82, (): unknown => under.api.unverified.add(82)],
  ['the account is shut', 83, (): unknown => under.api.disabled.add(83)],
])(
  'party A is mailed at the typed address where %s',
  async (_why, ownerId, prepare) => {
    prepare();
    const agreementId = newAgreementId();
    const { partyA, partyB } = addresses(agreementId);
    expect(await prove(agreementId, { ownerId })).toEqual([partyA.email, partyB.email]);
  },
  60_000,
);

it('a buyer is mailed at the confirmed address of the account', async () => {
  const [agreementId, escrowId] = [newAgreementId(), randomUUID()];
  under.api.agreements.set(agreementId, { ownerId: 84 });
  under.api.escrows.set(escrowId, { agreementId, state: 'requires_payment' });
  await under.publish(
    happened(escrowChanged, {
      ...{ agreementId, escrowId, buyerId: 84, version: 1, change: 'payable', state: 'requires_payment' },
      ...{ by: 'clock', amountCents: 200_000, currency: 'usd', changedAt: new Date().toISOString() },
    }),
  );
  expect(await under.settled(agreementId, 1)).toEqual(['buyer sent']);
  expect(under.to(userEmail(84))).toHaveLength(1);
}, 60_000);

it('a buyer who is party B is mailed there, too, where nobody has answered through the mail', async () => {
  const [agreementId, escrowId, releaseAt] = [newAgreementId(), randomUUID(), '2099-01-01T00:00:00.000Z'];
  under.api.agreements.set(agreementId, { ownerId: 90, consents: [], partyBAnsweredAt: null });
  const held = { buyerId: 91, buyerParty: 'b', sellerEmail: addresses(agreementId).partyA.email } as const;
  under.api.escrows.set(escrowId, { agreementId, ...held, state: 'release_due', releaseAt });
  await under.publish(
    happened(escrowChanged, {
      ...{ agreementId, escrowId, buyerId: 91, version: 1, change: 'half-time', state: 'release_due' },
      ...{ by: 'clock', amountCents: 200_000, currency: 'usd', changedAt: new Date().toISOString() },
    }),
  );
  expect(await under.settled(agreementId, 1)).toEqual(['buyer sent']);
  expect(under.to(userEmail(91))).toHaveLength(1);
}, 60_000);

describe('an owner who confirms an address after the contract', () => {
  /** The contract and its payment are proven to the typed address, and the account's is confirmed after that. */
  async function confirmLate(ownerId: number, known: KnownAgreement = {}): Promise<string> {
    under.api.unverified.add(ownerId);
    const agreementId = newAgreementId();
    under.api.agreements.set(agreementId, { ownerId, ...known });
    await under.publish(
      happened(paymentSucceeded, {
        ...{ paymentId: randomUUID(), agreementId, userId: ownerId, purpose: 'contract', amountCents: 500 },
        ...{ currency: 'usd', receiptNumber: 'SSC-2026-000042', paidAt: new Date().toISOString() },
      }),
    );
    await under.publish(completed(agreementId));
    await under.settled(agreementId, 3);
    under.api.unverified.delete(ownerId);
    return agreementId;
  }
  async function tell(agreementId: string, ownerId: number, extra: { isFailedOnly?: true } = {}) {
    const confirmedAt = new Date().toISOString();
    const event = happened(ownerReachable, { agreementId, ownerId, confirmedAt, ...extra });
    for (const times of [1, 2]) {
      await under.publish(event);
      await under.handled(event, times);
    }
  }

  it('gets receipt and proof once more at that one, and nobody else does', async () => {
    const agreementId = await confirmLate(85);
    const { partyA, partyB } = addresses(agreementId);
    await tell(agreementId, 85);
    expect((await under.settled(agreementId, 5)).filter((end) => end === 'partyA sent')).toHaveLength(4);
    const counts = () =>
      [partyA.email, partyB.email, userEmail(85)].map((address) => under.to(address).length);
    expect(counts()).toEqual([2, 1, 2]);
    // Another one of the same kind changes nothing.
    await tell(agreementId, 85);
    expect(await under.settled(agreementId, 5)).toHaveLength(5);
    expect(counts()).toEqual([2, 1, 2]);
  }, 60_000);

  it.each([
    ['it is the typed one', 86, { partyA: { name: 'Anna Weber', email: `U${userEmail(86).slice(1)}` } }],
    ['the account is shut by then', 87, {}],
  ])(
    'gets nothing twice where %s',
    async (_why, ownerId, known) => {
      const agreementId = await confirmLate(ownerId, known);
      const before = recipients(agreementId);
      if (ownerId === 87) under.api.disabled.add(ownerId);
      await tell(agreementId, ownerId);
      expect((await under.settled(agreementId, 5)).filter((end) => end === 'partyA skipped')).toHaveLength(2);
      expect(recipients(agreementId)).toEqual(before);
    },
    60_000,
  );

  it('gets what came back alone, with another address instead of a confirmed one', async () => {
    const [agreementId, ownerId] = [newAgreementId(), 93];
    under.api.agreements.set(agreementId, { ownerId });
    under.trap.unknown.add(userEmail(ownerId));
    await under.publish(
      happened(paymentSucceeded, {
        ...{ paymentId: randomUUID(), agreementId, userId: ownerId, purpose: 'contract', amountCents: 500 },
        ...{ currency: 'usd', receiptNumber: 'SSC-2026-000043', paidAt: new Date().toISOString() },
      }),
    );
    expect(await under.settled(agreementId, 1)).toEqual(['partyA bounced']);
    under.trap.unknown.delete(userEmail(ownerId));
    await under.publish(completed(agreementId));
    await under.settled(agreementId, 3);
    under.api.newAddresses.set(ownerId, 'anna-93@people.test');
    await tell(agreementId, ownerId, { isFailedOnly: true });
    const ends = await under.settled(agreementId, 3);
    expect(ends.sort()).toEqual(['partyA sent', 'partyA sent', 'partyB sent']);
    expect([userEmail(ownerId), 'anna-93@people.test'].map((address) => under.to(address).length)).toEqual([
      1, 1,
    ]);
  }, 60_000);

  it('gets what came back, once the same address is confirmed; what had arrived does not go twice', async () => {
    const typed = userEmail(89);
    under.trap.unknown.add(typed);
    const agreementId = await confirmLate(89, { partyA: { name: 'Anna Weber', email: typed } });
    expect((await under.settled(agreementId, 3)).sort()).toEqual([
      'partyA bounced',
      'partyA bounced',
      'partyB sent',
    ]);
    under.trap.unknown.delete(typed);
    await tell(agreementId, 89);
    expect((await under.settled(agreementId, 3)).sort()).toEqual([
      'partyA sent',
      'partyA sent',
      'partyB sent',
    ]);
    expect(under.to(typed)).toHaveLength(2);
    await tell(agreementId, 89);
    await under.settled(agreementId, 5);
    expect(under.to(typed)).toHaveLength(2);
  }, 60_000);

  it('gets nothing twice that went to the confirmed address already', async () => {
    const agreementId = newAgreementId();
    await prove(agreementId, { ownerId: 88 });
    const confirmedAt = new Date(Date.now() - 3_600_000).toISOString();
    const event = happened(ownerReachable, { agreementId, ownerId: 88, confirmedAt });
    await under.publish(event);
    await under.handled(event, 1);
    expect(await under.settled(agreementId, 2)).toEqual(['partyA sent', 'partyB sent']);
  }, 60_000);
});

describe('party B who was there', () => {
  const bounces = (agreementId: string) =>
    under.told.about(agreementId).map(({ data }) => data as { template: string; wasReached: boolean });

  it('has another address: what came back is sent there, once', async () => {
    const agreementId = newAgreementId();
    const { partyB } = addresses(agreementId);
    under.trap.unknown.add(partyB.email);
    under.api.agreements.set(agreementId, {});
    await under.publish(completed(agreementId));
    expect(await under.settled(agreementId, 2)).toEqual(['partyA sent', 'partyB bounced']);
    const corrected = { ...partyB, name: 'Bob Miller', email: `right-${partyB.email}` };
    under.api.agreements.set(agreementId, { partyB: corrected });
    const correctedAt = new Date().toISOString();
    const event = happened(addressCorrected, { agreementId, ownerId: 17, correctedAt });
    for (const times of [1, 2]) {
      await under.publish(event);
      await under.handled(event, times);
      expect(await under.settled(agreementId, 2)).toEqual(['partyA sent', 'partyB sent']);
    }
    expect(under.to(corrected.email)).toHaveLength(1);
    expect(readable(under.to(corrected.email)[0]?.raw ?? '')).toContain('key=proof-of-bob');
  }, 60_000);

  it('of a mail that comes back it is told whether one before it was taken', async () => {
    const agreementId = newAgreementId();
    const { partyB } = addresses(agreementId);
    const endsAt = '2099-01-01T00:00:00.000Z';
    under.api.agreements.set(agreementId, { expiresAt: endsAt });
    await under.publish(completed(agreementId));
    await under.settled(agreementId, 2);
    under.trap.unknown.add(partyB.email);
    await under.publish(happened(accessEnding, { agreementId, ownerId: 17, kind: 'one-day', endsAt }));
    await under.settled(agreementId, 4);
    await eventually(async () => expect(bounces(agreementId)).toHaveLength(1), 10_000, 'the bounce');
    expect(bounces(agreementId)).toMatchObject([{ template: 'access-ending', wasReached: true }]);
  }, 60_000);
});

describe('party B', () => {
  const moved = 'bob-moved@people.test';

  it.each(['confirmed_by_link', 'confirmed_by_code'] as const)(
    'who %s is mailed at the present address of the account that had the typed one then',
    async (grade) => {
      const agreementId = newAgreementId();
      const { partyA, partyB } = addresses(agreementId);
      under.api.presentAddresses.set(partyB.email, moved);
      const consents = consentOfBob(grade);
      expect(await prove(agreementId, { consents })).toEqual([partyA.email, moved]);
      const at = consents.find(({ party }) => party === 'b')?.at;
      expect(under.api.addressQuestions).toContainEqual({ email: partyB.email, at });
    },
    60_000,
  );

  it.each(['voice_only', 'confirmed_on_screen', 'same_device', 'objected'] as const)(
    'whose consent is %s is mailed at the typed address, whatever account has it',
    async (grade) => {
      const agreementId = newAgreementId();
      const { partyA, partyB } = addresses(agreementId);
      under.api.presentAddresses.set(partyB.email, moved);
      expect(await prove(agreementId, { consents: consentOfBob(grade) })).toEqual([
        partyA.email,
        partyB.email,
      ]);
    },
    60_000,
  );

  it('who objects after an answer through the mail still gets everything at the present address', async () => {
    const agreementId = newAgreementId();
    const { partyA, partyB } = addresses(agreementId);
    const present = `moved-${agreementId}@people.test`;
    under.api.presentAddresses.set(partyB.email, present);
    const [partyBAnsweredAt, objectedAt] = ['2026-11-20T18:00:00.000Z', '2026-11-21T08:55:00.000Z'];
    const [ownerId, confirmationId, endsAt] = [17, randomUUID(), '2099-01-01T00:00:00.000Z'];
    const consents = consentOfBob('objected');
    under.api.agreements.set(agreementId, { consents, partyBAnsweredAt, expiresAt: endsAt });
    await under.publish(happened(consentObjected, { agreementId, ownerId, confirmationId, objectedAt }));
    await under.publish(happened(accessEnding, { agreementId, ownerId, kind: 'one-day', endsAt }));
    expect((await under.settled(agreementId, 5)).every((end) => end.endsWith(' sent'))).toBe(true);
    const counts = [partyA.email, partyB.email, present].map((address) => under.to(address).length);
    expect(counts).toEqual([2, 0, 2]);
    expect(under.api.addressQuestions).toContainEqual({ email: partyB.email, at: partyBAnsweredAt });
  }, 60_000);

  it('is invited at the typed address alone', async () => {
    const [agreementId, invitationId] = [newAgreementId(), randomUUID()];
    const { partyB } = addresses(agreementId);
    under.api.presentAddresses.set(partyB.email, moved);
    const expiresAt = '2099-01-01T00:00:00.000Z';
    const link = `https://contract.test/remote-contract/${agreementId}?key=${invitationId}.x`;
    under.api.agreements.set(agreementId, {
      ...{ status: 'awaiting_party', isRemoteContract: true, consents: [], ownerId: null },
      invitation: { link, declineLink: link, expiresAt },
    });
    await under.publish(
      happened(invitationIssued, { agreementId, ownerId: 17, invitationId, kind: 'invitation', expiresAt }),
    );
    expect(await under.settled(agreementId, 1)).toEqual(['partyB sent']);
    expect(under.to(partyB.email)).toHaveLength(1);
  }, 60_000);
});
