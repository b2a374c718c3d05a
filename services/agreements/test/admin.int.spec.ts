import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { OBJECT_STORE, type ObjectStore } from '#storage';
import { QueryPlans } from '#testing';
import { AgreementsUnderTest, user } from './agreements-under-test.js';
import {
  daysAfter,
  deleted,
  logged,
  OWNER,
  objectsOf,
  paidAgreement,
  recordingOf,
  round,
  statusOf,
  told,
} from './deadlines.fixture.js';
import { consent, consentForm, invitedAgreement } from './invitations.fixture.js';
import { recordAnswer, recordTone, type SavedBody, savedAgreement } from './recordings.fixture.js';

const admin = { kind: 'admin', id: 3, sessionId: null } as const;
const service = { kind: 'service', id: 0, sessionId: null, name: 'gateway' } as const;
const webm = Buffer.from('0123456789');

interface Row {
  agreementId: string;
  status: string;
  ownerId: number | null;
  expiresAt: string;
  code: string;
}

let under: AgreementsUnderTest;
let folder: string;
let audio: Buffer;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'ssc-admin-'));
  audio = await recordTone(join(folder, 'tone.webm'), 1);
  under = await AgreementsUnderTest.start({}, { hasRounds: false });
}, 120_000);

beforeEach(() => under.setClock(new Date()));

afterAll(async () => {
  await under?.stop();
  await rm(folder, { recursive: true, force: true });
}, 60_000);

const list = (query: string) => under.call<Row[]>(`/api/admin/agreements?${query}`, admin);
const numbers = async (query: string) => (await list(query)).body.map((row) => row.agreementId);
const post = (path: string, body: object, as: typeof admin | ReturnType<typeof user> = admin) =>
  under.call<Row>(`/api/admin/agreements/${path}`, as, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });

describe('the list of all agreements', () => {
  it('goes page by page, by status and by the beginning of number, name or address', async () => {
    const first = await savedAgreement(under, audio, OWNER, { partyAName: 'Zoë 50% Miller' });
    const second = await savedAgreement(under, audio, undefined, { partyBEmail: 'under_score@example.test' });
    const third = await paidAgreement(under, audio, new Date());
    const ids = [third, second, first].map((saved) => saved.agreementId);
    const page = await list('limit=2');
    expect(page.body.map((row) => row.agreementId)).toEqual(ids.slice(0, 2));
    expect(page.body.map((row) => row.ownerId)).toEqual([OWNER, null]);
    const cursor = page.headers.get('x-next-cursor') ?? '';
    expect((await numbers(`limit=2&cursor=${cursor}`))[0]).toBe(first.agreementId);
    expect(await numbers('status=processing')).toEqual([third.agreementId]);
    expect(await numbers(`q=${first.agreementId.slice(0, 9)}`)).toEqual([first.agreementId]);
    const shown = `#${first.agreementId.slice(0, 4)} ${first.agreementId.slice(4, 10)}`;
    expect(await numbers(`q=${encodeURIComponent(shown)}`)).toEqual([first.agreementId]);
    for (const q of ['zoë 50%', 'ZOË 50%', 'zoe 50%', 'ZOE'])
      expect(await numbers(`q=${encodeURIComponent(q)}`)).toEqual([first.agreementId]);
    expect(await numbers('q=UNDER_')).toEqual([second.agreementId]);
    for (const none of ['%25', '_', 'miller', '%5C']) expect(await numbers(`q=${none}`)).toEqual([]);
    expect((await list('cursor=x')).status).toBe(400);
    const named = [first, third].map((saved) => saved.agreementId);
    expect(await numbers(`ids=${named.join(',')},1000000000000000`)).toEqual(named.toReversed());
    for (const wrong of ['x', `${named[0]},`, named[0]?.slice(1)])
      expect((await list(`ids=${wrong}`)).status).toBe(400);
  });

  it('is searched by an index for each of what may be sought, however many contracts there are', async () => {
    const plans = await QueryPlans.of(under.service.app, 'from agreements', () => list('q=anna'));
    const indexes = await plans.indexes();
    for (const sought of ['number', 'party_a_email', 'party_b_email'])
      expect(indexes).toContain(`agreements_${sought}_prefix`);
    for (const name of ['party_a_name', 'party_b_name'])
      expect(indexes).toContain(`agreements_${name}_folded`);
  });

  it('is for administrators only', async () => {
    expect((await under.call('/api/admin/agreements', user(OWNER))).status).toBe(403);
    expect((await under.call('/api/admin/agreements', { ...admin, kind: 'visitor', id: 0 })).status).toBe(
      401,
    );
  });
});

describe('a download', () => {
  const download = (saved: SavedBody, query: string, headers: Record<string, string> = {}, as = admin) =>
    under.call<Buffer>(`/api/admin/download-audio/${saved.agreementId}?${query}`, as, { headers });

  const prepared = async () => {
    const saved = await savedAgreement(under, audio, OWNER);
    const store = under.service.app.get<ObjectStore>(OBJECT_STORE);
    const [{ id } = { id: '' }] = await under.query<{ id: string }>(
      'select id from recordings where agreement_id = $1',
      [saved.agreementId],
    );
    const key = `recordings/${id}/audio.webm`;
    await store.putBuffer(key, webm, 'audio/webm');
    await under.query('update recordings set webm = $2 where id = $1', [
      id,
      JSON.stringify({ key, mime: 'audio/webm', bytes: webm.length, sha256: saved.sha256 }),
    ]);
    return saved;
  };

  it('gives the WebM under its name, is on record with its reason, and its owner is told', async () => {
    const saved = await prepared();
    const { status, body, headers } = await download(saved, 'reason=Court%20order%2017');
    expect([status, body.toString()]).toEqual([200, webm.toString()]);
    expect(headers.get('content-disposition')).toBe(
      `attachment; filename="${saved.agreementId}_recording.webm"`,
    );
    const [entry] = await under.query<{ actor: string; detail: object; seq: number }>(
      `select seq, actor, detail from agreement_events where agreement_id = $1 and type = 'admin-downloaded-audio'`,
      [saved.agreementId],
    );
    expect(entry).toMatchObject({
      actor: 'admin:3',
      detail: { reason: 'Court order 17', sha256: saved.sha256 },
    });
    expect(await told(under, saved, 'agreements.admin.acted')).toEqual([
      { agreementId: saved.agreementId, ownerId: OWNER, act: 'audio-downloaded', seq: entry?.seq },
    ]);
  });

  it('is on record only where its bytes can be had', async () => {
    const saved = await prepared();
    const store = under.service.app.get<ObjectStore>(OBJECT_STORE);
    const { head } = store;
    store.head = () => Promise.reject(new Error('the store is away'));
    try {
      expect((await download(saved, 'reason=Listening')).status).toBeGreaterThanOrEqual(500);
    } finally {
      store.head = head;
    }
    expect(await logged(under, saved, 'admin-downloaded-audio')).toBe(0);
    expect(await told(under, saved, 'agreements.admin.acted')).toEqual([]);
    expect((await download(saved, 'reason=Listening')).status).toBe(200);
    expect(await logged(under, saved, 'admin-downloaded-audio')).toBe(1);
  });

  it('shows where the administrator sat to administrators, and to nobody else', async () => {
    const saved = await prepared();
    await download(saved, 'reason=Court%20order%2017', { 'user-agent': 'Admin Laptop/9' });
    const shownTo = async (principal: typeof admin | ReturnType<typeof user>) => {
      const path = `/api/agreements/${saved.agreementId}/events`;
      const { body } = await under.call<{ type: string }[]>(path, principal);
      return body.find(({ type }) => type === 'admin-downloaded-audio');
    };
    expect(await shownTo(admin)).toMatchObject({ actor: 'admin:3', device: 'Admin Laptop/9' });
    expect(await shownTo(admin)).not.toMatchObject({ address: null });
    expect(await shownTo(user(OWNER))).toMatchObject({ actor: 'admin:3', address: null, device: null });
  });

  it('gives what is not paid as it came, and waits for the WebM of what is', async () => {
    const saved = await savedAgreement(under, audio, OWNER);
    const { status, body, headers } = await download(saved, 'reason=Listening');
    expect([status, body.equals(audio)]).toEqual([200, true]);
    expect(headers.get('content-disposition')).toContain(`"${saved.agreementId}_recording.webm"`);
    await under.query('update agreements set paid_at = now() where agreement_id = $1', [saved.agreementId]);
    expect((await download(saved, 'reason=Listening')).status).toBe(404);
  });

  it('counts once for a player that asks piece by piece, and cannot be had without a trace', async () => {
    const saved = await prepared();
    const count = () => logged(under, saved, 'admin-downloaded-audio');
    const tail = await download(saved, 'reason=Listening', { range: 'bytes=1-' });
    expect([tail.status, tail.body.toString(), await count()]).toEqual([206, webm.toString().slice(1), 1]);
    await download(saved, 'reason=Listening', { range: 'bytes=5-' });
    expect(await count()).toBe(1);
    await download(saved, 'reason=Listening', { range: 'bytes=0-4' });
    await download(saved, 'reason=Listening');
    expect(await count()).toBe(3);
    await download(saved, 'reason=Listening', { range: 'bytes=5-' }, { ...admin, id: 4 as 3 });
    expect(await count()).toBe(4);
  });

  it('is of each party of a contract made apart, each on record', async () => {
    const saved = await invitedAgreement(under, audio);
    const { agreementId } = saved;
    const none = await download(saved, 'reason=Listening&party=b');
    expect([none.status, await logged(under, saved, 'admin-downloaded-audio')]).toEqual([404, 0]);
    const spoken = await recordAnswer(join(folder, 'answer.webm'));
    expect((await consent(under, agreementId, consentForm(spoken))).status).toBe(201);
    expect((await download(saved, 'reason=Listening&party=b')).status).toBe(404);
    const store = under.service.app.get<ObjectStore>(OBJECT_STORE);
    for (const party of ['a', 'b']) {
      const key = `recordings/${agreementId}/${party}.webm`;
      const content = Buffer.from(`sound of ${party}`);
      await store.putBuffer(key, content, 'audio/webm');
      await under.query('update recordings set webm = $3 where agreement_id = $1 and party = $2', [
        ...[agreementId, party],
        JSON.stringify({ key, mime: 'audio/webm', bytes: content.length, sha256: saved.sha256 }),
      ]);
    }
    const a = await download(saved, 'reason=Listening&party=a');
    expect([a.status, a.body.toString()]).toEqual([200, 'sound of a']);
    // The rest of a file counts as begun only where its own beginning was on record.
    const b = await download(saved, 'reason=Listening&party=b', { range: 'bytes=9-' });
    expect([b.status, b.body.toString(), b.headers.get('content-type')]).toEqual([206, 'b', 'audio/webm']);
    expect(b.headers.get('content-disposition')).toBe(
      `attachment; filename="${agreementId}_recording_party_b.webm"`,
    );
    const details = await under.query<{ detail: { sha256: string; party?: string } }>(
      `select detail from agreement_events where agreement_id = $1 and type = 'admin-downloaded-audio' order by seq`,
      [agreementId],
    );
    const rows = await under.query<{ party: string; sha256: string }>(
      'select party, sha256 from recordings where agreement_id = $1 order by party',
      [agreementId],
    );
    expect(details.map(({ detail }) => detail)).toEqual([
      { reason: 'Listening', sha256: rows[0]?.sha256 },
      { reason: 'Listening', sha256: rows[1]?.sha256, party: 'b' },
    ]);
    expect((await download(saved, 'reason=Listening&party=c')).status).toBe(400);
    expect((await download(saved, 'reason=Listening&party=b', {}, user(OWNER) as never)).status).toBe(403);
  });

  it('needs a reason, an administrator and a recording', async () => {
    const saved = await prepared();
    expect((await download(saved, 'reason=no')).status).toBe(400);
    const path = `/api/admin/download-audio/${saved.agreementId}?reason=because`;
    expect((await under.call(path, user(OWNER))).status).toBe(403);
    await under.query('update agreements set content_deleted_at = now() where agreement_id = $1', [
      saved.agreementId,
    ]);
    expect((await download(saved, 'reason=because')).status).toBe(410);
    expect(await logged(under, saved, 'admin-downloaded-audio')).toBe(0);
    const other = await prepared();
    for (const none of ['', 'reason=', 'reason=%20%20%20']) {
      expect(await download(other, none)).toMatchObject({ status: 400 });
    }
    expect(await logged(under, other, 'admin-downloaded-audio')).toBe(0);
  });
});

describe('cancelling', () => {
  it('ends a contract that waits, with the reason, once', async () => {
    const saved = await paidAgreement(under, audio, new Date(), { isRemoteContract: true });
    const { status, body } = await post(`${saved.agreementId}/cancel`, { reason: 'Asked for by phone' });
    expect([status, body.status]).toEqual([200, 'cancelled']);
    expect(await statusOf(under, saved)).toMatchObject({ reason: 'by_admin' });
    expect(await told(under, saved, 'agreements.admin.acted')).toMatchObject([{ act: 'cancelled' }]);
    const again = await post(`${saved.agreementId}/cancel`, { reason: 'Asked for by phone' });
    expect([again.status, again.body.code]).toEqual([409, 'invalid_transition']);
    expect(await logged(under, saved, 'admin-cancelled')).toBe(1);
  });

  it('is refused without a reason, and to users', async () => {
    const saved = await paidAgreement(under, audio, new Date(), { isRemoteContract: true });
    expect((await post(`${saved.agreementId}/cancel`, {})).status).toBe(400);
    expect((await post(`${saved.agreementId}/cancel`, { reason: 'why' }, user(OWNER))).status).toBe(403);
    expect((await post('1234567890123456/cancel', { reason: 'why' })).status).toBe(404);
    expect((await statusOf(under, saved)).status).toBe('awaiting_party');
  });
});

describe('keeping the content longer', () => {
  it('moves the end and its warnings, and is on record', async () => {
    const paidAt = new Date();
    const saved = await paidAgreement(under, audio, paidAt);
    await under.setClock(daysAfter(paidAt, 23));
    await round(under.service);
    expect(await logged(under, saved, 'access-warning')).toBe(1);
    const { status, body } = await post(`${saved.agreementId}/extend`, { reason: 'Court case', days: 60 });
    const endsAt = daysAfter(paidAt, 90);
    expect([status, body.expiresAt]).toEqual([200, endsAt.toISOString()]);
    expect(await told(under, saved, 'agreements.admin.acted')).toMatchObject([{ act: 'retention-extended' }]);
    await under.setClock(daysAfter(paidAt, 82.9));
    await round(under.service);
    expect(await logged(under, saved, 'access-warning')).toBe(1);
    for (const day of [83, 89]) {
      await under.setClock(daysAfter(paidAt, day));
      await round(under.service);
    }
    expect(await logged(under, saved, 'access-warning')).toBe(3);
    expect((await statusOf(under, saved)).isDeleted).toBe(false);
  });

  it('does not warn seven days ahead when five are left', async () => {
    const paidAt = new Date();
    const saved = await paidAgreement(under, audio, paidAt);
    await under.setClock(new Date(daysAfter(paidAt, 30).getTime() - 60_000));
    await round(under.service);
    const before = await logged(under, saved, 'access-warning');
    await post(`${saved.agreementId}/extend`, { reason: 'A little more', days: 5 });
    await round(under.service);
    expect(await logged(under, saved, 'access-warning')).toBe(before);
    await under.setClock(daysAfter(paidAt, 34));
    await round(under.service);
    expect(await logged(under, saved, 'access-warning')).toBe(before + 1);
  });

  it('comes too late once the content goes, and is refused for what was cancelled', async () => {
    const paidAt = new Date();
    const saved = await paidAgreement(under, audio, paidAt);
    await under.setClock(daysAfter(paidAt, 30));
    await round(under.service);
    const late = await post(`${saved.agreementId}/extend`, { reason: 'Too late', days: 5 });
    expect([late.status, late.body.code]).toEqual([410, 'recording_expired']);
    await under.setClock(new Date());
    const other = await paidAgreement(under, audio, new Date(), { isRemoteContract: true });
    await post(`${other.agreementId}/cancel`, { reason: 'Asked for' });
    expect((await post(`${other.agreementId}/extend`, { reason: 'Why not', days: 5 })).status).toBe(409);
    for (const days of [0, 366, 1.5, '5', null])
      expect((await post(`${other.agreementId}/extend`, { reason: 'Why not', days })).status).toBe(400);
  });

  it('is done once from the end that was shown', async () => {
    const paidAt = new Date();
    const saved = await paidAgreement(under, audio, paidAt);
    const from = daysAfter(paidAt, 30).toISOString();
    const asked = { reason: 'Court case', days: 30, from };
    const answers = await Promise.all([1, 2].map(() => post(`${saved.agreementId}/extend`, asked)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(answers.find(({ status }) => status === 200)?.body.expiresAt).toBe(
      daysAfter(paidAt, 60).toISOString(),
    );
    expect(answers.find(({ status }) => status === 409)?.body.code).toBe('invalid_transition');
    expect(await logged(under, saved, 'retention-extended')).toBe(1);
    const seen = { ...asked, from: daysAfter(paidAt, 60).toISOString() };
    expect((await post(`${saved.agreementId}/extend`, seen)).status).toBe(200);
    expect((await post(`${saved.agreementId}/extend`, { ...asked, from: 'soon' })).status).toBe(400);
  });
});

describe('deleting what was recorded before its time', () => {
  const reason = 'Asked for by Anna in T-100001';
  const remove = (
    saved: SavedBody,
    body: object = { reason },
    as: typeof admin | ReturnType<typeof user> = admin,
  ) => post(`${saved.agreementId}/delete-content`, body, as);
  const completed = async () => {
    const saved = await paidAgreement(under, audio, new Date());
    await under.query(`update agreements set status = 'completed' where agreement_id = $1`, [
      saved.agreementId,
    ]);
    return saved;
  };

  it('is done in the next round for what was paid and came to nothing, with the reason, and told', async () => {
    const saved = await paidAgreement(under, audio, new Date(), { isRemoteContract: true });
    expect((await remove(saved)).body.code).toBe('invalid_transition');
    await post(`${saved.agreementId}/cancel`, { reason });
    const id = await recordingOf(under, saved);
    await round(under.service);
    expect(await objectsOf(under, id)).not.toEqual([]);

    expect((await remove(saved)).status).toBe(200);
    await round(under.service);
    await deleted(under, saved);
    expect(await objectsOf(under, id)).toEqual([]);
    expect((await remove(saved)).body.code).toBe('recording_expired');
    const rows = await under.query<{ type: string; actor: string; detail: object }>(
      `select type, actor, detail from agreement_events
       where agreement_id = $1 and type in ('admin-deleted-content', 'content-deleted') order by seq`,
      [saved.agreementId],
    );
    expect(rows).toMatchObject([
      { type: 'admin-deleted-content', actor: 'admin:3', detail: { reason } },
      { type: 'content-deleted', actor: 'agreements', detail: { reason: 'requested', sha256: saved.sha256 } },
    ]);
    expect(await told(under, saved, 'agreements.admin.acted')).toMatchObject([
      { act: 'cancelled' },
      { act: 'content-deleted', ownerId: OWNER },
    ]);
    expect(await told(under, saved, 'agreements.content.deleted')).toMatchObject([
      { ownerId: OWNER, reason: 'requested' },
    ]);
  });

  it('of a contract needs that party B agrees', async () => {
    const saved = await completed();
    for (const body of [{ reason }, { reason, partyBAgrees: false }])
      expect(await remove(saved, body)).toMatchObject({ status: 409, body: { code: 'invalid_transition' } });
    expect(await logged(under, saved, 'admin-deleted-content')).toBe(0);
    expect((await remove(saved, { reason, partyBAgrees: true })).status).toBe(200);
    await round(under.service);
    await deleted(under, saved);
    expect(await logged(under, saved, 'admin-deleted-content')).toBe(1);
  });

  it('is refused while money is held, while work is left, without a reason, and to users', async () => {
    const held = await completed();
    await under.query(
      `update agreements set escrow_id = $2, escrow_status = 'held' where agreement_id = $1`,
      [...[held.agreementId, randomUUID()]],
    );
    const inWork = await paidAgreement(under, audio, new Date());
    const unpaid = await savedAgreement(under, audio, OWNER);
    for (const saved of [held, inWork, unpaid])
      expect(await remove(saved, { reason, partyBAgrees: true })).toMatchObject({
        status: 409,
        body: { code: 'invalid_transition' },
      });
    const done = await completed();
    expect((await remove(done, { partyBAgrees: true })).status).toBe(400);
    expect((await remove(done, { reason, partyBAgrees: 'yes' })).status).toBe(400);
    expect((await remove(done, { reason, partyBAgrees: true }, user(OWNER))).status).toBe(403);
    await round(under.service);
    for (const saved of [held, inWork, unpaid, done])
      expect((await statusOf(under, saved)).isDeleted).toBe(false);
  });
});

describe('the overview', () => {
  it('counts all agreements, for services only', async () => {
    const { body } = await under.call<{ totalAgreements: number; byStatus: Record<string, number> }>(
      '/internal/stats',
      service,
    );
    const [{ n } = { n: 0 }] = await under.query<{ n: number }>('select count(*)::int as n from agreements');
    expect(body.totalAgreements).toBe(n);
    expect(body.byStatus.processing).toBeGreaterThan(0);
    expect((await under.call('/internal/stats', admin)).status).toBe(403);
  });
});
