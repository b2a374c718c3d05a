import { createHash } from 'node:crypto';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DataSource } from 'typeorm';
import { DAY_MS, HOUR_MS, visitor } from '#platform';
import { lockAgreement } from '../src/agreements/agreements.repository.js';
import { findBreak, type LogRow } from '../src/event-log/event-log.js';
import { AgreementsUnderTest, user } from './agreements-under-test.js';
import {
  claim,
  drawPhoto,
  recordTone,
  type SavedBody,
  savedAgreement,
  upload,
  uploadForm,
} from './recordings.fixture.js';

let under: AgreementsUnderTest;
let folder: string;
let audio: Buffer;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'ssc-saving-'));
  audio = await recordTone(join(folder, 'tone.webm'), 6);
  under = await AgreementsUnderTest.start({}, { decodesAnew: true });
}, 120_000);

afterAll(async () => {
  await under?.stop();
  await rm(folder, { recursive: true, force: true });
}, 60_000);

const sha256 = (content: Buffer) => createHash('sha256').update(content).digest('hex');

const logOf = async (agreementId: string): Promise<LogRow[]> => {
  const rows = await under.query<Omit<LogRow, 'at'> & { at: Date }>(
    `select seq, at, actor, type, detail, prev_hash as "prevHash", hash, address, device from agreement_events
     where agreement_id = $1 order by seq`,
    [agreementId],
  );
  return rows.map((row) => ({ ...row, at: row.at.toISOString() }));
};

describe('saving an agreement', () => {
  it('tells which language is spoken, when it was begun and whose lines were pressed', async () => {
    const turns = [
      { party: 'a', start: 0, end: 3.4 },
      { party: 'b', start: 3.4, end: 5.9 },
    ];
    const spoken = { language: 'fr', turns, startedAt: new Date(Date.now() - 3 * 86_400_000).toISOString() };
    const { body } = await upload(under, uploadForm(audio, { spoken }));
    const event = await under.publishedFor(body.agreementId, 'agreements.recording.stored');
    expect(event.data).toMatchObject(spoken);
    const wrong = await upload(
      under,
      uploadForm(audio, { spoken: { turns: [{ party: 'c', start: 0, end: 1 }] } }),
    );
    expect(wrong.status).toBe(400);
  });

  it('takes what the recorder could not stop at its limit', async () => {
    const long = await recordTone(join(folder, 'long.webm'), 190);
    const fields = { planType: 'basic', spoken: { startedAt: new Date().toISOString() } };
    const { status, body } = await upload(under, uploadForm(long, fields));
    expect([status, Math.round(body.durationSeconds)]).toEqual([201, 190]);
  });

  it('stores the very bytes that came, with their hash, a row, a log entry and an event', async () => {
    const photo = await drawPhoto(join(folder, 'photo.png'));
    const { status, body, headers } = await upload(
      under,
      uploadForm(audio, {}, { content: photo, name: 'photo.png' }),
    );
    expect(status).toBe(201);
    expect(body).toEqual({
      agreementId: expect.stringMatching(/^[1-9]\d{15}$/),
      claimToken: expect.stringMatching(/^[\w-]{43}$/),
      status: 'pending',
      sha256: sha256(audio),
      bytes: audio.length,
      durationSeconds: expect.closeTo(6, 0),
      createdAt: expect.any(String),
    });
    expect(headers.get('set-cookie')).toBe(
      `ssc_claim_${body.agreementId}=${body.claimToken}; Max-Age=2592000; Path=/api; HttpOnly; SameSite=Strict`,
    );

    const [row] = await under.query<Record<string, unknown>>(
      `select a.*, r.id as recording_id, r.object_key, r.mime, r.bytes::int, r.sha256, r.duration_ms from agreements a
       join recordings r using (agreement_id) where agreement_id = $1`,
      [body.agreementId],
    );
    expect(row).toMatchObject({
      status: 'pending',
      owner_id: null,
      amount_cents: '25050',
      party_a_email: 'anna@example.test',
      claim_hash: sha256(Buffer.from(body.claimToken)),
      mime: 'audio/webm',
      sha256: sha256(audio),
      bytes: audio.length,
    });
    const stored = await readFile(under.objectPath(String(row?.object_key)));
    expect(stored.equals(audio)).toBe(true);
    const cleaned = await readFile(under.objectPath(String(row?.photo_key)));
    expect(sha256(cleaned)).toBe(row?.photo_sha256);
    expect(cleaned.subarray(0, 2)).toEqual(Buffer.from([0xff, 0xd8]));

    const log = await logOf(body.agreementId);
    expect(log).toHaveLength(1);
    expect(log[0]).toMatchObject({
      type: 'recorded',
      actor: 'visitor',
      detail: { sha256: sha256(audio), bytes: audio.length, photoSha256: row?.photo_sha256 },
    });
    expect(await under.publishedFor(body.agreementId, 'agreements.recording.stored')).toMatchObject({
      version: 1,
      data: {
        agreementId: body.agreementId,
        recordingId: row?.recording_id,
        objectKey: row?.object_key,
        sha256: sha256(audio),
        bytes: audio.length,
        mime: 'audio/webm',
      },
    });
    expect(await under.spool()).toEqual([]);
    expect(log[0]?.detail).not.toHaveProperty('noticeGivenAt');
  });

  it('logs when everyone present was told about the recording', async () => {
    for (const waitedMs of [10_000, 39 * DAY_MS, -HOUR_MS / 2]) {
      const noticeGivenAt = new Date(Date.now() - waitedMs).toISOString();
      const saved = await savedAgreement(under, audio, 1, { noticeGivenAt });
      const [recorded] = await logOf(saved.agreementId);
      expect(recorded).toMatchObject({ type: 'recorded', detail: { sha256: sha256(audio), noticeGivenAt } });
    }
  });

  it.each([
    ['long before any recording that could still wait on a device', -41 * DAY_MS],
    ['in the last century', -30 * 366 * DAY_MS],
    ['later than any clock is ahead', 2 * HOUR_MS],
  ])('a notice that was given %s is not on record', async (_when, fromNowMs) => {
    const noticeGivenAt = new Date(Date.now() + fromNowMs).toISOString();
    const saved = await savedAgreement(under, audio, 1, { noticeGivenAt });
    const [recorded] = await logOf(saved.agreementId);
    expect(recorded?.detail).toMatchObject({ sha256: sha256(audio) });
    expect(recorded?.detail).not.toHaveProperty('noticeGivenAt');
  });

  it('keeps names of every script and cleans what people type around them', async () => {
    const fields = {
      partyAName: '  Zoë 李 🤝  ',
      partyAEmail: ' ANNA@Example.test ',
      agreementAmount: '$1,234.5',
      kind: 'car',
      title: '  Honda Civic, año 2019  ',
    };
    const saved = await savedAgreement(under, audio, 1, fields);
    const { body } = await under.call(`/api/agreements/${saved.agreementId}`, user(1));
    expect(body).toMatchObject({
      partyAName: 'Zoë 李 🤝',
      partyAEmail: 'anna@example.test',
      amount: '1234.50',
      kind: 'car',
      title: 'Honda Civic, año 2019',
    });
  });

  it('keeps what it is about for the list, the remote page and other services; a blank title is none', async () => {
    const titled = await savedAgreement(under, audio, 1, { title: 'Honda Civic' });
    const list = await under.call('/api/users/1/agreements', user(1));
    expect(list.body).toContainEqual(
      expect.objectContaining({ agreementId: titled.agreementId, title: 'Honda Civic' }),
    );
    const blank = await savedAgreement(under, audio, 1, { title: '   ' });
    const { body } = await under.call(`/api/agreements/${blank.agreementId}`, user(1));
    expect(body).toMatchObject({ title: null });
  });
});

describe('a recording that somebody saves who is signed in', () => {
  const saveAs = async (userId: number) => {
    const device = 'Firefox of this test';
    const headers = { 'user-agent': device, 'x-account-id': String(userId) };
    const init = { method: 'POST', body: uploadForm(audio), headers };
    const answer = await under.call<SavedBody>('/api/agreements/temporary', user(userId), init);
    expect(answer.status).toBe(201);
    return { saved: answer.body, headers: answer.headers, device };
  };

  it('is theirs at once: in their list and their number, in no other, and counted once when they pay', async () => {
    const { saved, device } = await saveAs(31);
    const { agreementId, claimToken } = saved;
    const list = await under.call('/api/users/31/agreements', user(31));
    expect(list.body).toEqual([expect.objectContaining({ agreementId, status: 'pending' })]);
    expect((await under.call(`/api/agreements/${agreementId}`, user(31))).status).toBe(200);
    const origin = { address: expect.any(String), device };
    expect(await logOf(agreementId)).toEqual([
      expect.objectContaining({ type: 'recorded', actor: 'user:31', ...origin }),
    ]);

    // Paying asks for it once more, with the token or without: nothing happens a second time.
    expect((await claim(under, agreementId, 31, claimToken)).status).toBe(200);
    expect((await claim(under, agreementId, 31)).status).toBe(200);
    expect((await logOf(agreementId)).map(({ type }) => type)).toEqual(['recorded']);
    expect((await under.call('/api/users/31/stats', user(31))).body).toMatchObject({
      totalAgreements: 1,
      pendingAgreements: 1,
    });
    expect(
      await under.query('select kind from deadlines where agreement_id = $1 order by kind', [agreementId]),
    ).toEqual(['unpaid-end', 'unpaid-warning-1', 'unpaid-warning-2'].map((kind) => ({ kind })));
  });

  it.each([
    ['a page that knows of nobody, as after a logout without network', {}],
    ['a page that shows another account', { 'x-account-id': '36' }],
  ])('is nobody’s before it is claimed when it comes from %s', async (_what, headers) => {
    const init = { method: 'POST', body: uploadForm(audio), headers };
    const { body } = await under.call<SavedBody>('/api/agreements/temporary', user(35), init);
    for (const id of [35, 36]) {
      expect((await under.call(`/api/users/${id}/agreements`, user(id))).body).toEqual([]);
    }
    expect((await claim(under, body.agreementId, 37, body.claimToken)).status).toBe(200);
  });

  it('answers as ever, but nobody gets it by its token: no other account, and no browser without theirs', async () => {
    const { saved, headers } = await saveAs(33);
    const { agreementId, claimToken } = saved;
    expect(claimToken).toMatch(/^[\w-]{43}$/);
    expect(headers.get('set-cookie')).toContain(`ssc_claim_${agreementId}=${claimToken}`);
    expect((await claim(under, agreementId, 34, claimToken)).status).toBe(404);
    const cookie = { headers: { cookie: `ssc_claim_${agreementId}=${claimToken}` } };
    expect((await under.call(`/api/agreements/${agreementId}`, visitor, cookie)).status).toBe(404);
    expect((await under.call(`/api/agreements/${agreementId}`, user(34), cookie)).status).toBe(404);
    expect((await under.call('/api/users/34/agreements', user(34))).body).toEqual([]);
  });
});

describe('claiming', () => {
  it('goes to one of two who try at once; repeating it changes nothing; everyone else sees nothing', async () => {
    const saved = await savedAgreement(under, audio);
    const { agreementId, claimToken } = saved;
    const answers = await Promise.all([
      claim(under, agreementId, 11, claimToken),
      claim(under, agreementId, 12, claimToken),
    ]);
    expect(answers.map((answer) => answer.status).sort()).toEqual([200, 404]);
    const winner = answers[0].status === 200 ? 11 : 12;
    const loser = winner === 11 ? 12 : 11;

    expect((await claim(under, agreementId, winner, claimToken)).status).toBe(200);
    expect((await claim(under, agreementId, winner)).status).toBe(200);
    expect((await claim(under, agreementId, loser, claimToken)).status).toBe(404);
    expect((await under.call(`/api/agreements/${agreementId}`, user(winner))).status).toBe(200);
    expect((await under.call(`/api/agreements/${agreementId}`, user(loser))).status).toBe(404);
    expect((await logOf(agreementId)).map(({ type, actor }) => [type, actor])).toEqual([
      ['recorded', 'visitor'],
      ['claimed', `user:${winner}`],
    ]);
  });

  it('needs the right token and a user', async () => {
    const saved = await savedAgreement(under, audio);
    const other = await savedAgreement(under, audio);
    expect((await claim(under, saved.agreementId, 13)).status).toBe(404);
    expect((await claim(under, saved.agreementId, 13, other.claimToken)).status).toBe(404);
    expect((await claim(under, saved.agreementId, 13, 'x')).status).toBe(404);
    expect((await claim(under, '1000000000000000', 13, saved.claimToken)).status).toBe(404);
    const asVisitor = await under.call(`/internal/agreements/${saved.agreementId}/claim`, visitor, {
      method: 'POST',
    });
    expect(asVisitor.status).toBe(401);
    expect((await claim(under, saved.agreementId, 13, saved.claimToken)).status).toBe(200);
  });

  it('is answered to its owner while somebody else works on the agreement', async () => {
    const saved = await savedAgreement(under, audio, 15);
    const asked = await under.service.app.get(DataSource).transaction(async (manager) => {
      await lockAgreement(manager, saved.agreementId);
      return claim(under, saved.agreementId, 15);
    });
    expect(asked).toMatchObject({ status: 200, body: { status: 'pending' } });
  });

  it('closes the creator’s cookie once an account owns the agreement', async () => {
    const saved = await savedAgreement(under, audio);
    const cookie = `other=1; ssc_claim_${saved.agreementId}=${saved.claimToken}`;
    const read = () => under.call(`/api/agreements/${saved.agreementId}`, visitor, { headers: { cookie } });
    expect((await read()).status).toBe(200);
    await claim(under, saved.agreementId, 14, saved.claimToken);
    expect((await read()).status).toBe(404);
  });
});

describe('the claims of a browser that records a lot', () => {
  it('fit what proxies take of cookies: the oldest go, and those of what is nobody’s yet last', async () => {
    /** As browsers keep and send them: the oldest first. */
    const jar = new Map<string, string>();
    const header = () => [...jar].map(([name, value]) => `${name}=${value}`).join('; ');
    const keep = (headers: Headers) => {
      for (const cookie of headers.getSetCookie()) {
        const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? [];
        if (cookie.includes('; Max-Age=0; Path=/api; ')) jar.delete(name);
        else jar.set(name, value);
      }
    };
    const hold = ({ agreementId, claimToken }: Pick<SavedBody, 'agreementId' | 'claimToken'>) =>
      jar.set(`ssc_claim_${agreementId}`, claimToken);
    const visitors = await savedAgreement(under, audio);
    const owned = await savedAgreement(under, audio, 15);
    hold(visitors);
    hold(owned);
    for (let i = 0; i < 110; i += 1)
      hold({ agreementId: String(1_000_000_000_000_000 + i), claimToken: 'x'.repeat(43) });
    const saved: string[] = [];
    for (let i = 0; i < 5; i += 1) {
      const answer = await under.call<SavedBody>('/api/agreements/temporary', visitor, {
        method: 'POST',
        body: uploadForm(audio),
        headers: { cookie: header() },
      });
      expect(answer.headers.getSetCookie().join('').length).toBeLessThan(3000);
      keep(answer.headers);
      saved.push(answer.body.agreementId);
    }
    expect(header().length).toBeLessThan(4096);
    for (const agreementId of [visitors.agreementId, ...saved])
      expect(jar.has(`ssc_claim_${agreementId}`)).toBe(true);
    expect(jar.has(`ssc_claim_${owned.agreementId}`)).toBe(false);
  });
});

describe('the event log', () => {
  it('is a whole chain, and shows it to the owner only', async () => {
    const saved = await savedAgreement(under, audio, 21);
    const log = await logOf(saved.agreementId);
    expect(log).toHaveLength(2);
    const head = { seq: 2, hash: log[1]?.hash ?? '' };
    expect(findBreak(saved.agreementId, log, head)).toBeNull();
    const path = `/api/agreements/${saved.agreementId}/events`;
    const { body } = await under.call<LogRow[]>(path, user(21));
    expect(body.map(({ seq, hash }) => [seq, hash])).toEqual(log.map(({ seq, hash }) => [seq, hash]));
    expect((await under.call(path, user(22))).status).toBe(404);
    expect((await under.call(path, visitor)).status).toBe(401);
  });

  it.each([
    ["update agreement_events set detail = '{}'"],
    ["update agreement_events set actor = 'nobody' where seq = 1"],
    ['delete from agreement_events'],
    ['truncate agreement_events'],
    ['truncate agreements cascade'],
  ])('is not changed by: %s', async (sql) => {
    await savedAgreement(under, audio);
    const count = async () => under.query<{ n: number }>('select count(*)::int as n from agreement_events');
    const before = await count();
    await expect(under.query(sql)).rejects.toThrow('append-only');
    expect(await count()).toEqual(before);
  });
});
