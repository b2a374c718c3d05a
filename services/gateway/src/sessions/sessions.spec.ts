import { readFileSync } from 'node:fs';
import { jest } from '@jest/globals';
import { createSigner } from 'fast-jwt';
import type { getSession, RequestOf, SessionState } from '#contracts';
import { AppError, type ServiceClient, visitor } from '#platform';
import { GatewayConfig } from '../config.js';
import { isAdminPath, Sessions } from './sessions.js';

const SECRET = 'sessions-of-this-test-are-signed-with-this';
const ISSUER = 'split-second-contract';
const claims = { sid: '6ba7b810-9dad-41d1-80b4-00c04fd430c8', sub: '7', role: 'user' };
const token = (key = SECRET, iss = ISSUER, extra: object = {}) =>
  createSigner({ key, algorithm: 'HS256', iss, expiresIn: 3_600_000, ...extra })(claims);
const segment = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');

const active: SessionState = { isActive: true, userId: 7, role: 'user', isConfirmed: false };
let call: jest.Mock<
  (definition: typeof getSession, question: RequestOf<typeof getSession>) => Promise<SessionState>
>;
let sessions: Sessions;

beforeEach(() => {
  jest.useFakeTimers({ doNotFake: ['nextTick'] });
  call = jest.fn(async () => active);
  const config = Object.assign(new GatewayConfig(), { sessionTokenSecret: SECRET });
  sessions = new Sessions(config, { call } as unknown as ServiceClient<'auth'>);
});

afterEach(() => {
  jest.useRealTimers();
});

const user = { kind: 'user', id: 7, sessionId: claims.sid };

interface ApiDocument {
  paths: Record<string, Record<string, { security?: Record<string, unknown>[] }>>;
  components: {
    securitySchemes: Record<
      string,
      { type: 'http'; scheme: 'bearer' } | { type: 'apiKey'; in: 'cookie'; name: string }
    >;
  };
}
const api = JSON.parse(readFileSync('openapi.json', 'utf8')) as ApiDocument;

/** Each call of the API document with the credentials by which it says that it is opened, one of which is enough. */
const operations = () =>
  Object.entries(api.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { security = [] }]) => ({
      ...{ name: `${method} ${path}`, path },
      schemes: security.flatMap((alternative) => Object.keys(alternative)),
    })),
  );

/** Headers that carry a token as the API document describes it, and in no other way. */
function credentials(scheme: string, value: string): { authorization?: string; cookie?: string } {
  const described = api.components.securitySchemes[scheme];
  if (described === undefined) throw new Error(`the document does not describe ${scheme}`);
  return described.type === 'http'
    ? { authorization: `Bearer ${value}` }
    : { cookie: `${described.name}=${value}` };
}

describe('who is asking', () => {
  it('is told by a bearer token or the cookie, and by what auth says of the session', async () => {
    expect(await sessions.principal(`Bearer ${token()}`, undefined)).toEqual(user);
    expect(await sessions.principal(undefined, `a=b; ssc_session=${token()}; c=d`)).toEqual(user);
    call.mockImplementation(async () => ({ isActive: true, userId: 8, role: 'admin', isConfirmed: false }));
    jest.advanceTimersByTime(5000);
    expect(await sessions.principal(`Bearer ${token()}`, undefined)).toMatchObject({ kind: 'admin', id: 8 });
  });

  it('is told by the administrators’ cookie on their calls, and only there', async () => {
    const withClaims = (sid: string) =>
      createSigner({ key: SECRET, algorithm: 'HS256', iss: ISSUER, expiresIn: 3_600_000 })({
        ...claims,
        sid,
      });
    call.mockImplementation(async (_, { params }) =>
      params.sid === 'of-admin' ? { isActive: true, userId: 1, role: 'admin', isConfirmed: false } : active,
    );
    const cookie = `ssc_session=${token()}; ssc_admin=${withClaims('of-admin')}`;
    expect(await sessions.principalOf('/api/admin/users', { cookie })).toMatchObject({
      kind: 'admin',
      id: 1,
    });
    expect(await sessions.principalOf('/api/auth/user', { cookie })).toEqual(user);
    expect(await sessions.principalOf('/api/admin/users', { cookie: `ssc_session=${token()}` })).toEqual(
      visitor,
    );
    // A bearer token, which scripts can read, opens nothing there.
    const ofAdmin = { authorization: `Bearer ${withClaims('of-admin')}` };
    expect(await sessions.principalOf('/api/admin/users', ofAdmin)).toEqual(visitor);
    expect(await sessions.principalOf('/api/agreements/1', ofAdmin)).toMatchObject({ kind: 'admin' });
    const authorization = `Bearer ${token()}`;
    expect(await sessions.principalOf('/api/admin/users', { authorization, cookie })).toMatchObject({
      kind: 'admin',
    });
  });

  it('is told by exactly the credentials that the API document names for a call', async () => {
    const unopened: string[] = [];
    for (const { name, path, schemes } of operations()) {
      for (const scheme of schemes) {
        const asked = await sessions.principalOf(path, credentials(scheme, token()));
        if (asked.kind === 'visitor') unopened.push(`${name}: ${scheme}`);
      }
    }
    expect(unopened).toEqual([]);
    const unnamed = operations().filter(({ path, schemes }) => isAdminPath(path) && schemes.length === 0);
    expect(unnamed.map(({ name }) => name)).toEqual(['post /api/admin/login']);
  });

  it.each<[string, () => string | undefined]>([
    ['no token', () => undefined],
    ['an empty one', () => 'Bearer '],
    ['another scheme', () => `Basic ${token()}`],
    ['noise', () => 'Bearer noise.noise.noise'],
    ['another key', () => `Bearer ${token('another secret of thirty-two characters')}`],
    ['another issuer', () => `Bearer ${token(SECRET, 'ssc')}`],
    ['another algorithm', () => `Bearer ${token(SECRET, ISSUER, { algorithm: 'HS512' })}`],
    ['no signature', () => `Bearer ${segment({ alg: 'none' })}.${segment({ ...claims, iss: ISSUER })}.`],
    ['a cut signature', () => `Bearer ${token().slice(0, -3)}`],
    [
      'changed claims',
      () => {
        const [head, , signature] = token().split('.');
        return `Bearer ${head}.${segment({ ...claims, iss: ISSUER, role: 'admin' })}.${signature}`;
      },
    ],
  ])('is a visitor with %s', async (_what, header) => {
    expect(await sessions.principal(header(), undefined)).toEqual(visitor);
    expect(call).not.toHaveBeenCalled();
  });

  it('is a visitor once the token has expired', async () => {
    const old = token();
    expect(await sessions.principal(`Bearer ${old}`, undefined)).toEqual(user);
    jest.advanceTimersByTime(3_600_001);
    expect(await sessions.principal(`Bearer ${old}`, undefined)).toEqual(visitor);
  });
});

describe('the answer of auth', () => {
  it('is asked once for many, and again before five seconds are over', async () => {
    const header = `Bearer ${token()}`;
    await Promise.all(Array.from({ length: 20 }, () => sessions.principal(header, undefined)));
    expect(call).toHaveBeenCalledTimes(1);
    call.mockImplementation(async () => ({ isActive: false }));
    jest.advanceTimersByTime(4999);
    expect(await sessions.principal(header, undefined)).toEqual(visitor);
    expect(call).toHaveBeenCalledTimes(2);
  });

  it('is asked for again when the clock was put back since: nobody knows how old it is', async () => {
    const header = `Bearer ${token()}`;
    expect(await sessions.principal(header, undefined)).toEqual(user);
    call.mockImplementation(async () => ({ isActive: false }));
    jest.setSystemTime(Date.now() - 60_000);
    expect(await sessions.principal(header, undefined)).toEqual(visitor);
  });

  it('is told once a minute that a call was made, and not that a page is open', async () => {
    const headers = { authorization: `Bearer ${token()}` };
    const told = () => call.mock.calls.filter(([, { query }]) => query.isCall === true).length;
    await sessions.principal(headers.authorization, undefined);
    expect(told()).toBe(0);
    for (let second = 0; second < 59; second += 1) {
      await sessions.principal(headers.authorization, undefined, { maxAgeMs: 500 });
      await sessions.principalOf('/api/auth/user', headers);
      jest.advanceTimersByTime(1000);
    }
    expect(told()).toBe(1);
    jest.advanceTimersByTime(1000);
    await sessions.principalOf('/api/auth/user', headers);
    expect(told()).toBe(2);
  });

  it('is not told of a call that an open page makes by itself', async () => {
    const told = () => call.mock.calls.filter(([, { query }]) => query.isCall === true).length;
    const cookie = `ssc_admin=${token()}`;
    expect(await sessions.principalOf('/api/admin/system', { cookie, 'x-unattended': '1' })).toEqual(user);
    expect(told()).toBe(0);
    await sessions.principalOf('/api/admin/system', { cookie });
    expect(told()).toBe(1);
    jest.advanceTimersByTime(120_000);
    await sessions.principalOf('/api/admin/system', { cookie, 'x-unattended': '1' });
    expect(told()).toBe(1);
  });

  it('is asked for again where the password may have been given a moment ago', async () => {
    const headers = { authorization: `Bearer ${token()}` };
    expect(await sessions.principalOf('/api/auth/profile', headers)).toEqual(user);
    call.mockImplementation(async () => ({ ...active, isConfirmed: true }));
    expect(await sessions.principalOf('/api/auth/user', headers)).toEqual(user);
    expect(await sessions.principalOf('/api/auth/profile', headers, 0)).toEqual({
      ...user,
      isConfirmed: true,
    });
  });

  it('that a session was good does not count once it is told that it has ended', async () => {
    const header = `Bearer ${token()}`;
    expect(await sessions.principal(header, undefined)).toEqual(user);
    for (const _time of ['once', 'twice']) {
      sessions.end([claims.sid, 'of nobody']);
      expect(await sessions.principal(header, undefined)).toEqual(visitor);
    }
    expect(call).toHaveBeenCalledTimes(1);
  });

  it('may have to be newer', async () => {
    const header = `Bearer ${token()}`;
    await sessions.principal(header, undefined);
    jest.advanceTimersByTime(1500);
    await sessions.principal(header, undefined);
    expect(call).toHaveBeenCalledTimes(1);
    await sessions.principal(header, undefined, { maxAgeMs: 1000 });
    expect(call).toHaveBeenCalledTimes(2);
  });

  it('lets nobody in while it cannot be had, and is asked for again at once', async () => {
    const header = `Bearer ${token()}`;
    call.mockImplementationOnce(async () => {
      throw new AppError('unavailable');
    });
    await expect(sessions.principal(header, undefined)).rejects.toMatchObject({ code: 'unavailable' });
    expect(await sessions.principal(header, undefined)).toEqual(user);
  });

  it('that it will not look at such an id is no session', async () => {
    call.mockImplementation(async () => {
      throw new AppError('invalid_input');
    });
    expect(await sessions.principal(`Bearer ${token()}`, undefined)).toEqual(visitor);
  });
});
