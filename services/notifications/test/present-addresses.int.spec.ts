import { randomUUID } from 'node:crypto';
import { escrowChanged, invitationIssued, newAgreementId } from '#contracts';
import { consentOfBob } from './facts.fixture.js';
import { addresses, type KnownAgreement, userEmail } from './internal-api.js';
import { completed, happened, NotificationsUnderTest } from './notifications-under-test.js';

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
  expect(under.to(partyB.email)[0]?.raw).toContain(`Reply-To: Anna Weber <${partyA.email}>`);
  expect(under.to(partyB.email)[0]?.raw).not.toContain(userEmail(81));
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
