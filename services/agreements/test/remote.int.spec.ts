import { randomUUID } from 'node:crypto';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type AccountChange, accountChanged, recordingPrepared } from '#contracts';
import { DAY_MS, type Principal, visitor } from '#platform';
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
import {
  claim,
  drawPhoto,
  recordAnswer,
  recordTone,
  savedAgreement,
  upload,
  uploadForm,
} from './recordings.fixture.js';

let under: AgreementsUnderTest;
let folder: string;
let audio: Buffer;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'ssc-remote-'));
  audio = await recordTone(join(folder, 'tone.webm'), 1);
  under = await AgreementsUnderTest.start();
  await keepEvents(under);
}, 120_000);

afterEach(() => under.setClock(new Date()));

afterAll(async () => {
  await under?.stop();
  await rm(folder, { recursive: true, force: true });
}, 60_000);

const remote = (agreementId: string, rest = '', key?: string) =>
  `/api/agreements/remote/${agreementId}${rest}${key === undefined ? '' : `?key=${encodeURIComponent(key)}`}`;
const read = (agreementId: string, key?: string) =>
  under.call<{ code?: string }>(remote(agreementId, '', key), visitor);
const outcome = async (agreementId: string, key?: string) => {
  const { status, body } = await read(agreementId, key);
  return `${status} ${body.code ?? 'ok'}`;
};
const later = (days: number) => under.setClock(new Date(Date.now() + days * DAY_MS));

describe('paying for a remote contract', () => {
  it('invites party B in the same step, with reminders and the ends of the link and of the access', async () => {
    const { agreementId } = await invitedAgreement(under, audio);
    expect(await typesOf(under, agreementId)).toEqual(['recorded', 'claimed', 'paid', 'invited']);
    const [issued] = await eventsOf(under, agreementId, 'agreements.invitation.issued');
    const [invitation] = await under.query<Record<string, unknown>>(
      'select id, kind, email, expires_at - issued_at as life from invitations where agreement_id = $1',
      [agreementId],
    );
    expect(invitation).toMatchObject({ kind: 'invitation', email: 'ben@example.test', life: { days: 14 } });
    expect(issued?.data).toMatchObject({ ownerId: OWNER, invitationId: invitation?.id, kind: 'invitation' });
    expect(JSON.stringify(issued)).not.toContain('ben@example.test');
    expect(JSON.stringify(await logOf(under, agreementId))).not.toContain('ben@example.test');
    expect(await openDeadlines(under, agreementId)).toEqual([
      ...['access-end', 'access-warning-1', 'access-warning-7', 'link-end'],
      ...['remind-1', 'remind-10', 'remind-13', 'remind-3', 'remind-6'],
    ]);
    expect(await viewOf(under, agreementId)).toMatchObject({
      status: 'awaiting_party',
      invitation: { openedAt: null, nextReminderAt: null, expiresAt: expect.any(String) },
      consentedAt: null,
      mailProblem: null,
      cancelledAt: null,
    });
  });

  it('of two who are together asks nobody', async () => {
    const saved = await savedAgreement(under, audio, OWNER);
    await pay(under, saved.agreementId);
    expect(await viewOf(under, saved.agreementId)).toMatchObject({ status: 'processing', invitation: null });
    expect(await openDeadlines(under, saved.agreementId)).toEqual([
      'access-end',
      'access-warning-1',
      'access-warning-7',
    ]);
    expect(await outcome(saved.agreementId)).toBe('404 agreement_not_found');
  });
});

describe('reading an invitation', () => {
  it('shows eight facts and no address', async () => {
    const photo = { content: await drawPhoto(join(folder, 'photo.png')), name: 'photo.png' };
    const saved = await upload(
      under,
      uploadForm(audio, { isRemoteContract: true, title: 'Honda Civic' }, photo),
    );
    const { agreementId, claimToken } = saved.body;
    await claim(under, agreementId, OWNER, claimToken);
    await pay(under, agreementId);
    const { status, body } = await read(agreementId, await currentKey(under, agreementId));
    expect(status).toBe(200);
    expect(body).toEqual({
      id: expect.any(Number),
      agreementId,
      planType: 'split-second-contract',
      kind: null,
      title: 'Honda Civic',
      partyAName: 'Anna Miller',
      partyBName: 'Ben Carter',
      amount: '250.50',
      createdAt: expect.any(String),
      photoUrl: `/api/agreements/remote/${agreementId}/photo`,
      durationSeconds: expect.any(Number),
    });
    // The number alone shows none of party A's own words.
    expect((await read(agreementId)).body).toEqual({ ...body, title: null });
    const shown = await under.call(remote(agreementId, '/photo'), visitor);
    expect([shown.status, shown.headers.get('content-type')]).toEqual([200, 'image/jpeg']);
    expect(await under.call(remote(agreementId, '/photo', 'wrong'), visitor)).toMatchObject({ status: 404 });
  });

  it('plays party A’s recording, in ranges, once it is prepared', async () => {
    const { agreementId } = await invitedAgreement(under, audio);
    const key = await currentKey(under, agreementId);
    expect(await under.call(remote(agreementId, '/audio', key), visitor)).toMatchObject({
      status: 404,
      body: { code: 'not_ready' },
    });
    expect(await under.call(remote(agreementId, '/outline', key), visitor)).toMatchObject({
      body: { peaks: [] },
    });
    const [recording] = await under.query<{ id: string; object_key: string; sha256: string }>(
      'select id, object_key, sha256 from recordings where agreement_id = $1',
      [agreementId],
    );
    const original = {
      key: recording?.object_key ?? '',
      mime: 'audio/mpeg',
      bytes: audio.length,
      sha256: recording?.sha256 ?? '',
    };
    const event = under.event(recordingPrepared, {
      agreementId,
      recordingId: recording?.id ?? '',
      durationMs: 1000,
      ...{ mp3: original, webm: original, preview: original },
      outline: [0.2, 1],
    });
    await under.deliver(event);
    await under.handled(event, 'attach-derived');
    expect(await under.call(remote(agreementId, '/outline', key), visitor)).toMatchObject({
      body: { peaks: [0.2, 1] },
    });
    const own = `/api/agreements/${agreementId}/outline`;
    expect(await under.call(own, user(OWNER))).toMatchObject({ body: { peaks: [0.2, 1] } });
    expect(await under.call(own, user(OWNER + 1))).toMatchObject({ status: 404 });
    expect(await under.call(own, visitor)).toMatchObject({ status: 404 });
    expect(await under.call(remote(agreementId, '/outline', 'wrong'), visitor)).toMatchObject({
      status: 404,
    });
    const part = await under.call<Buffer>(remote(agreementId, '/audio', key), visitor, {
      headers: { range: 'bytes=10-29' },
    });
    expect(part.status).toBe(206);
    expect(part.body.equals((await readFile(under.objectPath(original.key))).subarray(10, 30))).toBe(true);
    expect(await under.call(remote(agreementId, '/audio', 'wrong'), visitor)).toMatchObject({ status: 404 });
  });

  it('lets nobody hear or answer who knows the number alone', async () => {
    const { agreementId } = await invitedAgreement(under, audio);
    expect(await outcome(agreementId)).toBe('200 ok');
    const answers = [
      await under.call(remote(agreementId, '/audio'), visitor),
      await under.call(remote(agreementId, '/outline'), visitor),
      await under.call(remote(agreementId, '/audio'), user(OWNER)),
      await send(under, 'POST', remote(agreementId, '/decline'), { reason: 'No, thank you.' }),
      await consent(under, agreementId, consentForm(audio, { key: null })),
    ];
    for (const answer of answers) {
      expect(answer).toMatchObject({ status: 403, body: { code: 'link_required' } });
    }
    expect(await typesOf(under, agreementId)).toEqual(['recorded', 'claimed', 'paid', 'invited']);
    expect(await viewOf(under, agreementId)).toMatchObject({ status: 'awaiting_party', consentedAt: null });
  });

  it('says what is in the way: not paid, expired, cancelled', async () => {
    const saved = await savedAgreement(under, audio, OWNER, { isRemoteContract: true });
    expect(await outcome(saved.agreementId)).toBe('409 invitation_not_paid');
    expect(await outcome(saved.agreementId, 'wrong')).toBe('404 agreement_not_found');
    await pay(under, saved.agreementId);
    const key = await currentKey(under, saved.agreementId);
    expect(await outcome(saved.agreementId, key)).toBe('200 ok');
    await later(14);
    expect(await outcome(saved.agreementId, key)).toBe('410 invitation_expired');
    expect(await outcome(saved.agreementId)).toBe('410 invitation_expired');
    await under.setClock(new Date());
    await send(under, 'POST', `/api/agreements/${saved.agreementId}/cancel`, {}, user(OWNER));
    expect(await outcome(saved.agreementId, key)).toBe('410 invitation_cancelled');
    expect(await outcome(saved.agreementId, 'wrong')).toBe('404 agreement_not_found');
  });

  it('says what was answered, and when, to whoever holds the key and to nobody else', async () => {
    const { agreementId } = await invitedAgreement(under, audio);
    const key = await currentKey(under, agreementId);
    const address = `/api/agreements/remote/${agreementId}`;
    const decline = { key, reason: 'We said Monday.' };
    expect((await send(under, 'POST', `${address}/decline`, decline, visitor)).status).toBe(200);
    const { cancelledAt } = await viewOf(under, agreementId);
    const given = { answer: 'declined', answeredAt: cancelledAt };
    const keyed = await under.call(`${address}?key=${key}`, visitor);
    expect(keyed).toMatchObject({ status: 410, body: { code: 'invitation_cancelled', ...given } });
    expect(await send(under, 'POST', `${address}/decline`, decline, visitor)).toMatchObject({ body: given });
    const bare = await under.call<object>(address, visitor);
    expect(Object.keys(bare.body).sort()).toEqual(['code', 'correlationId', 'message', 'statusCode']);
  });

  it('looks the same with an unknown number, a wrong key and a replaced one', async () => {
    const { agreementId } = await invitedAgreement(under, audio);
    const first = await currentKey(under, agreementId);
    await send(under, 'POST', `/api/agreements/${agreementId}/remind`, undefined, user(OWNER));
    const other = await invitedAgreement(under, audio);
    const answers = await Promise.all([
      read(agreementId, first),
      read(agreementId, 'wrong'),
      read(agreementId, ''),
      read(agreementId, await currentKey(under, other.agreementId)),
      read('1000000000000000'),
      read('12'),
      read('1000000000000000', first),
    ]);
    const seen = answers.map(({ status, body }) => JSON.stringify({ status, ...body, correlationId: '' }));
    expect(new Set(seen).size).toBe(1);
    expect(answers[0]).toMatchObject({ status: 404, body: { code: 'agreement_not_found' } });
    expect(await outcome(agreementId, await currentKey(under, agreementId))).toBe('200 ok');
  });
});

describe('opening an invitation', () => {
  const open = (agreementId: string, key?: string) =>
    send(under, 'POST', remote(agreementId, '/view'), key === undefined ? {} : { key });

  it('is written down once without and once with the key, with where it came from', async () => {
    const { agreementId } = await invitedAgreement(under, audio);
    const key = await currentKey(under, agreementId);
    for (const brought of [undefined, undefined, key, key, undefined]) {
      expect((await open(agreementId, brought)).status).toBe(204);
    }
    const opened = (await logOf(under, agreementId)).slice(4);
    expect(opened.map((row) => [row.type, row.actor])).toEqual([
      // Whoever has the number alone may be anybody.
      ['opened', 'visitor'],
      ['opened-with-key', 'party-b'],
    ]);
    expect(opened[0]).toMatchObject({ address: '127.0.0.1', device: expect.any(String) });
    const events = await eventsOf(under, agreementId, 'agreements.invitation.opened');
    expect(events.map((event) => event.data)).toMatchObject([
      { ownerId: OWNER, isKeyed: false },
      { ownerId: OWNER, isKeyed: true },
    ]);
    expect(await viewOf(under, agreementId)).toMatchObject({ invitation: { openedAt: expect.any(String) } });
  });

  it('by party A with the number alone is written down and told nowhere; somebody else still is', async () => {
    const { agreementId } = await invitedAgreement(under, audio);
    const claimed = await savedAgreement(under, audio, undefined, { isRemoteContract: true });
    await claim(under, claimed.agreementId, OWNER, claimed.claimToken);
    await pay(under, claimed.agreementId);
    const cookie = `ssc_claim_${claimed.agreementId}=${claimed.claimToken}`;
    const look = (id: string, who: Principal, headers: Record<string, string> = {}) =>
      send(under, 'POST', remote(id, '/view'), {}, who, headers);
    for (const id of [agreementId, claimed.agreementId])
      expect((await look(id, user(OWNER))).status).toBe(204);
    expect((await look(claimed.agreementId, visitor, { cookie })).status).toBe(204);
    for (const id of [agreementId, claimed.agreementId]) {
      expect(await typesOf(under, id)).not.toContain('opened');
      expect(await eventsOf(under, id, 'agreements.invitation.opened')).toEqual([]);
    }
    expect((await look(agreementId, user(OWNER + 1))).status).toBe(204);
    expect((await logOf(under, agreementId)).at(-1)).toMatchObject({ type: 'opened', actor: 'visitor' });
    expect(await eventsOf(under, agreementId, 'agreements.invitation.opened')).toHaveLength(1);
  });

  it('by many at once is written down once', async () => {
    const { agreementId } = await invitedAgreement(under, audio);
    const key = await currentKey(under, agreementId);
    await Promise.all(Array.from({ length: 10 }, () => open(agreementId, key)));
    expect((await typesOf(under, agreementId)).slice(4)).toEqual(['opened-with-key']);
    expect(await eventsOf(under, agreementId, 'agreements.invitation.opened')).toHaveLength(1);
  });

  it('needs one that can be answered', async () => {
    const saved = await savedAgreement(under, audio, OWNER, { isRemoteContract: true });
    expect((await open(saved.agreementId)).body).toMatchObject({ code: 'invitation_not_paid' });
    expect((await open(saved.agreementId, 'wrong')).status).toBe(404);
    expect((await open('1000000000000000')).status).toBe(404);
    expect(await typesOf(under, saved.agreementId)).toEqual(['recorded', 'claimed']);
  });
});

describe('declining', () => {
  const decline = (agreementId: string, body: object) =>
    send(under, 'POST', remote(agreementId, '/decline'), body);

  it('ends the agreement with the reason, stops what was due and keeps what was paid for until its end', async () => {
    const { agreementId } = await invitedAgreement(under, audio);
    const key = await currentKey(under, agreementId);
    const answer = await decline(agreementId, { reason: ' The amount is wrong. ', key });
    expect(answer).toMatchObject({ status: 200, body: { agreementId, status: 'cancelled' } });
    expect(await viewOf(under, agreementId)).toMatchObject({
      status: 'cancelled',
      statusReason: 'declined',
      cancelNote: 'The amount is wrong.',
      cancelledAt: expect.any(String),
    });
    expect((await logOf(under, agreementId)).at(-1)).toMatchObject({
      type: 'declined',
      actor: 'party-b',
      detail: { from: 'awaiting_party', reason: 'declined', note: 'The amount is wrong.' },
      address: '127.0.0.1',
    });
    const [event] = await eventsOf(under, agreementId, 'agreements.agreement.cancelled');
    expect(event?.data).toEqual({ agreementId, ownerId: OWNER, from: 'awaiting_party', reason: 'declined' });
    // What was paid for stays until then, with its warnings.
    expect(await openDeadlines(under, agreementId)).toEqual([
      'access-warning-1',
      'access-warning-7',
      'content-end',
    ]);
    expect(await decline(agreementId, { reason: 'again', key })).toMatchObject({ status: 410 });
  });

  it('needs no reason', async () => {
    const { agreementId } = await invitedAgreement(under, audio);
    const key = await currentKey(under, agreementId);
    expect((await decline(agreementId, { key })).status).toBeLessThan(300);
    expect(await viewOf(under, agreementId)).toMatchObject({ status: 'cancelled', cancelNote: null });
  });

  it.each([[{ reason: 'x'.repeat(501) }], [{ reason: 7 }], [{ reason: 'abc', x: 1 }]])(
    'with %j is refused and changes nothing',
    async (body) => {
      const { agreementId } = await invitedAgreement(under, audio);
      expect((await decline(agreementId, body)).status).toBe(400);
      expect(await viewOf(under, agreementId)).toMatchObject({ status: 'awaiting_party' });
      expect(await typesOf(under, agreementId)).toHaveLength(4);
    },
  );
});

describe('an account that an administrator has shut', () => {
  const shut = async (kind: AccountChange) => {
    const event = under.event(accountChanged, { userId: OWNER, changeId: randomUUID(), kind });
    for (const times of [1, 2]) {
      await under.deliver(event);
      await under.handled(event, 'offer-failed-mails-again', times);
    }
    expect(await under.deadLetters('offer-failed-mails-again')).toBe(0);
  };
  const remindersOf = async (agreementId: string) =>
    (await openDeadlines(under, agreementId)).filter((kind) => kind.startsWith('remind-'));

  it('collects no more answers by links that were mailed before, and goes on with new ones when it is opened', async () => {
    const { agreementId } = await invitedAgreement(under, audio);
    const key = await currentKey(under, agreementId);
    await shut('password');
    expect(await outcome(agreementId, key)).toBe('200 ok');
    await shut('disabled');
    expect(await outcome(agreementId, key)).toBe('410 invitation_expired');
    expect(await consent(under, agreementId, consentForm(audio, { key }))).toMatchObject({
      status: 410,
      body: { code: 'invitation_expired' },
    });
    const sql = 'select party from recordings where agreement_id = $1';
    expect(await under.query(sql, [agreementId])).toEqual([{ party: 'a' }]);
    expect(await remindersOf(agreementId)).toEqual([]);
    expect(await viewOf(under, agreementId)).toMatchObject({ status: 'awaiting_party' });

    await shut('enabled');
    expect(await remindersOf(agreementId)).toHaveLength(5);
    const reminded = await send(under, 'POST', `/api/agreements/${agreementId}/remind`, {}, user(OWNER));
    expect(reminded.status).toBe(202);
    expect(await outcome(agreementId, await currentKey(under, agreementId))).toBe('200 ok');
  });

  it('leaves what party B has answered before as it is', async () => {
    const { agreementId } = await invitedAgreement(under, audio);
    const answer = await recordAnswer(join(folder, 'answer.webm'));
    await consent(under, agreementId, consentForm(answer, { key: await currentKey(under, agreementId) }));
    await shut('disabled');
    expect(await viewOf(under, agreementId)).toMatchObject({ status: 'processing' });
    await shut('enabled');
    expect(await remindersOf(agreementId)).toEqual([]);
  });
});
