import { randomUUID } from 'node:crypto';
import { accountChanged, resetRequested, type SessionState, sessionsEnded } from '#contracts';
import type { Principal } from '#platform';
import { seed } from '../src/seed.js';
import {
  AuthUnderTest,
  type LoggedIn,
  newAddress,
  newPlace,
  otherService,
  PASSWORD,
  principalOf,
} from './auth-under-test.js';

let auth: AuthUnderTest;

beforeAll(async () => {
  auth = await AuthUnderTest.start();
}, 120_000);

afterAll(async () => {
  await auth?.stop();
}, 60_000);

const NEW = 'four purple bicycles';

interface OwnSession {
  id: string;
  createdAt: string;
  lastSeenAt: string;
  device: string | null;
  isCurrent: boolean;
}

const adminLogin = async (email: string, password = PASSWORD, device?: string) =>
  auth.call<LoggedIn>('POST', '/api/admin/login', {
    json: { email, password },
    address: newPlace(),
    ...(device === undefined ? {} : { device }),
  });
const userLogin = (email: string, password = PASSWORD, device?: string) =>
  auth.call<LoggedIn>('POST', '/api/auth/login', {
    json: { email, password },
    address: newPlace(),
    ...(device === undefined ? {} : { device }),
  });
const stateOf = async ({ sessionId }: Principal, isCall = false) => {
  const path = `/internal/sessions/${sessionId}${isCall ? '?isCall=true' : ''}`;
  return (await auth.call<SessionState>('GET', path, { principal: otherService })).body;
};

describe.each([
  ['people', '/api/auth/sessions', userLogin, async () => (await auth.member()).email],
  ['administrators', '/api/admin/sessions', adminLogin, async () => (await auth.admin()).email],
] as const)('the sessions of %s', (_who, path, login, somebody) => {
  const list = async (principal: Principal) =>
    (await auth.call<OwnSession[]>('GET', path, { principal })).body;

  it('are listed with device and moments, and end one by one or all but one', async () => {
    const email = await somebody();
    const first = principalOf(await login(email, PASSWORD, 'Firefox of Anna'));
    const second = principalOf(await login(email, PASSWORD, 'Phone of Anna'));
    const third = principalOf(await login(email));
    const sessions = await list(second);
    expect(sessions.find(({ isCurrent }) => isCurrent)).toEqual({
      id: second.sessionId,
      createdAt: expect.stringMatching(/^\d{4}-.*Z$/),
      lastSeenAt: expect.stringMatching(/^\d{4}-.*Z$/),
      device: 'Phone of Anna',
      isCurrent: true,
    });
    expect(sessions.filter(({ isCurrent }) => isCurrent)).toHaveLength(1);
    expect(sessions.map(({ id }) => id)).toEqual(
      expect.arrayContaining([first.sessionId, second.sessionId, third.sessionId]),
    );

    expect((await auth.call('DELETE', `${path}/${first.sessionId}`, { principal: second })).status).toBe(204);
    expect(await auth.isActive(first)).toBe(false);
    expect((await auth.call('DELETE', `${path}/${first.sessionId}`, { principal: second })).status).toBe(404);
    expect((await auth.call('POST', `${path}/end-others`, { principal: second })).status).toBe(204);
    expect(await auth.isActive(third)).toBe(false);
    expect(await auth.isActive(second)).toBe(true);
    expect(await list(second)).toEqual([expect.objectContaining({ id: second.sessionId })]);
  });

  it('of others are neither seen nor ended', async () => {
    const own = principalOf(await login(await somebody()));
    const other = principalOf(await login(await somebody()));
    expect((await list(own)).map(({ id }) => id)).not.toContain(other.sessionId);
    for (const id of [other.sessionId, randomUUID()]) {
      expect((await auth.call('DELETE', `${path}/${id}`, { principal: own })).status).toBe(404);
    }
    expect(await auth.isActive(other)).toBe(true);
    expect((await auth.call('GET', path)).status).toBe(401);
  });
});

describe('a session that ends before its time', () => {
  it('is told of by its id, once, whatever ended it', async () => {
    const { email, principal, id } = await auth.member();
    const login = async () => principalOf(await userLogin(email));
    const [out, listed, other, last] = [await login(), await login(), await login(), await login()];
    const { principal: admin } = await auth.admin();
    const ended = async (count: number) =>
      ((await auth.heard(id, sessionsEnded, count)).data as { sessionIds: string[] }).sessionIds;

    await auth.call('POST', '/api/auth/logout', { principal: out });
    expect(await ended(1)).toEqual([out.sessionId]);
    await auth.call('DELETE', `/api/auth/sessions/${listed.sessionId}`, { principal });
    expect(await ended(2)).toEqual([listed.sessionId]);
    await auth.call('PATCH', '/api/auth/change-password', {
      principal,
      json: { currentPassword: PASSWORD, newPassword: NEW },
    });
    expect(new Set(await ended(3))).toEqual(new Set([other.sessionId, last.sessionId]));
    await auth.call('POST', `/api/admin/users/${id}/disable`, {
      principal: admin,
      json: { reason: 'asked for' },
    });
    expect(await ended(4)).toEqual([principal.sessionId]);
    await auth.call('POST', `/api/admin/users/${id}/enable`, {
      principal: admin,
      json: { reason: 'asked for' },
    });
    await auth.nothingWaits();
    expect(auth.allHeard(id, sessionsEnded)).toHaveLength(4);
  });
});

describe('the session of an administrator', () => {
  const idle = (principal: Principal, minutes: number) =>
    auth.query(
      `update sessions set created_at = now() - interval '2 hours', last_seen_at = now() - make_interval(mins => $2)
       where id = $1`,
      [principal.sessionId, minutes],
    );

  it('ends after half an hour without a call; a page that is only open is none', async () => {
    const { email } = await auth.admin();
    const [called, left] = [principalOf(await adminLogin(email)), principalOf(await adminLogin(email))];
    for (const session of [called, left]) await idle(session, 29);
    expect(await stateOf(called, true)).toMatchObject({ isActive: true, role: 'admin' });
    expect(await stateOf(left)).toMatchObject({ isActive: true });
    await auth.query(
      `update sessions set last_seen_at = last_seen_at - interval '2 minutes' where id = any($1)`,
      [[called.sessionId, left.sessionId]],
    );
    expect(await stateOf(called)).toMatchObject({ isActive: true });
    expect(await stateOf(left, true)).toEqual({ isActive: false });
  });

  it('is written down once a minute at most', async () => {
    const { email } = await auth.admin();
    const session = principalOf(await adminLogin(email));
    const seenAt = async () =>
      (
        await auth.query<{ at: Date }>('select last_seen_at as at from sessions where id = $1', [
          session.sessionId,
        ])
      )[0]?.at;
    const before = await seenAt();
    await stateOf(session, true);
    expect(await seenAt()).toEqual(before);
  });

  it('of a person does not end so', async () => {
    const { principal } = await auth.member();
    await idle(principal, 60);
    expect(await stateOf(principal)).toMatchObject({ isActive: true });
  });
});

describe('the password of an administrator', () => {
  it('is changed by who knows it, to one that is hard to guess', async () => {
    const { email } = await auth.admin();
    const [session, other] = [principalOf(await adminLogin(email)), principalOf(await adminLogin(email))];
    const change = (newPassword: string, currentPassword = PASSWORD) =>
      auth.call('PATCH', '/api/admin/change-password', {
        principal: session,
        json: { currentPassword, newPassword },
        address: newPlace(),
      });
    expect(await change(NEW, 'a wrong password')).toMatchObject({
      status: 403,
      body: { code: 'wrong_password' },
    });
    for (const weak of ['kX7qz!mR', 'administrator1']) {
      expect(await change(weak)).toMatchObject({
        status: 422,
        body: { code: 'weak_password', message: expect.stringContaining('at least 12 characters') },
      });
    }
    expect(await change(NEW)).toMatchObject({ status: 200, body: { success: true } });
    expect([await auth.isActive(session), await auth.isActive(other)]).toEqual([true, false]);
    expect((await adminLogin(email)).status).toBe(401);
    expect((await adminLogin(email, NEW)).status).toBe(200);
    const { principal: member } = await auth.member();
    const json = { currentPassword: PASSWORD, newPassword: NEW };
    expect((await auth.call('PATCH', '/api/admin/change-password', { principal: member, json })).status).toBe(
      403,
    );
  });

  it('is reset through a mailed link', async () => {
    const { email, principal } = await auth.admin();
    const session = principalOf(await adminLogin(email));
    const json = { email };
    expect((await auth.call('POST', '/api/auth/forgot-password', { json, address: newPlace() })).status).toBe(
      202,
    );
    const { resetId } = (await auth.heard(principal.id, resetRequested)).data as { resetId: string };
    const { body } = await auth.call<{ link: string }>('GET', `/internal/password-resets/${resetId}`, {
      principal: otherService,
    });
    const token = new URL(body.link).searchParams.get('token');
    const reset = (newPassword: string) =>
      auth.call('POST', '/api/auth/reset-password', { json: { token, newPassword }, address: newPlace() });
    expect((await reset('kX7qz!mR')).status).toBe(422);
    expect((await reset(NEW)).status).toBe(200);
    expect(await auth.isActive(session)).toBe(false);
    expect((await adminLogin(email, NEW)).status).toBe(200);
  });

  it('of the seed is set once: a new one ends the sessions, one that they chose themselves stays', async () => {
    const email = newAddress();
    const seeding = (password: string) =>
      seed({ ...auth.env, AMQP_URL: 'amqp://127.0.0.1:1', ADMIN_EMAIL: email, ADMIN_PASSWORD: password });
    await seeding(PASSWORD);
    const first = principalOf(await adminLogin(email));
    await seeding(PASSWORD);
    expect(await auth.isActive(first)).toBe(true);

    await seeding('six orange castles');
    expect(await auth.isActive(first)).toBe(false);
    expect((await adminLogin(email)).status).toBe(401);
    const second = principalOf(await adminLogin(email, 'six orange castles'));
    expect((await auth.heard(second.id, accountChanged)).data).toMatchObject({ kind: 'password' });

    const json = { currentPassword: 'six orange castles', newPassword: NEW };
    expect((await auth.call('PATCH', '/api/admin/change-password', { principal: second, json })).status).toBe(
      200,
    );
    await seeding('six orange castles');
    expect((await adminLogin(email, NEW)).status).toBe(200);
    expect(await auth.isActive(second)).toBe(true);
  });
});
