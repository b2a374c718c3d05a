import { randomUUID } from 'node:crypto';
import { type ClockNotice, mailFailed, mailReached, newAgreementId } from '#contracts';
import { eventually } from '#testing';
import { sealedFiles } from './facts.fixture.js';
import { addresses } from './internal-api.js';
import { escrowChange } from './money-events.js';
import { completed, NotificationsUnderTest, readable, SUPPORT, tester } from './notifications-under-test.js';

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

it('sends each party one proof mail, however often the event comes', async () => {
  const agreementId = newAgreementId();
  const { partyA, partyB } = addresses(agreementId);
  const event = completed(agreementId);
  await under.publish(event);
  await under.publish(event);
  // The same fact told again as another event must not make a second mail either.
  const again = completed(agreementId);
  await under.publish(again);
  await under.handled(event, 2);
  await under.handled(again, 1);
  expect(await under.settled(agreementId, 2)).toEqual(['partyA sent', 'partyB sent']);
  expect(recipients(agreementId)).toEqual([partyA.email, partyB.email]);

  const toB = under.to(partyB.email)[0]?.raw ?? '';
  expect(toB).toContain(`Reply-To: ${SUPPORT}`);
  expect(toB).toContain('Subject: Your agreement with Anna Weber: recording and transcript');
  expect(toB).toMatch(/^Message-ID: <[0-9a-f]{32}@sender\.test>\r?$/m);
  expect(toB).toContain('Auto-Submitted: auto-generated');
  expect(readable(toB)).toContain('Agreed. I will pick it up on Saturday.');
}, 60_000);

it('waits for the seal, which costs no attempt, and brings what was sealed', async () => {
  const agreementId = newAgreementId();
  under.api.unsealed.add(agreementId);
  await under.publish(completed(agreementId));
  await eventually(
    async () => {
      const waiting = await under.query(
        `select 1 from jobs where key like $1 and last_error like 'TryLaterError%' and attempts = 0`,
        [`completed:${agreementId}:%`],
      );
      expect(waiting).toHaveLength(2);
    },
    20_000,
    'both mails to wait',
  );
  expect(recipients(agreementId)).toEqual([]);
  under.api.unsealed.delete(agreementId);
  expect(await under.settled(agreementId, 2)).toEqual(['partyA sent', 'partyB sent']);
  const jobs = await under.query<{ attempts: number }>('select attempts from jobs where key like $1', [
    `completed:${agreementId}:%`,
  ]);
  expect(jobs).toEqual([{ attempts: 1 }, { attempts: 1 }]);
  for (const { raw } of under.trap.about(agreementId)) {
    expect(raw).toContain(sealedFiles.certificate.toString('base64'));
    expect(raw).toContain(`filename=certificate_${agreementId}.pdf`);
    expect(raw).toContain('Content-Type: application/pdf');
    expect(raw).toContain(sealedFiles.transcript.toString('base64'));
    expect(readable(raw)).not.toContain('not sealed yet');
  }
}, 60_000);

it('goes without the certificate when sealing takes too long, says so, and sends nothing after it', async () => {
  const agreementId = newAgreementId();
  under.api.unsealed.add(agreementId);
  const event = completed(agreementId);
  await under.publish(event);
  await under.handled(event, 1);
  await under.query(
    `update mails set created_at = created_at - interval '10 minutes' where agreement_id = $1`,
    [agreementId],
  );
  expect(await under.settled(agreementId, 2)).toEqual(['partyA sent', 'partyB sent']);
  under.api.unsealed.delete(agreementId);
  await under.publish(event);
  await under.handled(event, 2);
  expect(recipients(agreementId)).toHaveLength(2);
  for (const { raw } of under.trap.about(agreementId)) {
    expect(readable(raw)).toContain('The certificate is not attached: your agreement is not sealed yet.');
    expect(raw).not.toContain('application/pdf');
    expect(readable(raw)).toContain(`evidence.zip?key=`);
  }
}, 60_000);

it('waits for a mail server that is away, through a restart of its own, and then sends once', async () => {
  const agreementId = newAgreementId();
  await under.trap.stop();
  await under.publish(completed(agreementId));
  await eventually(
    async () => {
      const jobs = await under.query<{ attempts: number }>(
        `select attempts from jobs where key like $1 and last_error is not null`,
        [`completed:${agreementId}:%`],
      );
      if (jobs.length !== 2) throw new Error('not tried yet');
    },
    20_000,
    'the first attempts',
  );
  expect((await under.list(agreementId)).map(({ status }) => status)).toEqual(['queued', 'queued']);
  await under.stopService();
  await under.trap.start();
  await under.startService();
  expect(await under.settled(agreementId, 2)).toEqual(['partyA sent', 'partyB sent']);
  const { partyA, partyB } = addresses(agreementId);
  expect(recipients(agreementId)).toEqual([partyA.email, partyB.email]);
}, 90_000);

it('gives up a refused recipient at once, tells so, and still sends to the other', async () => {
  const agreementId = newAgreementId();
  const { partyA, partyB } = addresses(agreementId);
  under.trap.unknown.add(partyA.email);
  await under.publish(completed(agreementId));
  expect(await under.settled(agreementId, 2)).toEqual(['partyA bounced', 'partyB sent']);
  expect(recipients(agreementId)).toEqual([partyB.email]);
  const [job] = await under.query<{ attempts: number; last_error: string }>(
    `select j.attempts, m.last_error from jobs j join mails m on m.key = j.key
     where m.agreement_id = $1 and m.status = 'bounced'`,
    [agreementId],
  );
  expect(job).toEqual({ attempts: 1, last_error: 'MailRefusedError: EENVELOPE RCPT TO 550' });
  const told = await eventually(
    async () => {
      const events = under.told.about(agreementId);
      if (events.length === 0) throw new Error('nothing heard');
      return events;
    },
    10_000,
    'the event of the bounce',
  );
  expect(told.map(({ type, data }) => [type, data])).toEqual([
    [
      mailFailed.name,
      { agreementId, template: 'proof', recipient: 'partyA', outcome: 'bounced', wasReached: false },
    ],
  ]);
}, 60_000);

it('tells of a mail about payment protection that came back, and that a later one has arrived', async () => {
  const [agreementId, escrowId] = [newAgreementId(), randomUUID()];
  const sellerEmail = addresses(agreementId).partyB.email;
  under.api.agreements.set(agreementId, {});
  const needed = { agreementId, sellerEmail, state: 'requires_onboarding', heldAt: null } as const;
  under.api.escrows.set(escrowId, { ...needed, sellerReady: false });
  under.trap.unknown.add(sellerEmail);
  await under.publish(escrowChange(agreementId, escrowId, 'seller-needed', 1));
  expect(await under.settled(agreementId, 1)).toEqual(['seller bounced']);
  const told = (count: number) =>
    eventually(
      async () => {
        const events = under.told.about(agreementId);
        if (events.length < count) throw new Error(`${events.length} events`);
        return events.map(({ type, data }) => [type, data]);
      },
      10_000,
      'what is told of mails',
    );
  const ofSeller = {
    ...{ agreementId, escrowId, template: 'held-payment-seller-needed', recipient: 'seller' },
    ...{ outcome: 'bounced', buyerId: 17, wasReached: false },
  };
  expect(await told(1)).toEqual([[mailFailed.name, ofSeller]]);

  under.trap.unknown.delete(sellerEmail);
  const { partyA } = addresses(agreementId);
  under.trap.unknown.add(partyA.email);
  under.api.escrows.set(escrowId, { ...needed, state: 'held', heldAt: new Date().toISOString() });
  await under.publish(escrowChange(agreementId, escrowId, 'held', 2));
  expect((await under.settled(agreementId, 3)).sort()).toEqual([
    'buyer bounced',
    'seller bounced',
    'seller sent',
  ]);
  const ofBuyer = { ...ofSeller, template: 'held-payment-held', recipient: 'buyer' };
  const all = await told(3);
  expect(all).toContainEqual([mailFailed.name, ofBuyer]);
  expect(all).toContainEqual([mailReached.name, { agreementId, recipient: 'seller' }]);

  under.trap.unknown.delete(partyA.email);
  await under.publish(completed(agreementId));
  await under.settled(agreementId, 5);
  const ofPartyA = [mailReached.name, { agreementId, recipient: 'partyA' }];
  await eventually(async () => expect(await told(4)).toContainEqual(ofPartyA), 10_000, 'party A is reached');
}, 60_000);

it('says when the buyer was first told of the clock that runs, and that a mail about it came back', async () => {
  const [agreementId, escrowId] = [newAgreementId(), randomUUID()];
  const { partyA } = addresses(agreementId);
  const releaseAt = '2099-01-01T00:00:00.000Z';
  under.api.agreements.set(agreementId, {});
  under.api.escrows.set(escrowId, { agreementId, state: 'release_due', releaseAt });
  const since = async (version: number) => {
    const path = `/internal/held-payments/${escrowId}/clock-notice?sinceVersion=${version}`;
    return (await under.call<ClockNotice>('GET', path, { principal: tester })).body;
  };
  await under.publish(escrowChange(agreementId, escrowId, 'held', 2));
  await under.settled(agreementId, 2);
  expect(await since(0)).toEqual({ takenAt: null, hasFailed: false });
  under.trap.unknown.add(partyA.email);
  await under.publish(escrowChange(agreementId, escrowId, 'clock-started', 3));
  expect(await under.settled(agreementId, 4)).toContain('buyer bounced');
  expect(await since(3)).toEqual({ takenAt: null, hasFailed: true });
  under.trap.unknown.delete(partyA.email);
  await under.publish(escrowChange(agreementId, escrowId, 'half-time', 4));
  await under.settled(agreementId, 5);
  await under.publish(escrowChange(agreementId, escrowId, 'last-hour', 5));
  await under.settled(agreementId, 7);
  const [halfTime] = (await under.list(agreementId)).filter(({ template }) => template.endsWith('half-time'));
  expect(await since(3)).toEqual({ takenAt: halfTime?.sentAt, hasFailed: true });
  expect(await since(4)).toEqual({ takenAt: halfTime?.sentAt, hasFailed: false });
  expect(await since(6)).toEqual({ takenAt: null, hasFailed: false });
}, 60_000);

it('writes down a mail that nobody took in time as undelivered, and tells so', async () => {
  const agreementId = newAgreementId();
  const { partyA, partyB } = addresses(agreementId);
  for (const { email } of [partyA, partyB]) under.trap.full.add(email);
  await under.publish(completed(agreementId));
  const key = `completed:${agreementId}:%`;
  await eventually(
    async () => {
      // As before the last attempt of a day.
      await under.query(
        `update jobs set attempts = 719 where key like $1 and attempts between 1 and 718 and status = 'queued'`,
        [key],
      );
      const failed = await under.query(`select 1 from jobs where key like $1 and status = 'failed'`, [key]);
      if (failed.length !== 2) throw new Error('not given up yet');
    },
    60_000,
    'the last attempts',
  );
  expect(await under.settled(agreementId, 2)).toEqual(['partyA undelivered', 'partyB undelivered']);
  await eventually(
    async () => expect(under.told.about(agreementId)).toHaveLength(2),
    10_000,
    'the events of both',
  );
  expect(under.told.about(agreementId)[0]?.data).toMatchObject({ outcome: 'undelivered' });
}, 90_000);

it('asks again while the facts cannot be had, which costs no attempt', async () => {
  const agreementId = newAgreementId();
  const before = under.api.refusals;
  under.api.isAway = true;
  await under.publish(completed(agreementId));
  await eventually(async () => expect(under.api.refusals).toBeGreaterThan(before + 3), 20_000, 'refusals');
  expect(recipients(agreementId)).toEqual([]);
  under.api.isAway = false;
  expect(await under.settled(agreementId, 2)).toEqual(['partyA sent', 'partyB sent']);
  expect(recipients(agreementId)).toHaveLength(2);
  const jobs = await under.query<{ attempts: number }>('select attempts from jobs where key like $1', [
    `completed:${agreementId}:%`,
  ]);
  expect(jobs).toEqual([{ attempts: 1 }, { attempts: 1 }]);
}, 60_000);

it('makes a copy recognisable when the server took a mail but could not say so', async () => {
  const agreementId = newAgreementId();
  under.trap.unknown.add(addresses(agreementId).partyB.email);
  under.trap.cutAfterData = 1;
  await under.publish(completed(agreementId));
  expect(await under.settled(agreementId, 2)).toEqual(['partyA sent', 'partyB bounced']);
  const copies = under.trap.about(agreementId).map(({ messageId }) => messageId);
  expect(copies).toHaveLength(2);
  expect(new Set(copies).size).toBe(1);
}, 60_000);

it('counts the tries of a mail that the server takes without saying so, and takes ever longer between them', async () => {
  const agreementId = newAgreementId();
  under.trap.unknown.add(addresses(agreementId).partyB.email);
  under.trap.cutAfterData = 5;
  const began = Date.now();
  await under.publish(completed(agreementId));
  await eventually(
    async () => expect(under.trap.about(agreementId)).toHaveLength(3),
    30_000,
    'the third copy of the mail',
  );
  under.trap.cutAfterData = 0;
  // At least half of two and of four seconds.
  expect(Date.now() - began).toBeGreaterThan(3000);
  expect(await under.settled(agreementId, 2)).toEqual(['partyA sent', 'partyB bounced']);
  const [job] = await under.query<{ attempts: number }>(
    `select j.attempts from jobs j join mails m on m.key = j.key
     where m.agreement_id = $1 and m.recipient = 'partyA'`,
    [agreementId],
  );
  expect(job?.attempts).toBeGreaterThan(2);
  expect(under.trap.about(agreementId)).toHaveLength(job?.attempts ?? 0);
}, 90_000);

it('sends later what the server refuses for a reason of its own', async () => {
  const agreementId = newAgreementId();
  under.trap.refusing = { answer: '550 5.7.1 relaying denied', times: 3 };
  await under.publish(completed(agreementId));
  await eventually(async () => expect(under.trap.refusing.times).toBe(0), 30_000, 'the refusals');
  expect(await under.settled(agreementId, 2)).toEqual(['partyA sent', 'partyB sent']);
  expect(recipients(agreementId)).toHaveLength(2);
  expect(under.told.about(agreementId)).toEqual([]);
}, 60_000);

it('sends nothing more when the job of a mail that is out runs once more', async () => {
  const agreementId = newAgreementId();
  await under.publish(completed(agreementId));
  await under.settled(agreementId, 2);
  const key = `completed:${agreementId}:%`;
  const runs = () =>
    under.query<{ attempts: number; status: string }>(
      'select attempts, status from jobs where key like $1 order by key',
      [key],
    );
  const done = (attempts: number) => async () =>
    expect(await runs()).toEqual([
      { attempts, status: 'done' },
      { attempts, status: 'done' },
    ]);
  await eventually(done(1), 20_000, 'the first run');
  await under.query(
    `update jobs set status = 'queued', finished_at = null, available_at = now() - interval '1 minute' where key like $1`,
    [key],
  );
  await eventually(done(2), 20_000, 'the second run');
  expect(recipients(agreementId)).toHaveLength(2);
  expect((await under.list(agreementId)).map(({ status }) => status)).toEqual(['sent', 'sent']);
}, 60_000);

it('keeps neither addresses nor names nor words', async () => {
  for (const table of ['mails', 'jobs', 'inbox', 'outbox', 'outbox_published']) {
    const stored = JSON.stringify(await under.query(`select * from ${table}`));
    expect(stored).not.toMatch(/people\.test|Anna|Bob|bicycle/);
  }
});

it('tells a caller without a service token nothing', async () => {
  const answer = await fetch(`${under.url}/internal/mails?agreementId=${newAgreementId()}`);
  expect(answer.status).toBe(401);
});

it('says that the mail server answers', async () => {
  const answer = await fetch(`${under.url}/health`);
  const { checks } = (await answer.json()) as { checks: { name: string; status: string }[] };
  expect(checks).toContainEqual({ name: 'smtp', status: 'up' });
});
