import { randomUUID } from 'node:crypto';
import {
  type AgreementFacts,
  accountCreated,
  agreementCancelled,
  contentDeleted,
  invitationIssued,
  newAgreementId,
  paymentRequested,
  recordingStored,
  sellerLinkRequested,
  verificationRequested,
} from '#contracts';
import { LONGEST_WAIT_MS } from '#jobs';
import { eventually } from '#testing';
import { userEmail } from './internal-api.js';
import { invited } from './mail-scenario.js';
import { happened, NotificationsUnderTest } from './notifications-under-test.js';

let under: NotificationsUnderTest;

beforeAll(async () => {
  under = await NotificationsUnderTest.start({ MAILS_PER_STRANGER: '2' });
}, 180_000);

afterAll(() => under?.stop(), 60_000);

const VICTIM = { name: 'Vera Victim', email: 'vera@people.test' };

/** A visitor's recording that names the victim as its maker. */
async function save({
  partyA = VICTIM,
  ...details
}: {
  isQuiet?: boolean;
  partyA?: typeof VICTIM;
} = {}): Promise<string> {
  const agreementId = newAgreementId();
  under.api.agreements.set(agreementId, { status: 'pending', paidAt: null, ownerId: null, partyA });
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
async function warn(more: Partial<AgreementFacts>, agreementId = newAgreementId()): Promise<string> {
  const deletesAt = new Date(Date.now() + 86_400_000).toISOString();
  under.api.agreements.set(agreementId, { status: 'pending', paidAt: null, expiresAt: deletesAt, ...more });
  await under.publish(
    happened(paymentRequested, { agreementId, noticeId: randomUUID(), kind: 'last-warning', deletesAt }),
  );
  return agreementId;
}

/** A visitor takes back what they have recorded, and it is deleted at once. */
async function cancel(agreementId: string): Promise<void> {
  const known = under.api.agreements.get(agreementId);
  under.api.agreements.set(agreementId, { ...known, status: 'cancelled' });
  await under.publish(
    happened(agreementCancelled, { agreementId, ownerId: null, from: 'pending', reason: 'by_creator' }),
  );
  await under.publish(
    happened(contentDeleted, {
      ...{ agreementId, ownerId: null, reason: 'cancelled' },
      deletedAt: new Date().toISOString(),
    }),
  );
}

/** As if party A had been mailed on another day that the recording is saved. */
const wasSaved = (agreementId: string) =>
  under.query(
    `insert into mails (key, template, recipient, agreement_id, message_id, status, sent_at)
     values ('saved:' || $1::text || ':party-a', 'saved', 'partyA', $1, '<' || $1 || '@sender.test>', 'sent', now())`,
    [agreementId],
  );

/** How the mails to party A ended; party B, who never knew of it, gets none. */
async function endsOf(agreementId: string, count: number): Promise<string[]> {
  const ends = (await under.settled(agreementId, count)).sort();
  expect(ends.filter((end) => end.startsWith('partyB'))).toEqual(['partyB skipped']);
  return ends.filter((end) => end.startsWith('partyA'));
}

const rowOf = async (agreementId: string, template = 'saved') => {
  const [row] = await under.query<{ status: string; last_error: string | null }>(
    'select status, last_error from mails where agreement_id = $1 and template = $2',
    [agreementId, template],
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
    last_error: 'HeldBackError: too many mails to this address today',
  });
  expect(under.to(VICTIM.email)).toHaveLength(2);
  // Nobody's mail server has refused it.
  expect(under.told.about(beyond)).toEqual([]);
}, 60_000);

it('whoever was not mailed that a recording is saved hears nothing of its end', async () => {
  const victim = { name: 'Viktor Victim', email: 'viktor@people.test' };
  const ends: string[][] = [];
  for (let time = 0; time < 3; time += 1) {
    const agreementId = await save({ partyA: victim });
    await under.settled(agreementId, 1);
    await cancel(agreementId);
    ends.push(await endsOf(agreementId, 4));
  }
  const told = ['partyA sent', 'partyA sent', 'partyA sent'];
  expect(ends).toEqual([told, told, ['partyA skipped', 'partyA skipped', 'partyA undelivered']]);
  expect(under.to(victim.email)).toHaveLength(6);
}, 60_000);

it('of ends, too, a few a day are told to somebody who has not asked', async () => {
  const victim = { name: 'Vasco Victim', email: 'vasco@people.test' };
  const ends: string[][] = [];
  for (let time = 0; time < 3; time += 1) {
    const agreementId = newAgreementId();
    under.api.agreements.set(agreementId, { ...{ status: 'pending', paidAt: null }, partyA: victim });
    await wasSaved(agreementId);
    await cancel(agreementId);
    ends.push(await endsOf(agreementId, 4));
  }
  const told = ['partyA sent', 'partyA sent', 'partyA sent'];
  expect(ends).toEqual([told, told, ['partyA sent', 'partyA undelivered', 'partyA undelivered']]);
}, 60_000);

it('a recording of somebody who has named too many sends none, and the log says so', async () => {
  const agreementId = await save({ isQuiet: true });
  expect(await under.settled(agreementId, 1)).toEqual(['partyA skipped']);
  await warn({ ownerId: null, partyA: VICTIM }, agreementId);
  await under.settled(agreementId, 2);
  await cancel(agreementId);
  expect(await endsOf(agreementId, 5)).toEqual(Array(4).fill('partyA skipped'));
  expect(under.trap.about(agreementId)).toEqual([]);
}, 60_000);

it('party B is not asked at the confirmed address of party A, who is told that it is none of party B', async () => {
  const ask = async (ownerId: number) => {
    const [agreementId, invitationId] = [newAgreementId(), randomUUID()];
    const partyB = { name: 'Ben Carter', email: userEmail(ownerId).toUpperCase() };
    under.api.agreements.set(agreementId, { ...invited(agreementId, invitationId), ownerId, partyB });
    const expiresAt = '2099-01-01T00:00:00.000Z';
    const issued = { agreementId, ownerId, invitationId, kind: 'invitation', expiresAt } as const;
    await under.publish(happened(invitationIssued, issued));
    return agreementId;
  };
  const own = await ask(73);
  expect(await under.settled(own, 1)).toEqual(['partyB bounced']);
  expect(under.trap.about(own)).toEqual([]);
  await eventually(
    async () =>
      expect(under.told.about(own)).toMatchObject([
        { data: { template: 'invitation', recipient: 'partyB', outcome: 'bounced' } },
      ]),
    20_000,
    'what party A is told',
  );
  // Who types somebody's address as that of an account does not keep them from being asked.
  under.api.unverified.add(74);
  expect(await under.settled(await ask(74), 1)).toEqual(['partyB sent']);
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
  const saved = [newAgreementId(), newAgreementId(), newAgreementId()];
  for (const agreementId of saved) await wasSaved(agreementId);
  const [first, second, waiting = ''] = saved;
  const told = [
    await warn({ ownerId: null, partyA: VICTIM }, first),
    await warn({ ownerId: 72, partyA: VICTIM }, second),
  ];
  for (const agreementId of told)
    expect(await under.settled(agreementId, 2)).toEqual(['partyA sent', 'partyA sent']);
  await warn({ ownerId: 72, partyA: VICTIM }, waiting);
  await eventually(
    async () => {
      const [job] = await under.query<{ due_in: number }>(
        `select extract(epoch from j.available_at - now())::int as due_in
           from jobs j join mails m on m.key = j.key
           where m.agreement_id = $1 and m.template = 'payment-requested'`,
        [waiting],
      );
      expect(job?.due_in).toBeGreaterThan(LONGEST_WAIT_MS / 1000 - 60);
    },
    20_000,
    'the warning is put off',
  );
  expect(await rowOf(waiting, 'payment-requested')).toEqual({ status: 'queued', last_error: null });
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
