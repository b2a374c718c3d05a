import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { v7 as uuidv7 } from 'uuid';
import {
  addressConfirmed,
  type EventEnvelope,
  humanTranscriptDelivered,
  humanTranscriptOrdered,
  humanTranscriptPaid,
  mailFailed,
  mailReached,
  ticketOpened,
  transcriptCompleted,
} from '#contracts';
import { DAY_MS, noOrigin, type Principal, visitor } from '#platform';
import { AgreementsUnderTest, user } from './agreements-under-test.js';
import {
  consent,
  consentForm,
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
import { claim, recordAnswer, recordTone, savedAgreement } from './recordings.fixture.js';
import { FakeServices } from './seals.fixture.js';

const admin: Principal = { kind: 'admin', id: 3, sessionId: null };
const service: Principal = { kind: 'service', id: 0, sessionId: null, name: 'notifications' };

let services: FakeServices;
let under: AgreementsUnderTest;
let folder: string;
let audio: Buffer;
let answer: Buffer;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'ssc-other-services-'));
  audio = await recordTone(join(folder, 'tone.webm'), 1);
  answer = await recordAnswer(join(folder, 'answer.webm'));
  services = await FakeServices.start();
  under = await AgreementsUnderTest.start(services.environment);
  await keepEvents(under);
}, 120_000);

afterAll(async () => {
  await under?.stop();
  await services?.stop();
  await rm(folder, { recursive: true, force: true });
}, 60_000);

const twice = async (event: EventEnvelope, handler: string) => {
  for (const times of [1, 2]) {
    await under.deliver(event);
    await under.handled(event, handler, times);
  }
  expect(await under.deadLetters(handler)).toBe(0);
};

const newRows = async (agreementId: string, from: number) =>
  (await logOf(under, agreementId)).slice(from).map(({ type, actor, detail }) => ({ type, actor, detail }));

describe('an event of another service, delivered twice, is written down once', () => {
  it('a mail that bounced: shown to the owner, and no more reminders', async () => {
    const { agreementId } = await invitedAgreement(under, audio);
    const facts = { template: 'invitation', recipient: 'partyB', outcome: 'bounced' } as const;
    await twice(under.event(mailFailed, { agreementId, ...facts }), 'note-mail-failure');
    expect(await newRows(agreementId, 4)).toEqual([
      { type: 'mail-failed', actor: 'notifications', detail: facts },
    ]);
    expect(await viewOf(under, agreementId)).toMatchObject({
      status: 'awaiting_party',
      mailProblem: 'partyB:bounced',
    });
    expect((await openDeadlines(under, agreementId)).filter((kind) => kind.startsWith('remind'))).toEqual([]);
  });

  it('a mail that was not taken in time, or to party A: reminders go on', async () => {
    const { agreementId } = await invitedAgreement(under, audio);
    const late = { template: 'invitation', recipient: 'partyB', outcome: 'undelivered' } as const;
    await twice(under.event(mailFailed, { agreementId, ...late }), 'note-mail-failure');
    const own = { template: 'receipt', recipient: 'partyA', outcome: 'bounced' } as const;
    await twice(under.event(mailFailed, { agreementId, ...own }), 'note-mail-failure');
    expect(await viewOf(under, agreementId)).toMatchObject({
      mailProblem: 'partyA:bounced,partyB:undelivered',
    });
    expect(
      (await openDeadlines(under, agreementId)).filter((kind) => kind.startsWith('remind')),
    ).toHaveLength(5);
  });

  it('a second mail that did not arrive does not hide the first, nor a weaker reason a stronger one', async () => {
    const { agreementId } = await invitedAgreement(under, audio);
    const fail = (recipient: 'partyA' | 'partyB', outcome: 'bounced' | 'undelivered') =>
      twice(
        under.event(mailFailed, { agreementId, template: 'invitation', recipient, outcome }),
        'note-mail-failure',
      );
    const problem = async () => (await viewOf(under, agreementId)).mailProblem;
    await fail('partyB', 'bounced');
    await fail('partyB', 'undelivered');
    expect(await problem()).toBe('partyB:bounced');
    await fail('partyA', 'undelivered');
    expect(await problem()).toBe('partyA:undelivered,partyB:bounced');
    await fail('partyA', 'bounced');
    expect(await problem()).toBe('partyA:bounced,partyB:bounced');
  });

  it('party A’s address that is confirmed is no problem any more, in each of their contracts', async () => {
    const failed = async (recipient: 'partyA' | 'partyB') => {
      const { agreementId } = await invitedAgreement(under, audio);
      const facts = { agreementId, template: 'receipt', outcome: 'bounced' } as const;
      await twice(under.event(mailFailed, { ...facts, recipient: 'partyA' }), 'note-mail-failure');
      if (recipient === 'partyB')
        await twice(under.event(mailFailed, { ...facts, recipient }), 'note-mail-failure');
      return agreementId;
    };
    const [one, both] = [await failed('partyA'), await failed('partyB')];
    expect(await viewOf(under, both)).toMatchObject({ mailProblem: 'partyA:bounced,partyB:bounced' });
    const facts = { userId: OWNER, confirmedAt: new Date().toISOString() };
    const unreached = async () =>
      (await under.call(`/internal/agreements/${both}`, { ...service, name: 'payments' })).body;
    expect(await unreached()).toMatchObject({ unreachedParties: ['a', 'b'] });
    await twice(under.event(addressConfirmed, { ...facts, userId: OWNER + 1 }), 'offer-mails-again');
    expect(await viewOf(under, one)).toMatchObject({ mailProblem: 'partyA:bounced' });
    await twice(under.event(addressConfirmed, facts), 'offer-mails-again');
    expect(await viewOf(under, one)).toMatchObject({ mailProblem: null });
    expect(await viewOf(under, both)).toMatchObject({ mailProblem: 'partyB:bounced' });
    expect(await unreached()).toMatchObject({ unreachedParties: ['b'] });
  });

  it('a bounce of what was typed ends with the next mail that arrives: of that party, and no other', async () => {
    const { agreementId, claimToken } = await savedAgreement(under, audio, undefined, {
      isRemoteContract: true,
    });
    const facts = { agreementId, template: 'saved', outcome: 'bounced' } as const;
    await twice(under.event(mailFailed, { ...facts, recipient: 'partyA' }), 'note-mail-failure');
    await claim(under, agreementId, OWNER, claimToken);
    await pay(under, agreementId);
    await twice(under.event(mailFailed, { ...facts, recipient: 'partyB' }), 'note-mail-failure');
    const reminders = async () =>
      (await openDeadlines(under, agreementId)).filter((kind) => kind.startsWith('remind')).length;
    expect(await viewOf(under, agreementId)).toMatchObject({ mailProblem: 'partyA:bounced,partyB:bounced' });
    await twice(under.event(mailReached, { agreementId, recipient: 'partyA' }), 'note-mail-reached');
    expect(await viewOf(under, agreementId)).toMatchObject({ mailProblem: 'partyB:bounced' });
    expect(await reminders()).toBe(0);
    await twice(under.event(mailReached, { agreementId, recipient: 'partyB' }), 'note-mail-reached');
    expect(await viewOf(under, agreementId)).toMatchObject({ mailProblem: null });
    expect(await reminders()).toBe(5);
  });

  it('a mail about payment protection that bounced: on record, and shown as whose it was', async () => {
    const { agreementId } = await invitedAgreement(under, audio);
    const [old, escrowId] = [uuidv7(), uuidv7()];
    const fail = (recipient: 'buyer' | 'seller', more: object = {}) =>
      twice(
        under.event(mailFailed, {
          ...{ agreementId, escrowId, template: 'held-payment-half-time', recipient },
          ...{ outcome: 'bounced' as const, buyerId: OWNER, ...more },
        }),
        'note-mail-failure',
      );
    const problem = async () => (await viewOf(under, agreementId)).mailProblem;
    await fail('seller');
    expect(await problem()).toBe('seller:bounced');
    await twice(under.event(mailReached, { agreementId, recipient: 'seller' }), 'note-mail-reached');
    expect(await problem()).toBeNull();
    await fail('buyer');
    expect(await problem()).toBe('partyA:bounced');
    await fail('buyer', { buyerId: OWNER + 1 });
    expect(await problem()).toBe('partyA:bounced,partyB:bounced');
    await under.query('update agreements set escrow_id = $2 where agreement_id = $1', [
      agreementId,
      escrowId,
    ]);
    // Of one before this one, or of a row that does not know who pays: in the log alone.
    await fail('seller', { escrowId: old });
    await fail('buyer', { buyerId: undefined });
    expect(await problem()).toBe('partyA:bounced,partyB:bounced');
    const written = (recipient: string) => ({
      ...{ type: 'mail-failed', actor: 'notifications' },
      detail: { template: 'held-payment-half-time', recipient, outcome: 'bounced' },
    });
    expect(await newRows(agreementId, 4)).toEqual(
      ['seller', 'buyer', 'buyer', 'seller', 'buyer'].map(written),
    );
  });

  it.each(['view', 'consent'])(
    'party B’s address from which the link comes back is no problem any more: %s',
    async (how) => {
      const { agreementId } = await invitedAgreement(under, audio);
      const facts = { agreementId, template: 'invitation', outcome: 'bounced' } as const;
      for (const recipient of ['partyA', 'partyB'] as const)
        await twice(under.event(mailFailed, { ...facts, recipient }), 'note-mail-failure');
      const view = (body: object) => send(under, 'POST', `/api/agreements/remote/${agreementId}/view`, body);
      const reminders = async () =>
        (await openDeadlines(under, agreementId)).filter((kind) => kind.startsWith('remind')).length;
      // Whoever has the number alone was mailed nothing.
      await view({});
      expect(await viewOf(under, agreementId)).toMatchObject({
        mailProblem: 'partyA:bounced,partyB:bounced',
      });
      expect(await reminders()).toBe(0);
      const key = await currentKey(under, agreementId);
      if (how === 'view') {
        await view({ key });
        expect(await reminders()).toBe(5);
      } else expect((await consent(under, agreementId, consentForm(answer, { key }))).status).toBe(201);
      expect(await viewOf(under, agreementId)).toMatchObject({ mailProblem: 'partyA:bounced' });
    },
  );

  it('a ticket about the agreement, and one about nothing', async () => {
    const { agreementId } = await savedAgreement(under, audio, OWNER);
    await twice(under.event(ticketOpened, { ticketNumber: 'T-100001', agreementId }), 'note-ticket');
    await twice(under.event(ticketOpened, { ticketNumber: 'T-100002', agreementId: null }), 'note-ticket');
    expect(await newRows(agreementId, 2)).toEqual([
      { type: 'support-requested', actor: 'notifications', detail: { ticketNumber: 'T-100001' } },
    ]);
  });

  it('a transcript by a person, ordered, paid and delivered', async () => {
    const { agreementId } = await savedAgreement(under, audio, OWNER);
    const order = { agreementId, ownerId: OWNER, orderId: randomUUID() };
    const sha256 = 'd'.repeat(64);
    const origin = { address: '203.0.113.7', device: 'Firefox on a telephone' };
    services.origin = origin;
    await twice(under.event(humanTranscriptOrdered, order), 'note-manual-order');
    const payment = { paymentId: randomUUID(), receiptNumber: 'SSC-2026-000009', amountCents: 200 };
    const paid = { ...payment, currency: 'usd', paidAt: new Date().toISOString() } as const;
    await twice(
      under.event(humanTranscriptPaid, { agreementId, userId: OWNER, ...paid }),
      'note-manual-payment',
    );
    await twice(
      under.event(humanTranscriptDelivered, { ...order, sha256, adminId: 3 }),
      'note-manual-delivery',
    );
    const correction = { orderId: randomUUID(), sha256: 'e'.repeat(64), correctsOrderId: order.orderId };
    await twice(
      under.event(humanTranscriptDelivered, { ...order, ...correction, adminId: 4 }),
      'note-manual-delivery',
    );
    expect(await newRows(agreementId, 2)).toEqual([
      { type: 'manual-ordered', actor: `user:${OWNER}`, detail: { orderId: order.orderId } },
      { type: 'manual-paid', actor: 'payments', detail: paid },
      { type: 'manual-delivered', actor: 'admin:3', detail: { orderId: order.orderId, sha256 } },
      { type: 'manual-delivered', actor: 'admin:4', detail: correction },
    ]);
    services.origin = noOrigin;
    expect((await logOf(under, agreementId)).slice(2)).toMatchObject([origin, noOrigin, origin, origin]);
  });

  it.each(['processing', 'completed'])(
    'a transcript by a person that is delivered when access is over: it can be had for a week (%s)',
    async (status) => {
      const { agreementId } = await savedAgreement(under, audio, OWNER);
      await under.query(
        `update agreements set status = $2, paid_at = now(), expires_at = now() - interval '1 hour'
         where agreement_id = $1`,
        [agreementId, status],
      );
      const order = { agreementId, ownerId: OWNER, orderId: randomUUID(), sha256: 'd'.repeat(64) };
      const before = Date.now();
      await twice(under.event(humanTranscriptDelivered, { ...order, adminId: 3 }), 'note-manual-delivery');
      const { expiresAt } = await viewOf(under, agreementId);
      expect(Math.round((Date.parse(String(expiresAt)) - before) / DAY_MS)).toBe(7);
      expect(await openDeadlines(under, agreementId)).toContain('access-end');
      const delivered = (await newRows(agreementId, 2)).find(({ type }) => type === 'manual-delivered');
      expect(delivered?.detail).toMatchObject({ endsAt: expiresAt });
    },
  );

  it('the transcript of a remote contract: complete, with the hashes of both recordings', async () => {
    const saved = await invitedAgreement(under, audio);
    const { agreementId } = saved;
    const given = await consent(under, agreementId, consentForm(answer));
    const sha256 = 'c'.repeat(64);
    const event = under.event(transcriptCompleted, {
      ...{ agreementId, ownerId: OWNER, transcriptId: randomUUID(), sha256 },
      ...{ durationMs: 2000, segmentCount: 2, engine: 'pocketsphinx', isDraft: true },
    });
    await twice(event, 'complete-agreement');
    expect(await viewOf(under, agreementId)).toMatchObject({ status: 'completed', statusReason: null });
    // Its seal comes by itself, perhaps already.
    expect((await newRows(agreementId, 5)).filter(({ type }) => type !== 'sealed')).toMatchObject([
      { type: 'completed', detail: { audioSha256: saved.sha256, consentSha256: given.body.sha256 } },
    ]);
    expect(await eventsOf(under, agreementId, 'agreements.agreement.completed')).toMatchObject([
      { data: { audioSha256: saved.sha256, transcriptSha256: sha256 } },
    ]);
  });
});

describe('what other services are told', () => {
  const internal = <T = Record<string, unknown>>(agreementId: string, rest = '', who = service) =>
    under.call<T>(`/internal/agreements/${agreementId}${rest}`, who);

  it('facts for mails, with links that open', async () => {
    const saved = await invitedAgreement(under, audio);
    const { agreementId } = saved;
    const { body } = await internal(agreementId);
    const link = `http://localhost:8080/remote-contract/${agreementId}?key=${await currentKey(under, agreementId)}`;
    expect(body).toMatchObject({
      agreementId,
      status: 'awaiting_party',
      statusReason: null,
      cancelNote: null,
      isRemoteContract: true,
      hasPhoto: false,
      partyB: { name: 'Ben Carter', email: 'ben@example.test' },
      sha256: saved.sha256,
      consentRecordingSha256: null,
      links: {
        pay: `http://localhost:8080/checkout?plan=split-second-contract&agreementId=${agreementId}`,
        dashboard: 'http://localhost:8080/dashboard',
        contract: `http://localhost:8080/dashboard?contract=${agreementId}`,
        contact: 'http://localhost:8080/contact',
      },
      invitation: { link, declineLink: `${link}&decline=1`, expiresAt: expect.any(String) },
    });
    const given = await consent(under, agreementId, consentForm(answer));
    expect((await internal(agreementId)).body).toMatchObject({ consentRecordingSha256: given.body.sha256 });
    const inPerson = await savedAgreement(under, audio, OWNER);
    expect((await internal(inPerson.agreementId)).body).toMatchObject({ invitation: null });
  });

  it.each(['transcription', 'payments', 'gateway'])(
    'no links and no codes, where %s asks: whoever has them is taken for a party',
    async (name) => {
      const asker = { ...service, name };
      const { agreementId } = await invitedAgreement(under, audio);
      const { status, body } = await internal(agreementId, '', asker);
      expect([status, body]).toMatchObject([200, { agreementId, partyB: { name: 'Ben Carter' } }]);
      expect(JSON.stringify(body)).not.toMatch(/key=|http/);
      const code = `/codes/${randomUUID()}`;
      expect((await internal(agreementId, code, asker)).status).toBe(403);
      expect((await internal(agreementId, code)).status).toBe(410);
    },
  );

  it('what tells deals from others, of as many as there are', async () => {
    const { agreementId } = await savedAgreement(under, audio, OWNER, { title: 'Honda Civic', kind: 'car' });
    const ask = (agreementIds: unknown, who = service) =>
      send(under, 'POST', '/internal/deals', { agreementIds }, who);
    const { status, body } = await ask([agreementId, '1000000000000000']);
    expect(status).toBe(200);
    expect(body).toEqual([
      {
        ...{ agreementId, partyAName: expect.any(String), partyBName: 'Ben Carter' },
        ...{ kind: 'car', title: 'Honda Civic', amount: expect.stringMatching(/^\d+\.\d\d$/) },
        ...{ currency: 'USD', durationSeconds: expect.any(Number), createdAt: expect.any(String) },
        recordedAt: expect.any(String),
      },
    ]);
    expect((await ask([])).body).toEqual([]);
    for (const wrong of ['x', ['x'], Array(201).fill(agreementId)])
      expect((await ask(wrong)).status).toBe(400);
    expect((await ask([agreementId], user(OWNER))).status).toBe(403);
  });

  it('the owner, and single rows of the log', async () => {
    const { agreementId } = await savedAgreement(under, audio, OWNER);
    expect((await internal(agreementId, '/owner')).body).toEqual({
      ...{ ownerId: OWNER, status: 'pending', isContentDeleted: false },
    });
    const begin = 'update agreements set content_deletion_begun_at = now() where agreement_id = $1';
    await under.query(begin, [agreementId]);
    // Nothing is paid any more for what is being deleted.
    expect((await internal(agreementId, '/owner')).body).toMatchObject({ isContentDeleted: true });
    expect((await internal(agreementId, '/log/2')).body).toEqual({
      actor: `user:${OWNER}`,
      type: 'claimed',
      detail: {},
      at: expect.any(String),
    });
    for (const rest of ['/log/3', '/log/0']) expect((await internal(agreementId, rest)).status).toBe(404);
    expect((await internal(agreementId, '/log/x')).status).toBe(404);
    for (const rest of ['', '/owner', '/log/1']) {
      expect((await internal('1000000000000000', rest)).status).toBe(404);
      expect((await internal(agreementId, rest, user(OWNER))).status).toBe(403);
      expect((await internal(agreementId, rest, visitor)).status).toBe(401);
    }
  });

  it('whether a key is the one of the current link, and how things stand', async () => {
    const { agreementId } = await invitedAgreement(under, audio);
    const path = `/internal/agreements/${agreementId}/invitation`;
    const key = await currentKey(under, agreementId);
    const ask = (body: object, who = service) => send(under, 'POST', path, body, who);
    const open = { agreementId, status: 'awaiting_party', stage: 'none', percent: 0 };
    expect(await ask({ key })).toMatchObject({ status: 200, body: open });
    await consent(under, agreementId, consentForm(answer, { key }));
    const answered = await ask({ key });
    expect(answered.body).toEqual({ ...open, status: 'processing', stage: 'queued' });
    const other = await invitedAgreement(under, audio);
    for (const wrong of ['', 'x', `${key}x`, await currentKey(under, other.agreementId)]) {
      expect((await ask({ key: wrong })).body.code).toBe('agreement_not_found');
    }
    for (const bad of [{}, { key: 7 }, { key: 'k'.repeat(301) }]) expect((await ask(bad)).status).toBe(400);
    expect((await ask({ key }, user(OWNER))).status).toBe(403);
    expect((await ask({ key }, visitor)).status).toBe(401);
    const { agreementId: unpaid } = await savedAgreement(under, audio, OWNER);
    expect(
      (await send(under, 'POST', `/internal/agreements/${unpaid}/invitation`, { key }, service)).status,
    ).toBe(404);
  });

  it('takes what administrators did elsewhere: on record, and the owner is told', async () => {
    const { agreementId } = await savedAgreement(under, audio, OWNER);
    const path = `/internal/agreements/${agreementId}/admin-acts`;
    const act = { act: 'job-retried', reason: 'The engine was away.', detail: { job: 'transcribe', n: 2 } };
    expect(await send(under, 'POST', path, act, admin)).toMatchObject({ status: 201, body: { seq: 3 } });
    expect((await logOf(under, agreementId)).at(-1)).toMatchObject({
      type: 'admin-retried-job',
      actor: 'admin:3',
      detail: { job: 'transcribe', n: 2, reason: 'The engine was away.' },
    });
    expect((await eventsOf(under, agreementId)).at(-1)).toMatchObject({
      type: 'agreements.admin.acted',
      data: { ownerId: OWNER, act: 'job-retried', seq: 3 },
    });
    for (const bad of [{ act: 'x' }, { reason: 'no' }, { detail: { deep: {} } }, { detail: 'x' }]) {
      expect((await send(under, 'POST', path, { ...act, ...bad }, admin)).status).toBe(400);
    }
    expect((await send(under, 'POST', path, act, service)).status).toBe(403);
    expect(await typesOf(under, agreementId)).toHaveLength(3);
  });
});

describe('administrators', () => {
  it('read an agreement, its log with addresses, lists and counts; but hear nothing this way', async () => {
    const { agreementId } = await invitedAgreement(under, audio);
    await send(under, 'POST', `/api/agreements/remote/${agreementId}/view`, {});
    const read = (path: string) => under.call<Record<string, unknown>[]>(path, admin);
    expect((await read(`/api/agreements/${agreementId}`)).body).toMatchObject({ agreementId });
    expect((await read(`/api/agreements/${agreementId}/events`)).body.at(-1)).toMatchObject({
      type: 'opened',
      address: '127.0.0.1',
      device: expect.any(String),
      hash: expect.any(String),
    });
    expect((await read(`/api/users/${OWNER}/agreements`)).body.length).toBeGreaterThan(0);
    const stats = (await read(`/api/users/${OWNER}/stats`)).body as unknown as Record<string, number>;
    const [counted] = await under.query<{ all: number; waiting: number }>(
      `select count(*)::int as all, count(*) filter (where status = 'awaiting_party')::int as waiting
       from agreements where owner_id = $1`,
      [OWNER],
    );
    expect([stats.totalAgreements, stats.awaitingAgreements]).toEqual([counted?.all, counted?.waiting]);
    for (const media of ['audio', 'preview', 'photo']) {
      expect((await read(`/api/agreements/${agreementId}/${media}`)).status).toBe(404);
    }
    expect((await read('/api/agreements/1000000000000000')).status).toBe(404);
  });
});
