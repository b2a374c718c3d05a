import { randomUUID } from 'node:crypto';
import {
  type AgreementFacts,
  accountCreated,
  newAgreementId,
  paymentRequested,
  recordingStored,
  sellerLinkRequested,
  verificationRequested,
} from '#contracts';
import { LONGEST_WAIT_MS } from '#jobs';
import { eventually } from '#testing';
import { userEmail } from './internal-api.js';
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

/** The deletion of an unpaid recording is near. */
async function warn(more: Partial<AgreementFacts>): Promise<string> {
  const agreementId = newAgreementId();
  under.api.agreements.set(agreementId, { status: 'pending', paidAt: null, ...more });
  await under.publish(
    happened(paymentRequested, {
      ...{ agreementId, noticeId: randomUUID(), kind: 'last-warning' },
      deletesAt: new Date(Date.now() + 86_400_000).toISOString(),
    }),
  );
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

it('an owner is warned of every deletion, however many mails went to the address that day', async () => {
  const owner = { name: 'Olga Owner', email: userEmail(71) };
  for (let time = 0; time < 3; time += 1) {
    const agreementId = await warn({ ownerId: 71, partyA: owner });
    expect(await under.settled(agreementId, 1)).toEqual(['partyA sent']);
  }
});

it('a warning to an address that is not known to be the owner’s waits for another day', async () => {
  under.api.unverified.add(72);
  const told = [await warn({ partyA: VICTIM }), await warn({ ownerId: 72, partyA: VICTIM })];
  for (const agreementId of told) expect(await under.settled(agreementId, 1)).toEqual(['partyA sent']);
  const waiting = await warn({ ownerId: 72, partyA: VICTIM });
  await eventually(
    async () => {
      const [job] = await under.query<{ due_in: number }>(
        `select extract(epoch from j.available_at - now())::int as due_in
           from jobs j join mails m on m.key = j.key where m.agreement_id = $1`,
        [waiting],
      );
      expect(job?.due_in).toBeGreaterThan(LONGEST_WAIT_MS / 1000 - 60);
    },
    20_000,
    'the warning is put off',
  );
  expect(await rowOf(waiting)).toEqual({ status: 'queued', last_error: null });
}, 60_000);

it('a seller gets the link to each held payment, however often others were asked for', async () => {
  const sellerEmail = 'sam-seller@people.test';
  for (let time = 0; time < 3; time += 1) {
    const [agreementId, escrowId] = [newAgreementId(), randomUUID()];
    under.api.agreements.set(agreementId, {});
    under.api.escrows.set(escrowId, { agreementId, sellerEmail });
    const requestedAt = new Date().toISOString();
    await under.publish(happened(sellerLinkRequested, { escrowId, agreementId, requestedAt }));
    expect(await under.settled(agreementId, 1)).toEqual(['seller sent']);
  }
}, 60_000);

it('a seller gets a few more copies of links a day, whichever payments they are to', async () => {
  const sellerEmail = 'ann-seller@people.test';
  const payments = [newAgreementId(), newAgreementId()].map((agreementId) => ({
    agreementId,
    escrowId: randomUUID(),
  }));
  for (const { agreementId, escrowId } of payments) {
    under.api.agreements.set(agreementId, {});
    under.api.escrows.set(escrowId, { agreementId, sellerEmail });
  }
  const ask = async (copy: number, count: number) => {
    const ends: string[][] = [];
    for (const ids of payments) {
      const requestedAt = new Date(Date.UTC(2026, 10, 21, copy)).toISOString();
      await under.publish(happened(sellerLinkRequested, { ...ids, requestedAt }));
      ends.push((await under.settled(ids.agreementId, count)).map((end) => end.replace('seller ', '')));
    }
    return ends;
  };
  await ask(1, 1);
  expect(await ask(2, 2)).toEqual([
    ['sent', 'sent'],
    ['sent', 'sent'],
  ]);
  expect((await ask(3, 3)).flat().filter((end) => end === 'undelivered')).toHaveLength(2);
  expect(under.to(sellerEmail)).toHaveLength(4);
}, 60_000);

describe('an address', () => {
  const ask = async (email: string, userId: number) => {
    const verificationId = randomUUID();
    under.api.verified.set(verificationId, email);
    await under.publish(happened(verificationRequested, { userId, verificationId }));
    return verificationId;
  };
  const expectStatuses = (ids: string[], statuses: string[], what: string) =>
    eventually(
      async () => {
        const rows = await under.query<{ status: string }>(
          'select status from mails where subject_id = any($1) order by status',
          [ids],
        );
        expect(rows.map(({ status }) => status)).toEqual(statuses);
      },
      20_000,
      what,
    );

  it('that was named for an account gets a few links to confirm it a day', async () => {
    const email = 'new-address@people.test';
    const ids = [await ask(email, 73), await ask(email, 73), await ask(email, 73)];
    await expectStatuses(ids, ['sent', 'sent', 'undelivered'], 'the third is one too many');
  }, 60_000);

  it('gets the links of its own account, however often others have asked for it', async () => {
    const email = userEmail(81);
    const others = [await ask(email, 78), await ask(email, 79), await ask(email, 80)];
    await expectStatuses(others, ['sent', 'sent', 'undelivered'], 'others have used up their mails');
    await under.publish(happened(accountCreated, { userId: 81 }));
    await eventually(
      async () => {
        const rows = await under.query<{ status: string }>(
          `select status from mails where template = 'account-created' and user_id = 81`,
        );
        expect(rows).toEqual([{ status: 'sent' }]);
      },
      20_000,
      'the link of the new account',
    );
    under.api.own.add(email);
    await expectStatuses([await ask(email, 81)], ['sent'], 'the link once more');
  }, 60_000);
});
