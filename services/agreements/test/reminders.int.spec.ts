import { createHash, randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { humanTranscriptDelivered, type MailFailed, mailFailed, mailReached } from '#contracts';
import { DAY_MS, giveTimeAnew, HOUR_MS, MINUTE_MS, type Principal, visitor } from '#platform';
import { agreementClocks } from '../src/agreements/agreement.clocks.js';
import { mailedConfirmationKey } from '../src/signed-links.js';
import { AgreementsUnderTest, LINK_SECRET, user } from './agreements-under-test.js';
import {
  currentKey,
  eventsOf,
  invitedAgreement,
  keepEvents,
  logOf,
  OWNER,
  openDeadlines,
  pay,
  send,
  typesOf,
  viewOf,
} from './invitations.fixture.js';
import { claim, recordTone, savedAgreement } from './recordings.fixture.js';
import { FakeServices } from './seals.fixture.js';

/** More than the other tests here name. */
const STRANGERS_PER_ACCOUNT = 20;

let services: FakeServices;
let under: AgreementsUnderTest;
let folder: string;
let audio: Buffer;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'ssc-reminders-'));
  audio = await recordTone(join(folder, 'tone.webm'), 1);
  services = await FakeServices.start();
  const limits = { STRANGERS_PER_ACCOUNT: String(STRANGERS_PER_ACCOUNT) };
  const environment = { ...limits, TRANSCRIPTION_URL: services.url };
  under = await AgreementsUnderTest.start(environment, { hasRounds: false });
  await keepEvents(under);
}, 120_000);

afterEach(() => under.setClock(new Date()));

afterAll(async () => {
  await under?.stop();
  await services?.stop();
  await rm(folder, { recursive: true, force: true });
}, 60_000);

const act = (agreementId: string, name: string, who = user(OWNER), body?: object) =>
  send(under, 'POST', `/api/agreements/${agreementId}/${name}`, body, who);
const correct = (agreementId: string, email: unknown, who = user(OWNER)) =>
  send(under, 'PATCH', `/api/agreements/${agreementId}/party-b`, { email }, who);
const hasKeyOpen = async (agreementId: string, key: string) =>
  (await under.call(`/api/agreements/remote/${agreementId}?key=${key}`, visitor)).status;
const moveTo = (ms: number) => under.setClock(new Date(Date.now() + ms));

describe.each([
  {
    name: 'resend',
    start: () => savedAgreement(under, audio, OWNER),
    type: 'payment-reminded',
    event: 'agreements.payment.requested',
  },
  {
    name: 'remind',
    start: () => invitedAgreement(under, audio),
    type: 'reminded',
    event: 'agreements.invitation.issued',
  },
])('$name', ({ name, start, type, event }) => {
  const nextOf = async (agreementId: string) => {
    const { nextResendAt, invitation } = await viewOf(under, agreementId);
    return nextResendAt ?? (invitation as { nextReminderAt: string | null } | null)?.nextReminderAt ?? null;
  };
  const count = async (agreementId: string) =>
    (await typesOf(under, agreementId)).filter((logged) => logged === type).length;

  it('goes out once an hour: a second one is told when, and leaves nothing', async () => {
    const { agreementId } = await start();
    const first = await act(agreementId, name);
    expect(first).toMatchObject({ status: 202, body: { nextAllowedAt: expect.any(String) } });
    const events = (await eventsOf(under, agreementId, event)).length;
    const second = await act(agreementId, name);
    expect(second).toMatchObject({
      status: 429,
      body: { code: 'too_many_reminders', nextAllowedAt: first.body.nextAllowedAt },
    });
    const retryAfter = Number(second.headers.get('retry-after'));
    expect(retryAfter).toBeGreaterThan(3500);
    expect(retryAfter).toBeLessThanOrEqual(3600);
    expect(await count(agreementId)).toBe(1);
    expect(await eventsOf(under, agreementId, event)).toHaveLength(events);
    await moveTo(HOUR_MS - 10 * MINUTE_MS);
    expect((await act(agreementId, name)).status).toBe(429);
    await moveTo(HOUR_MS + 1000);
    expect((await act(agreementId, name)).status).toBe(202);
  });

  it('goes out five times a day', async () => {
    const { agreementId } = await start();
    for (let hour = 0; hour < 5; hour += 1) {
      await moveTo(hour * HOUR_MS + hour * 1000);
      expect((await act(agreementId, name)).status).toBe(202);
    }
    await moveTo(6 * HOUR_MS);
    const sixth = await act(agreementId, name);
    expect(sixth.status).toBe(429);
    expect(Number(sixth.headers.get('retry-after'))).toBeGreaterThan(17 * 3600);
    await moveTo(DAY_MS + 5000);
    expect((await act(agreementId, name)).status).toBe(202);
    expect(await count(agreementId)).toBe(6);
  });

  it('goes out, and is offered, once a clock that was ahead is put back', async () => {
    const { agreementId } = await start();
    for (let n = 0; n < 5; n += 1) {
      await moveTo(3 * DAY_MS + n * (HOUR_MS + 1000));
      expect((await act(agreementId, name)).status).toBe(202);
    }
    await moveTo(0);
    expect(await nextOf(agreementId)).toBeNull();
    const { status, body } = await act(agreementId, name);
    expect(status).toBe(202);
    expect(Date.parse(String(body.nextAllowedAt))).toBeLessThanOrEqual(Date.now() + HOUR_MS);
    expect((await act(agreementId, name)).status).toBe(429);
    await moveTo(HOUR_MS + 1000);
    expect((await act(agreementId, name)).status).toBe(202);
  });

  it('asked for at the same moment goes out once', async () => {
    const { agreementId } = await start();
    const answers = await Promise.all(Array.from({ length: 6 }, () => act(agreementId, name)));
    expect(answers.map(({ status }) => status).sort()).toEqual([202, 429, 429, 429, 429, 429]);
    expect(await count(agreementId)).toBe(1);
  });

  it('is the owner’s', async () => {
    const { agreementId } = await start();
    expect((await act(agreementId, name, user(OWNER + 1))).status).toBe(404);
    expect((await act('1000000000000000', name)).status).toBe(404);
    expect((await act(agreementId, name, visitor)).status).toBe(401);
    expect((await act(agreementId, name, { kind: 'admin', id: 1, sessionId: null })).status).toBe(403);
    expect(await count(agreementId)).toBe(0);
  });
});

describe('what goes out', () => {
  it('by resend names when the recording is deleted, and no address', async () => {
    const { agreementId } = await savedAgreement(under, audio, OWNER);
    await act(agreementId, 'resend');
    const [event] = await eventsOf(under, agreementId, 'agreements.payment.requested');
    const { expiresAt } = await viewOf(under, agreementId);
    expect(event?.data).toEqual({
      agreementId,
      noticeId: expect.any(String),
      kind: 'resend',
      deletesAt: expiresAt,
    });
    expect((await logOf(under, agreementId)).at(-1)).toMatchObject({
      type: 'payment-reminded',
      actor: `user:${OWNER}`,
      address: '127.0.0.1',
    });
  });

  it('by resend goes to a few different people a day of one account', async () => {
    const owner = user(OWNER + 7);
    const { agreementId } = await savedAgreement(under, audio, owner.id);
    const resendTo = async (email: string) => {
      await under.query('update agreements set party_a_email = $2 where agreement_id = $1', [
        agreementId,
        email,
      ]);
      const { status, body } = await act(agreementId, 'resend', owner);
      return body.code ?? status;
    };
    expect(await resendTo('anna1@example.test')).toBe(202);
    for (let n = 2; n <= STRANGERS_PER_ACCOUNT; n += 1) {
      expect(await resendTo(`anna${n}@example.test`)).toBe('too_many_reminders');
    }
    expect(await resendTo('one-more@example.test')).toBe('too_many_requests');
    // One of them again is no other.
    expect(await resendTo('anna1@example.test')).toBe('too_many_reminders');
  });

  it('by resend is known to whoever looks at the contract later, from when it can be sent again', async () => {
    const { agreementId } = await savedAgreement(under, audio, OWNER);
    expect(await viewOf(under, agreementId)).toMatchObject({ nextResendAt: null });
    const { body } = await act(agreementId, 'resend');
    expect(await viewOf(under, agreementId)).toMatchObject({ nextResendAt: body.nextAllowedAt });
    const invited = await invitedAgreement(under, audio);
    await act(invited.agreementId, 'remind');
    expect(await viewOf(under, invited.agreementId)).toMatchObject({ nextResendAt: null });
  });

  it('by remind is a fresh link of 14 days; the old one is dead', async () => {
    const { agreementId } = await invitedAgreement(under, audio);
    const old = await currentKey(under, agreementId);
    await moveTo(2 * DAY_MS);
    const { body } = await act(agreementId, 'remind');
    const left = Date.parse(String(body.expiresAt)) - (Date.now() + 2 * DAY_MS);
    expect(left / DAY_MS).toBeCloseTo(14, 2);
    expect(await hasKeyOpen(agreementId, old)).toBe(404);
    expect(await hasKeyOpen(agreementId, await currentKey(under, agreementId))).toBe(200);
    expect(await viewOf(under, agreementId)).toMatchObject({
      invitation: { expiresAt: body.expiresAt, nextReminderAt: body.nextAllowedAt },
    });
    const [deadline] = await under.query<{ due_at: Date }>(
      `select due_at from deadlines where agreement_id = $1 and kind = 'link-end'`,
      [agreementId],
    );
    expect(deadline?.due_at.toISOString()).toBe(body.expiresAt);
  });

  it('never outlives the access to what was recorded', async () => {
    const { agreementId } = await invitedAgreement(under, audio);
    await moveTo(20 * DAY_MS);
    const { body } = await act(agreementId, 'remind');
    const { expiresAt } = await viewOf(under, agreementId);
    expect(body.expiresAt).toBe(expiresAt);
  });
});

describe('correcting the address of party B', () => {
  it('sends a new link there, kills the old one and begins again after a bounce', async () => {
    const { agreementId } = await invitedAgreement(under, audio);
    const old = await currentKey(under, agreementId);
    const bounce = under.event(mailFailed, {
      ...{ agreementId, template: 'invitation' },
      ...{ recipient: 'partyB' as const, outcome: 'bounced' as const },
    });
    await under.deliver(bounce);
    await under.handled(bounce, 'note-mail-failure');
    expect(await viewOf(under, agreementId)).toMatchObject({ mailProblem: 'partyB:bounced' });
    expect((await openDeadlines(under, agreementId)).filter((kind) => kind.startsWith('remind'))).toEqual([]);

    const { status, body } = await correct(agreementId, ' Benjamin@Example.test ');
    expect(status).toBe(200);
    expect(body).toMatchObject({ partyBEmail: 'benjamin@example.test', mailProblem: null });
    expect(await hasKeyOpen(agreementId, old)).toBe(404);
    const [sent] = await under.query<{ email: string; kind: string }>(
      'select email, kind from invitations where agreement_id = $1 and revoked_at is null',
      [agreementId],
    );
    expect(sent).toEqual({ email: 'benjamin@example.test', kind: 'corrected' });
    expect(
      (await openDeadlines(under, agreementId)).filter((kind) => kind.startsWith('remind')),
    ).toHaveLength(5);
    const log = await logOf(under, agreementId);
    expect(log.at(-1)).toMatchObject({ type: 'invitation-corrected', actor: `user:${OWNER}` });
    expect(JSON.stringify(log)).not.toContain('@');
    const issued = await eventsOf(under, agreementId, 'agreements.invitation.issued');
    expect(issued.map((event) => (event.data as { kind: string }).kind)).toEqual(['invitation', 'corrected']);
    expect(JSON.stringify(issued)).not.toContain('@');
  });

  it('reminds the new address as a first one, also when the days of the first are over', async () => {
    const { agreementId } = await invitedAgreement(under, audio);
    await moveTo(14 * DAY_MS);
    expect((await correct(agreementId, 'benjamin@example.test')).status).toBe(200);
    const reminders = await under.query<{ days: number; isOpen: boolean }>(
      `select round(extract(epoch from d.due_at - i.issued_at) / 86400)::int as days, d.done_at is null as "isOpen"
       from deadlines d join invitations i on i.agreement_id = d.agreement_id and i.revoked_at is null
       where d.agreement_id = $1 and d.kind like 'remind-%' order by d.due_at`,
      [agreementId],
    );
    expect(reminders).toEqual([1, 3, 6, 10, 13].map((days) => ({ days, isOpen: true })));
  });

  it('is not undone by a bounce of what went to the address before', async () => {
    const { agreementId } = await invitedAgreement(under, audio);
    const invitation = async () => {
      const [row] = await under.query<{ id: string }>(
        'select id from invitations where agreement_id = $1 and revoked_at is null',
        [agreementId],
      );
      return row?.id ?? '';
    };
    const bounce = async (invitationId: string) => {
      const event = under.event(mailFailed, {
        ...{ agreementId, template: 'invitation', invitationId },
        ...{ recipient: 'partyB' as const, outcome: 'bounced' as const },
      });
      await under.deliver(event);
      await under.handled(event, 'note-mail-failure');
    };
    const reminders = async () =>
      (await openDeadlines(under, agreementId)).filter((kind) => kind.startsWith('remind')).length;
    const old = await invitation();
    expect((await correct(agreementId, 'benjamin@example.test')).status).toBe(200);
    const open = await reminders();
    await bounce(old);
    expect(await viewOf(under, agreementId)).toMatchObject({ mailProblem: null });
    expect(await reminders()).toBe(open);
    expect(open).toBeGreaterThan(0);
    // That the mail came back is true all the same.
    expect((await logOf(under, agreementId)).at(-1)).toMatchObject({ type: 'mail-failed' });

    // A reminder replaces the link, and not the address.
    const corrected = await invitation();
    await act(agreementId, 'remind');
    expect(await invitation()).not.toBe(corrected);
    await bounce(corrected);
    expect(await viewOf(under, agreementId)).toMatchObject({ mailProblem: 'partyB:bounced' });
    expect(await reminders()).toBe(0);
  });

  it('changes nothing when it is the same address, and is refused for party A’s', async () => {
    const { agreementId } = await invitedAgreement(under, audio);
    const before = await typesOf(under, agreementId);
    expect((await correct(agreementId, 'ben@example.test')).status).toBe(200);
    expect((await correct(agreementId, 'Anna@example.test')).status).toBe(400);
    for (const email of ['', 'ben', null, 7, `${'x'.repeat(250)}@example.test`]) {
      expect((await correct(agreementId, email)).status).toBe(400);
    }
    expect((await correct(agreementId, 'x@example.test', user(OWNER + 1))).status).toBe(404);
    expect((await correct(agreementId, 'x@example.test', visitor)).status).toBe(401);
    expect(await typesOf(under, agreementId)).toEqual(before);
  });

  it('is possible after somebody has opened the page with the number alone', async () => {
    const { agreementId } = await invitedAgreement(under, audio);
    await send(under, 'POST', `/api/agreements/remote/${agreementId}/view`, {});
    expect(await viewOf(under, agreementId)).toMatchObject({ invitation: { openedAt: null } });
    expect((await correct(agreementId, 'benjamin@example.test')).status).toBe(200);
    expect(await viewOf(under, agreementId)).toMatchObject({ partyBEmail: 'benjamin@example.test' });
  });

  it('is over once somebody has opened the mailed link', async () => {
    const { agreementId } = await invitedAgreement(under, audio);
    const key = await currentKey(under, agreementId);
    await send(under, 'POST', `/api/agreements/remote/${agreementId}/view`, { key });
    await act(agreementId, 'remind');
    expect(await viewOf(under, agreementId)).toMatchObject({ invitation: { openedAt: expect.any(String) } });
    expect(await correct(agreementId, 'x@example.test')).toMatchObject({
      status: 409,
      body: { code: 'invitation_opened' },
    });
    expect(await viewOf(under, agreementId)).toMatchObject({ partyBEmail: 'ben@example.test' });
  });

  it('is over while a payment is protected, which names the address, and not after one that came to nothing', async () => {
    const { agreementId } = await invitedAgreement(under, audio);
    const stands = (status: string) =>
      under.query(
        'update agreements set escrow_id = gen_random_uuid(), escrow_status = $2 where agreement_id = $1',
        [agreementId, status],
      );
    for (const status of ['requires_onboarding', 'requires_payment', 'held', 'released', 'refunded']) {
      await stands(status);
      expect(await correct(agreementId, 'x@example.test')).toMatchObject({
        status: 409,
        body: { code: 'invitation_opened', message: expect.stringContaining('payment protection') },
      });
    }
    expect(await viewOf(under, agreementId)).toMatchObject({ partyBEmail: 'ben@example.test' });
    await stands('failed');
    expect((await correct(agreementId, 'x@example.test')).status).toBe(200);
  });

  it('is possible five times a day', async () => {
    const { agreementId } = await invitedAgreement(under, audio);
    for (let n = 1; n <= 5; n += 1) {
      expect((await correct(agreementId, `ben${n}@example.test`)).status).toBe(200);
    }
    expect((await correct(agreementId, 'ben6@example.test')).status).toBe(429);
    expect(await viewOf(under, agreementId)).toMatchObject({ partyBEmail: 'ben5@example.test' });
    // Also of a clock that is put back.
    await moveTo(-HOUR_MS);
    expect((await correct(agreementId, 'ben6@example.test')).status).toBe(200);
  });
});

describe('correcting the address of party B who was in the room', () => {
  const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');
  const together = async (isPaid = true) => {
    const { agreementId } = await savedAgreement(under, audio, OWNER);
    if (isPaid) await pay(under, agreementId);
    return agreementId;
  };
  const refused = (code: string) => ({ status: 409, body: { code } });
  const answer = (agreementId: string, said: 'yes' | 'no', who: Principal = visitor) => {
    const body = { key: mailedConfirmationKey(LINK_SECRET, agreementId), answer: said };
    return send(under, 'POST', `/api/agreements/remote/${agreementId}/confirmation`, body, who);
  };

  it.each([
    ['before the payment', false, 'pending'],
    ['while the transcript is being written', true, 'processing'],
  ])('%s is a row of the log with both addresses, as hashes', async (_when, isPaid, status) => {
    const agreementId = await together(isPaid);
    const { body } = await correct(agreementId, ' Benjamin@Example.test ');
    expect(body).toMatchObject({ status, partyBEmail: 'benjamin@example.test' });
    const log = await logOf(under, agreementId);
    expect(log.at(-1)).toMatchObject({
      ...{ type: 'address-corrected', actor: `user:${OWNER}`, address: '127.0.0.1' },
      detail: { oldEmailSha256: sha256('ben@example.test'), emailSha256: sha256('benjamin@example.test') },
    });
    expect(JSON.stringify(log)).not.toContain('@');
    // Nobody is invited who was there.
    expect(await eventsOf(under, agreementId, 'agreements.invitation.issued')).toEqual([]);
  });

  it('is the owner’s, five times a day, and never party A’s own', async () => {
    const agreementId = await together();
    expect((await correct(agreementId, 'x@example.test', user(OWNER + 1))).status).toBe(404);
    expect((await correct(agreementId, 'x@example.test', visitor)).status).toBe(401);
    expect((await correct(agreementId, 'Anna@example.test')).status).toBe(400);
    expect((await correct(agreementId, 'ben@example.test')).status).toBe(200);
    expect(await typesOf(under, agreementId)).not.toContain('address-corrected');
    for (let n = 1; n <= 5; n += 1) {
      expect((await correct(agreementId, `ben${n}@example.test`)).status).toBe(200);
    }
    expect((await correct(agreementId, 'ben6@example.test')).status).toBe(429);
  });

  it.each(['yes', 'no'] as const)('is over once party B has said %s', async (said) => {
    const agreementId = await together();
    expect((await answer(agreementId, said)).status).toBe(200);
    expect(await correct(agreementId, 'x@example.test')).toMatchObject(refused('invitation_answered'));
    expect(await viewOf(under, agreementId)).toMatchObject({ partyBEmail: 'ben@example.test' });
  });

  it('is over once a payment is protected, party B was mailed a link, or the contract is complete', async () => {
    const [escrowed, warned, complete] = [await together(), await together(), await together()];
    await under.query('update agreements set escrow_id = gen_random_uuid() where agreement_id = $1', [
      escrowed,
    ]);
    expect(await correct(escrowed, 'x@example.test')).toMatchObject(refused('invitation_opened'));
    await under.query(
      `insert into agreement_events (agreement_id, seq, at, actor, type, detail, prev_hash, hash)
       values ($1, 99, now(), 'agreements', 'access-warning', '{}', 'x', 'x')`,
      [warned],
    );
    expect(await correct(warned, 'x@example.test')).toMatchObject(refused('invitation_opened'));
    await under.query(`update agreements set status = 'completed' where agreement_id = $1`, [complete]);
    expect(await correct(complete, 'x@example.test')).toMatchObject(refused('invalid_transition'));
  });

  const deliverTranscript = async (agreementId: string) => {
    const order = { agreementId, ownerId: OWNER, orderId: randomUUID(), sha256: 'd'.repeat(64), adminId: 3 };
    const event = under.event(humanTranscriptDelivered, order);
    await under.deliver(event);
    await under.handled(event, 'note-manual-delivery');
  };

  it.each([
    ['before the payment', false],
    ['after it', true],
  ])(
    'goes on %s where a transcript by a person came before, of which party B hears nothing',
    async (_when, isPaid) => {
      const agreementId = await together(false);
      await deliverTranscript(agreementId);
      expect(await typesOf(under, agreementId)).toContain('manual-delivered');
      if (isPaid) await pay(under, agreementId);
      expect((await correct(agreementId, 'benjamin@example.test')).status).toBe(200);
      expect(await viewOf(under, agreementId)).toMatchObject({ partyBEmail: 'benjamin@example.test' });
    },
  );

  it('is over once a transcript by a person was delivered of what is paid: party B was mailed it', async () => {
    const agreementId = await together();
    await deliverTranscript(agreementId);
    expect(await correct(agreementId, 'x@example.test')).toMatchObject(refused('invitation_opened'));
  });

  describe('whom no mail has ever reached', () => {
    type Failure = Partial<Pick<MailFailed, 'template' | 'outcome' | 'wasReached'>>;
    const fail = async (agreementId: string, failure: Failure = {}) => {
      const facts = { template: 'proof', outcome: 'bounced', wasReached: false, ...failure } as const;
      const event = under.event(mailFailed, { agreementId, recipient: 'partyB', ...facts });
      await under.deliver(event);
      await under.handled(event, 'note-mail-failure');
    };
    const reach = async (agreementId: string) => {
      const event = under.event(mailReached, { agreementId, recipient: 'partyB' });
      await under.deliver(event);
      await under.handled(event, 'note-mail-reached');
    };
    const complete = async () => {
      const agreementId = await together();
      await under.query(`update agreements set status = 'completed' where agreement_id = $1`, [agreementId]);
      return agreementId;
    };

    it('can have another address once it is complete: it is told, written down, sealed, and closed again', async () => {
      const agreementId = await complete();
      await fail(agreementId);
      expect(await viewOf(under, agreementId)).toMatchObject({ isPartyBUnreached: true });
      const { status, body } = await correct(agreementId, 'benjamin@example.test');
      expect(status).toBe(200);
      const corrected = { partyBEmail: 'benjamin@example.test', mailProblem: null, isPartyBUnreached: false };
      expect(body).toMatchObject(corrected);
      expect((await logOf(under, agreementId)).at(-1)).toMatchObject({
        type: 'address-corrected',
        detail: { emailSha256: sha256('benjamin@example.test') },
      });
      const events = await eventsOf(under, agreementId, 'agreements.address.corrected');
      expect(events.map(({ data }) => data)).toMatchObject([{ agreementId, ownerId: OWNER }]);
      const seals = 'select version from seals where agreement_id = $1';
      expect(await under.query(seals, [agreementId])).toHaveLength(1);
      expect(await correct(agreementId, 'x@example.test')).toMatchObject(refused('invalid_transition'));
      // The corrected address can be mistyped as well.
      await fail(agreementId);
      expect((await correct(agreementId, 'ben.carter@example.test')).status).toBe(200);
    });

    it('can have another one before that, also after mails that came back', async () => {
      const agreementId = await together();
      await deliverTranscript(agreementId);
      await fail(agreementId, { template: 'manual-ready' });
      expect((await correct(agreementId, 'benjamin@example.test')).status).toBe(200);
      expect(await under.query('select 1 from seals where agreement_id = $1', [agreementId])).toEqual([]);
    });

    it.each<[string, (agreementId: string) => Promise<unknown>]>([
      ['nothing came back', async () => undefined],
      ['a mail before had arrived', (id) => fail(id, { wasReached: true })],
      ['nobody says whether one had arrived', (id) => fail(id, { wasReached: undefined })],
      ['nobody knows where the mail is', (id) => fail(id, { outcome: 'undelivered' })],
      ['a mail has arrived since', (id) => fail(id).then(() => reach(id))],
      ['one has arrived since, of which it is heard first', (id) => reach(id).then(() => fail(id))],
      ['an earlier bounce is heard of late', (id) => fail(id, { wasReached: true }).then(() => fail(id))],
      [
        'what was recorded is deleted',
        (id) =>
          fail(id).then(() =>
            under.query('update agreements set content_deleted_at = now() where agreement_id = $1', [id]),
          ),
      ],
    ])('keeps the address of a complete contract where %s', async (_why, happen) => {
      const agreementId = await complete();
      await happen(agreementId);
      expect(await correct(agreementId, 'x@example.test')).toMatchObject(refused('invalid_transition'));
      expect(await viewOf(under, agreementId)).toMatchObject({ isPartyBUnreached: false });
    });

    it.each(['yes', 'no'] as const)('keeps it once somebody said %s, or an escrow names it', async (said) => {
      const [agreementId, escrowed] = [await complete(), await complete()];
      for (const id of [agreementId, escrowed]) await fail(id);
      expect((await answer(agreementId, said)).status).toBe(200);
      // A bounce that is heard of afterwards opens nothing.
      await fail(agreementId);
      expect(await correct(agreementId, 'x@example.test')).toMatchObject(refused('invitation_answered'));
      await under.query('update agreements set escrow_id = gen_random_uuid() where agreement_id = $1', [
        escrowed,
      ]);
      expect(await correct(escrowed, 'x@example.test')).toMatchObject(refused('invitation_opened'));
    });
  });

  it('raises no grade: whoever confirms on the device of party A is said to be there', async () => {
    const agreementId = await together();
    expect((await correct(agreementId, 'annas-other@example.test')).status).toBe(200);
    expect((await answer(agreementId, 'yes', user(OWNER))).status).toBe(200);
    const { consents } = await viewOf(under, agreementId);
    expect(consents).toContainEqual(expect.objectContaining({ party: 'b', grade: 'same_device' }));
    expect(await typesOf(under, agreementId)).toContain('address-corrected');
  });
});

describe('an invitation whose access has ended', () => {
  const ended = async () => {
    const { agreementId } = await invitedAgreement(under, audio);
    await under.query(
      `update agreements set expires_at = now() - interval '1 minute' where agreement_id = $1`,
      [agreementId],
    );
    return agreementId;
  };

  it.each<[string, (agreementId: string) => Promise<{ status: number; body: { code?: string } }>]>([
    ['reminded of', (id) => act(id, 'remind')],
    ['sent to another address', (id) => correct(id, 'benjamin@example.test')],
  ])('is not %s: its link would have ended before it was made', async (_what, ask) => {
    const agreementId = await ended();
    const before = await typesOf(under, agreementId);
    expect(await ask(agreementId)).toMatchObject({ status: 409, body: { code: 'invalid_transition' } });
    expect(await typesOf(under, agreementId)).toEqual(before);
    const links = 'select 1 from invitations where agreement_id = $1';
    expect(await under.query(links, [agreementId])).toHaveLength(1);
    expect(await viewOf(under, agreementId)).toMatchObject({ partyBEmail: 'ben@example.test' });
  });

  it('has a day after a restore, in which a reminder brings a link that opens', async () => {
    const agreementId = await ended();
    const connection = { query: (sql: string, values?: unknown[]) => under.query(sql, values) };
    await giveTimeAnew(connection, agreementClocks);
    const { status, body } = await act(agreementId, 'remind');
    expect(status).toBe(202);
    const leftMs = Date.parse(String(body.expiresAt)) - Date.now();
    expect(leftMs).toBeGreaterThan(DAY_MS - HOUR_MS);
    expect(leftMs).toBeLessThanOrEqual(DAY_MS);
    expect(await hasKeyOpen(agreementId, await currentKey(under, agreementId))).toBe(200);
  });
});

describe('cancelling', () => {
  it('what is not paid ends at once, with what was recorded, for the owner', async () => {
    const { agreementId } = await savedAgreement(under, audio, OWNER);
    const { status, body } = await act(agreementId, 'cancel', user(OWNER), { reason: 'We met in person.' });
    expect(status).toBe(200);
    expect(body).toMatchObject({
      status: 'cancelled',
      statusReason: 'by_creator',
      cancelNote: 'We met in person.',
      cancelledAt: expect.any(String),
    });
    expect((await logOf(under, agreementId)).at(-1)).toMatchObject({
      type: 'cancelled',
      actor: `user:${OWNER}`,
    });
    const [event] = await eventsOf(under, agreementId, 'agreements.agreement.cancelled');
    expect(event?.data).toMatchObject({ from: 'pending', reason: 'by_creator', ownerId: OWNER });
    expect((await openDeadlines(under, agreementId)).filter((kind) => kind !== 'content-end')).toEqual([]);
    expect((await act(agreementId, 'cancel', user(OWNER), {})).body.code).toBe('invalid_transition');
  });

  it('is open to the browser that recorded it, until an account owns it', async () => {
    const { agreementId, claimToken } = await savedAgreement(under, audio);
    const cookie = `ssc_claim_${agreementId}=${claimToken}`;
    const cancel = (headers: Record<string, string> = {}) =>
      send(under, 'POST', `/api/agreements/${agreementId}/cancel`, undefined, visitor, headers);
    expect((await cancel()).status).toBe(404);
    expect((await cancel({ cookie: `ssc_claim_${agreementId}=wrong` })).status).toBe(404);
    expect((await cancel({ cookie })).body).toMatchObject({ status: 'cancelled', cancelNote: null });
    expect((await logOf(under, agreementId)).at(-1)).toMatchObject({ actor: 'visitor' });

    const owned = await savedAgreement(under, audio);
    await claim(under, owned.agreementId, OWNER, owned.claimToken);
    const old = { cookie: `ssc_claim_${owned.agreementId}=${owned.claimToken}` };
    const refused = await send(
      ...([under, 'POST', `/api/agreements/${owned.agreementId}/cancel`] as const),
      ...([undefined, visitor, old] as const),
    );
    expect(refused.status).toBe(404);
    expect((await act(owned.agreementId, 'cancel', user(OWNER + 1), {})).status).toBe(404);
    expect((await act(owned.agreementId, 'cancel', user(OWNER), { reason: 'x'.repeat(501) })).status).toBe(
      400,
    );
  });
});
