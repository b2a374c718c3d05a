import { newAgreementId, recordingStored } from '#contracts';
import { happened, NotificationsUnderTest } from './notifications-under-test.js';

let under: NotificationsUnderTest;

beforeAll(async () => {
  under = await NotificationsUnderTest.start({ MAILS_PER_STRANGER: '2' });
}, 180_000);

afterAll(() => under?.stop(), 60_000);

const VICTIM = { name: 'Vera Victim', email: 'vera@people.test' };

/** A visitor's recording that names the victim as its maker. */
async function save(details: { isQuiet?: boolean } = {}): Promise<string> {
  const agreementId = newAgreementId();
  under.api.agreements.set(agreementId, { status: 'pending', paidAt: null, partyA: VICTIM });
  const event = happened(recordingStored, {
    ...{ agreementId, recordingId: '0192f5a4-3c1e-7d2a-9b4f-5e6d7c8b9a01' },
    ...{ objectKey: 'recordings/x/original', sha256: '0'.repeat(64), bytes: 1, mime: 'audio/webm' },
    durationMs: 1000,
    ...details,
  });
  await under.publish(event);
  await under.publish(event);
  return agreementId;
}

const rowOf = async (agreementId: string) => {
  const [row] = await under.query<{ status: string; last_error: string | null }>(
    'select status, last_error from mails where agreement_id = $1',
    [agreementId],
  );
  return row;
};

it('somebody who has not asked gets a few mails a day; those beyond are in the log and told', async () => {
  for (let time = 0; time < 2; time += 1) {
    expect(await under.settled(await save(), 1)).toEqual(['partyA sent']);
  }
  const beyond = await save();
  expect(await under.settled(beyond, 1)).toEqual(['partyA undelivered']);
  expect(await rowOf(beyond)).toEqual({
    status: 'undelivered',
    last_error: 'PermanentError: too many mails to this address today',
  });
  expect(under.to(VICTIM.email)).toHaveLength(2);
}, 60_000);

it('a recording of somebody who has named too many sends none, and the log says so', async () => {
  const agreementId = await save({ isQuiet: true });
  expect(await under.settled(agreementId, 1)).toEqual(['partyA skipped']);
  expect(under.trap.about(agreementId)).toEqual([]);
}, 60_000);
