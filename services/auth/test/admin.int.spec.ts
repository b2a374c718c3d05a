import { accountChanged, resetRequested } from '#contracts';
import type { Principal } from '#platform';
import { AuthUnderTest, newAddress, otherService, principalOf, seen } from './auth-under-test.js';

let auth: AuthUnderTest;
let admin: Principal;

beforeAll(async () => {
  auth = await AuthUnderTest.start();
  ({ principal: admin } = await auth.admin());
}, 120_000);

afterAll(async () => {
  await auth?.stop();
}, 60_000);

interface AdminUser {
  id: number;
  username: string;
  email: string;
  role: string;
  disabledAt: string | null;
}

interface AdminAct {
  id: number;
  adminId: number;
  adminName: string;
  act: string;
  subject: string;
  reason: string;
  at: string;
}

const users = (query = '', principal = admin) =>
  auth.call<AdminUser[]>('GET', `/api/admin/users${query}`, { principal });
const acts = (query = '', principal = admin) =>
  auth.call<AdminAct[]>('GET', `/api/admin/acts${query}`, { principal });
const set = (
  id: number | string,
  verb: 'disable' | 'enable',
  principal = admin,
  reason = 'asked in T-100001',
) =>
  auth.call<AdminUser & { code: string; message: string }>('POST', `/api/admin/users/${id}/${verb}`, {
    principal,
    json: { reason },
  });
describe('the list of accounts', () => {
  it('shows the newest first and goes on where the page before ended', async () => {
    const made = [await auth.member(), await auth.member(), await auth.member()];
    const first = await users('?limit=2');
    expect(first.status).toBe(200);
    expect(first.body.map(({ id }) => id)).toEqual([made[2]?.id, made[1]?.id]);
    expect(first.body[0]).toEqual({
      id: made[2]?.id,
      username: 'Anna Miller',
      email: made[2]?.email,
      role: 'user',
      subscriptionPlan: null,
      usageCount: 0,
      createdAt: expect.stringMatching(/^\d{4}-.*Z$/),
      disabledAt: null,
    });
    const cursor = first.headers.get('x-next-cursor');
    const second = await users(`?limit=1&cursor=${cursor}`);
    expect(second.body.map(({ id }) => id)).toEqual([made[0]?.id]);
    const all = await users('?limit=100');
    expect(all.headers.get('x-next-cursor')).toBeNull();
    expect(all.body.map(({ id }) => id)).toContain(admin.id);
  });

  it('finds by how a name or an address begins, whatever the case', async () => {
    const mark = newAddress().slice(0, 8);
    const byName = await auth.member(`Zoe ${mark}`);
    const byAddress = await auth.signup(`${mark}-zoe@example.test`);
    const found = async (q: string) => (await users(`?q=${encodeURIComponent(q)}`)).body.map(({ id }) => id);
    expect(await found(`zOE ${mark.toUpperCase()}`)).toEqual([byName.id]);
    expect(await found(mark.toUpperCase())).toEqual([byAddress.body.user.id]);
    expect(await found(`oe ${mark}`)).toEqual([]);
  });

  it('finds a name with accents by its letters, with or without them', async () => {
    const mark = newAddress().slice(0, 8);
    const alvaro = await auth.member(`Álvaro Ñúñez ${mark}`);
    const decomposed = await auth.member(`Ömer ${mark}`.normalize('NFD'));
    const found = async (q: string) => (await users(`?q=${encodeURIComponent(q)}`)).body.map(({ id }) => id);
    for (const q of ['Álvaro Ñúñez', 'álvaro ñúñez', 'ÁLVARO ÑÚÑEZ', 'alvaro nunez', 'ALVARO Nun']) {
      expect(await found(q)).toEqual([alvaro.id]);
    }
    for (const q of ['ömer', 'ÖMER', 'omer']) expect(await found(q)).toEqual([decomposed.id]);
    expect(await found('lvaro')).toEqual([]);
  });

  it('tells the accounts of some numbers', async () => {
    const [one, other] = [await auth.member(), await auth.member()];
    const found = async (ids: string) => (await users(`?ids=${ids}`)).body.map(({ id }) => id);
    expect(await found(`${one.id},${other.id},999999999`)).toEqual([other.id, one.id]);
  });

  it('takes what is typed as it is', async () => {
    const odd = await auth.member('100%_\\o/');
    const found = async (q: string) => (await users(`?q=${encodeURIComponent(q)}`)).body.map(({ id }) => id);
    expect(await found('100%_\\')).toEqual([odd.id]);
    for (const q of ['%', '_', '100_', '\\', "' or 1=1 --", '100%%']) expect(await found(q)).toEqual([]);
  });

  it.each([
    '?limit=0',
    '?limit=101',
    '?limit=x',
    '?cursor=bm90IGEgbnVtYmVy',
    '?q=a&q=b',
    '?q=%00',
    '?order=asc',
    '?ids=1;2',
    '?ids=',
  ])('refuses %s', async (query) => {
    expect((await users(query)).status).toBe(400);
  });

  it('is for administrators', async () => {
    const { principal } = await auth.member();
    for (const path of ['/api/admin/users', '/api/admin/acts']) {
      expect((await auth.call('GET', path)).status).toBe(401);
      expect((await auth.call('GET', path, { principal })).status).toBe(403);
      expect((await auth.call('GET', path, { principal: otherService })).status).toBe(403);
    }
  });
});

describe('shutting an account', () => {
  it('ends its sessions at once, is told, and is on record with the reason', async () => {
    const member = await auth.member();
    const second = principalOf(await auth.login(member.email));
    const answer = await set(member.id, 'disable');
    expect(answer).toMatchObject({ status: 200, body: { id: member.id, disabledAt: expect.any(String) } });
    for (const session of [member.principal, second]) expect(await auth.isActive(session)).toBe(false);
    expect(seen(await auth.login(member.email))).toEqual(seen(await auth.login(newAddress())));

    const event = await auth.heard(member.id, accountChanged);
    const { changeId } = event.data as { changeId: string };
    expect(event.data).toEqual({ userId: member.id, changeId, kind: 'disabled' });
    expect(JSON.stringify(event)).not.toMatch(/@|Anna|T-100001/);
    const facts = await auth.call('GET', `/internal/account-changes/${changeId}`, {
      principal: otherService,
    });
    // Where the administrator sat is nobody's business.
    expect(facts.body).toMatchObject({ email: member.email, kind: 'disabled', address: null, device: null });

    expect((await acts('?limit=1')).body).toEqual([
      {
        id: expect.any(Number),
        adminId: admin.id,
        adminName: 'Administrator',
        act: 'account-disabled',
        subject: `user:${member.id}`,
        reason: 'asked in T-100001',
        at: expect.stringMatching(/^\d{4}-.*Z$/),
      },
    ]);
  });

  it('is on record with a reason of several lines, as it was written', async () => {
    const member = await auth.member();
    const reason = 'Asked for by the owner.\n\nTicket T-100001';
    expect((await set(member.id, 'disable', admin, reason)).status).toBe(200);
    expect((await acts('?limit=1')).body[0]).toMatchObject({ reason });
    const json = { act: 'job-retried', subject: 'job:transcription:17', reason };
    expect((await auth.call('POST', '/internal/admin-acts', { principal: admin, json })).status).toBe(201);
    expect((await acts('?limit=1')).body[0]).toMatchObject({ act: 'job-retried', reason });
  });

  it('is found on record by reason, act, subject and administrator, page by page', async () => {
    const member = await auth.member();
    await set(member.id, 'disable', admin, 'Pidió José, 50%_off');
    await set(member.id, 'enable', admin, 'Pidió José, 50%_off');
    const found = async (query: Record<string, string>) =>
      (await acts(`?${new URLSearchParams(query)}`)).body.map(({ act }) => act);
    const both = ['account-enabled', 'account-disabled'];
    expect(await found({ q: 'pidio jose' })).toEqual(both);
    expect(await found({ q: '%_OFF' })).toEqual(both);
    expect(await found({ q: `user:${member.id}` })).toEqual(both);
    expect(await found({ q: 'Account dis', limit: '1' })).toEqual(['account-disabled']);
    expect((await found({ q: 'administ', limit: '2' })).length).toBe(2);
    const page = await acts('?limit=1&q=jose');
    expect(await found({ q: 'jose', cursor: String(page.headers.get('x-next-cursor')) })).toEqual([both[1]]);
    for (const q of ['50_%', 'nobody wrote this', '\\']) expect(await found({ q })).toEqual([]);
    for (const q of ['x'.repeat(201), '\u0000'])
      expect((await acts(`?${new URLSearchParams({ q })}`)).status).toBe(400);
  });

  it('can be undone; old sessions stay ended', async () => {
    const member = await auth.member();
    await set(member.id, 'disable');
    expect(await set(member.id, 'enable')).toMatchObject({ status: 200, body: { disabledAt: null } });
    expect(await auth.isActive(member.principal)).toBe(false);
    expect((await auth.login(member.email)).status).toBe(200);
    expect((await auth.heard(member.id, accountChanged, 2)).data).toMatchObject({ kind: 'enabled' });
    expect((await acts('?limit=1')).body[0]).toMatchObject({ act: 'account-enabled' });
  });

  it('gives an address free that nobody had confirmed, and is not undone once somebody else has it', async () => {
    const stranger = await auth.member();
    await set(stranger.id, 'disable');
    const waiting = await auth.member();
    const wanted = { username: 'Ben Carter', email: stranger.email };
    const change = () =>
      auth.call('PATCH', '/api/auth/profile', {
        principal: { ...waiting.principal, isConfirmed: true },
        json: wanted,
      });
    expect((await change()).status).toBe(200);

    const owner = await auth.signup(stranger.email, { password: 'four purple bicycles' });
    expect(owner.status).toBe(201);
    expect((await change()).status).toBe(409);
    // Each password opens its own account, or none.
    expect((await auth.login(stranger.email)).status).toBe(401);
    expect((await auth.login(stranger.email, 'four purple bicycles')).body.user.id).toBe(owner.body.user.id);
    await auth.call('POST', '/api/auth/forgot-password', { json: { email: stranger.email } });
    expect((await auth.heard(owner.body.user.id, resetRequested)).data).toMatchObject({
      userId: owner.body.user.id,
    });
    expect(await set(stranger.id, 'enable')).toMatchObject({ status: 409, body: { code: 'email_taken' } });
  });

  it('keeps an address that was confirmed for its owner', async () => {
    const member = await auth.member();
    await auth.verify(await auth.verificationToken(member.email), member.principal);
    await set(member.id, 'disable');
    expect(await auth.signup(member.email)).toMatchObject({ status: 409, body: { code: 'email_taken' } });
    expect((await set(member.id, 'enable')).status).toBe(200);
  });

  it('is refused for oneself, twice, for nobody, and without a reason', async () => {
    const member = await auth.member();
    const before = (await acts()).body.length;
    expect(await set(admin.id, 'disable')).toMatchObject({
      status: 409,
      body: { code: 'invalid_transition' },
    });
    expect(await set(member.id, 'enable')).toMatchObject({
      status: 409,
      body: { code: 'invalid_transition' },
    });
    for (const id of [2_100_000_000, 99_999_999_999, 0, 'x', '1e3']) {
      expect(await set(id, 'disable')).toMatchObject({ status: 404, body: { code: 'not_found' } });
    }
    for (const reason of ['', 'no', ' a ', 'x'.repeat(501), 'asked\u0007for']) {
      expect((await set(member.id, 'disable', admin, reason)).status).toBe(400);
    }
    expect((await set(member.id, 'disable', member.principal)).status).toBe(403);
    expect(await auth.isActive(member.principal)).toBe(true);
    expect((await acts()).body).toHaveLength(before);
    const answers = await Promise.all([set(member.id, 'disable'), set(member.id, 'disable')]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect((await acts()).body).toHaveLength(before + 1);
  });
});

describe('what administrators did', () => {
  it('is told by other services in the name of the one who acted', async () => {
    const json = { act: 'job-retried', subject: 'job:transcription:17', reason: 'the engine is back' };
    const told = await auth.call<{ id: number }>('POST', '/internal/admin-acts', { principal: admin, json });
    expect(told).toMatchObject({ status: 201, body: { id: expect.any(Number) } });
    expect((await acts('?limit=1')).body).toEqual([
      expect.objectContaining({ id: told.body.id, adminId: admin.id, adminName: 'Administrator', ...json }),
    ]);
    const { principal } = await auth.member();
    for (const other of [principal, otherService]) {
      expect((await auth.call('POST', '/internal/admin-acts', { principal: other, json })).status).toBe(403);
    }
    expect(
      (await auth.call('POST', '/internal/admin-acts', { principal: admin, json: { ...json, reason: 'x' } }))
        .status,
    ).toBe(400);
  });

  it('is told afterwards by payments, and is on record once for each key', async () => {
    const payments: Principal = { ...otherService, name: 'payments' };
    const act = {
      ...{ key: `payment-refunded:${newAddress()}`, adminId: admin.id, act: 'payment-refunded' },
      ...{
        subject: 'agreement:4207731958026614 order:0193f5c2',
        reason: 'ok',
        at: '2026-11-26T10:00:00.000Z',
      },
    };
    const tell = (change: object = {}, principal = payments) =>
      auth.call<{ id: number }>('POST', '/internal/reported-admin-acts', {
        principal,
        json: { ...act, ...change },
      });
    const before = (await acts('?limit=100')).body.length;
    const answers = await Promise.all([tell(), tell(), tell()]);
    expect(answers.map(({ status }) => status)).toEqual([201, 201, 201]);
    expect(new Set(answers.map(({ body }) => body.id)).size).toBe(1);
    const { key: _, ...entry } = act;
    const { body: listed } = await acts('?limit=100');
    expect(listed).toHaveLength(before + 1);
    expect(listed[0]).toEqual({ id: answers[0]?.body.id, adminName: 'Administrator', ...entry });
    expect((await tell({ key: `${act.key}-2` })).body.id).not.toBe(answers[0]?.body.id);

    const member = await auth.member();
    for (const adminId of [member.id, 2_100_000_000]) expect((await tell({ adminId })).status).toBe(404);
    for (const other of [admin, member.principal, otherService])
      expect((await tell({}, other)).status).toBe(403);
    for (const wrong of [{ key: '' }, { reason: '' }, { at: 'today' }, { adminId: 'x' }])
      expect((await tell(wrong)).status).toBe(400);
  });

  it('is listed in pages, newest first', async () => {
    for (const act of ['one', 'two', 'three']) {
      const json = { act, subject: 'test', reason: 'for the list' };
      await auth.call('POST', '/internal/admin-acts', { principal: admin, json });
    }
    const first = await acts('?limit=2');
    expect(first.body.map(({ act }) => act)).toEqual(['three', 'two']);
    const second = await acts(`?limit=1&cursor=${first.headers.get('x-next-cursor')}`);
    expect(second.body.map(({ act }) => act)).toEqual(['one']);
  });

  it('cannot be changed or deleted, not even by the service itself', async () => {
    await expect(auth.query(`update admin_acts set reason = 'another'`)).rejects.toThrow('append-only');
    await expect(auth.query('delete from admin_acts')).rejects.toThrow('append-only');
  });
});

describe('an account', () => {
  it('is told to services, by its id', async () => {
    const member = await auth.member();
    const ask = (id: number | string, principal = otherService) =>
      auth.call('GET', `/internal/users/${id}`, { principal });
    expect(await ask(member.id)).toMatchObject({
      status: 200,
      body: { id: member.id, username: 'Anna Miller', email: member.email, isEmailVerified: false },
    });
    expect(Object.keys((await ask(member.id)).body)).toEqual([
      ...['id', 'username', 'email', 'language', 'hasSubscription', 'isEmailVerified', 'isDisabled'],
    ]);
    for (const id of [2_100_000_000, 99_999_999_999, 'x']) expect((await ask(id)).status).toBe(404);
    expect((await ask(member.id, member.principal)).status).toBe(403);
    expect((await ask(member.id, admin)).status).toBe(403);
  });
});
