import { randomBytes, randomUUID } from 'node:crypto';
import { jest } from '@jest/globals';
import { createDecoder } from 'fast-jwt';
import { DataSource } from 'typeorm';
import { accountCreated, type SessionClaims, type SessionState } from '#contracts';
import { publicKeysOf } from '#platform';
import { AsciiDomains1764501000000 } from '../src/migrations/20261130-1110-ascii-domains.js';
import { PasswordHasher } from '../src/passwords/password-hasher.js';
import { seed } from '../src/seed.js';
import {
  AuthUnderTest,
  deviceOf,
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

const decode = createDecoder() as (token: string) => SessionClaims & { exp: number; iat: number };
const newNetwork = () => ['2001', 'db8', ...[...randomBytes(2)].map((byte) => byte.toString(16))].join(':');
const signup = (email: string, extra: object = {}) => auth.signup(email, extra);
const login = (email: string, password = PASSWORD, address?: string) => auth.login(email, password, address);
const sessionState = async (sid: string) =>
  (await auth.call<SessionState>('GET', `/internal/sessions/${sid}`, { principal: otherService })).body;

describe('signing up and logging in', () => {
  it('makes an account and a session, and knows both again', async () => {
    const email = newAddress();
    const signedUp = await signup(email.toUpperCase());
    expect(signedUp.status).toBe(201);
    expect(signedUp.body.user).toEqual({
      id: expect.any(Number),
      username: 'Anna Miller',
      email,
      emailVerified: false,
      pendingEmail: null,
      role: 'user',
      subscriptionPlan: null,
      usageCount: 0,
      createdAt: expect.any(String),
    });
    const loggedIn = await login(` ${email.toUpperCase()} `);
    expect(loggedIn.status).toBe(200);
    expect(loggedIn.body.user).toEqual(signedUp.body.user);
    const [first, second] = [principalOf(signedUp), principalOf(loggedIn)];
    expect(first.sessionId).not.toBe(second.sessionId);
    const asked = await auth.call('GET', '/api/auth/user', { principal: second });
    expect(asked).toMatchObject({ status: 200, body: signedUp.body.user });
    expect((await auth.call('GET', '/api/auth/user')).status).toBe(401);
  });

  it('tells that there is a new account, by its id alone', async () => {
    const { body } = await signup(newAddress());
    const event = await auth.heard(body.user.id, accountCreated);
    expect(event).toMatchObject({ subject: String(body.user.id), data: { userId: body.user.id } });
    expect(Object.keys(event.data)).toEqual(['userId']);
  });

  it('sets a cookie that no script can read and no other site can send', async () => {
    const { body, headers } = await signup(newAddress());
    const [session, device, ...more] = headers.getSetCookie();
    expect(session).toBe(
      `ssc_session=${body.token}; Max-Age=43200; Path=/; HttpOnly; SameSite=Strict; Secure`,
    );
    expect(device).toMatch(
      /^ssc_device=[\w.-]+; Max-Age=31536000; Path=\/api\/auth; HttpOnly; SameSite=Lax; Secure$/,
    );
    expect(more).toEqual([]);
    const { exp, iat } = decode(body.token);
    expect(exp - iat).toBe(43_200);
  });

  it('knows an account also whose domain was kept in letters of its own before', async () => {
    const name = randomUUID();
    const [letters, ascii] = [`${name}@b\u00fccher.example`, `${name}@xn--bcher-kva.example`];
    expect((await signup(letters)).body.user.email).toBe(ascii);
    await auth.query('update users set email = $1 where email = $2', [letters, ascii]);
    expect((await login(letters)).status).toBe(401);
    const runner = auth.service.app.get(DataSource).createQueryRunner();
    await new AsciiDomains1764501000000().up(runner);
    await runner.release();
    for (const typed of [letters, ascii]) expect((await login(typed)).status).toBe(200);
  });

  it('keeps no password, only an Argon2id hash, and tells neither', async () => {
    const email = newAddress();
    const { body } = await signup(email);
    const [row] = await auth.query<{ password_hash: string }>(
      'select password_hash from users where email = $1',
      [email],
    );
    expect(row?.password_hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    expect(JSON.stringify(body)).not.toContain('argon2');
    expect(JSON.stringify(body)).not.toContain(PASSWORD);
  });

  it('gives an address to one account only, also when two sign up at once', async () => {
    const email = newAddress();
    const answers = await Promise.all([signup(email), signup(email), signup(email)]);
    expect(answers.map((answer) => answer.status).sort()).toEqual([201, 409, 409]);
    expect(await signup(email)).toMatchObject({ status: 409, body: { code: 'email_taken' } });
    expect(await auth.query('select id from users where email = $1', [email])).toHaveLength(1);
  });

  it.each([
    ['password'],
    ['PASSWORD1'],
    ['123456'],
    ['qwerty'],
    ['splitsecond'],
    ['aaaaab'],
    ['1q2w3x'],
    ['the address itself'],
    ['the name in the address'],
  ])('refuses a password that is guessed first: %s', async (password) => {
    const email = newAddress();
    const own = { 'the address itself': email, 'the name in the address': email.split('@')[0] };
    const answer = await signup(email, { password: own[password as keyof typeof own] ?? password });
    expect(answer).toMatchObject({ status: 422, body: { code: 'weak_password' } });
    expect(await auth.query('select id from users where email = $1', [email])).toEqual([]);
  });

  it.each<[string, object]>([
    ['a short password', { password: 'abc12' }],
    ['a password without end', { password: 'x'.repeat(129) }],
    ['a password that is no text', { password: { $ne: '' } }],
    ['a short name', { username: 'ab' }],
    ['a NUL in the name', { username: 'Anna\u0000' }],
    ['no address', { email: 'anna' }],
    ['a list of addresses', { email: ['a@example.test', 'b@example.test'] }],
    ['a role', { role: 'admin' }],
    ['an id', { id: 1 }],
    ['a count', { usageCount: -1 }],
  ])('refuses %s', async (_what, extra) => {
    const email = newAddress();
    const answer = await signup(email, extra);
    expect(answer).toMatchObject({
      status: 400,
      body: { code: 'invalid_input', errors: [{ field: Object.keys(extra)[0] }] },
    });
    expect(await auth.query('select id from users where email = $1', [email])).toEqual([]);
  });

  it('refuses properties of the prototype and bodies that are no object', async () => {
    for (const body of [[], 'text', 7, null, { email: newAddress(), password: PASSWORD, role: 'admin' }]) {
      expect((await auth.call('POST', '/api/auth/login', { json: body })).status).toBe(400);
    }
    const raw = await fetch(`${auth.service.url}/api/auth/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: `{"email":"a@example.test","password":"${PASSWORD}","__proto__":{"role":"admin"}}`,
    });
    expect([400, 401]).toContain(raw.status);
  });
});

describe('a session', () => {
  it('ends with the logout, and only that one', async () => {
    const email = newAddress();
    const [one, two] = [principalOf(await signup(email)), principalOf(await login(email))];
    expect(await sessionState(one.sessionId ?? '')).toEqual({
      ...{ isActive: true, userId: one.id, role: 'user', isConfirmed: false },
    });
    const { status, headers } = await auth.call('POST', '/api/auth/logout', { principal: one });
    expect(status).toBe(204);
    expect(headers.get('set-cookie')).toMatch(
      /^ssc_session=; Max-Age=0; Path=\/; HttpOnly; SameSite=Strict; Secure$/,
    );
    expect(headers.get('clear-site-data')).toBe('"cache"');
    expect(await sessionState(one.sessionId ?? '')).toEqual({ isActive: false });
    expect(await sessionState(two.sessionId ?? '')).toMatchObject({ isActive: true });
    expect((await auth.call('POST', '/api/auth/logout')).status).toBe(401);
  });

  it('ends with its time, and with the account', async () => {
    const expired = principalOf(await signup(newAddress()));
    await auth.query(`update sessions set expires_at = now() where id = $1`, [expired.sessionId]);
    expect(await sessionState(expired.sessionId ?? '')).toEqual({ isActive: false });
    const email = newAddress();
    const disabled = principalOf(await signup(email));
    await auth.query('update users set disabled_at = now() where id = $1', [disabled.id]);
    expect(await sessionState(disabled.sessionId ?? '')).toEqual({ isActive: false });
    expect(await login(email)).toMatchObject({ status: 401, body: { code: 'invalid_credentials' } });
  });

  it('is told to services only', async () => {
    const { sessionId } = principalOf(await signup(newAddress()));
    const path = `/internal/sessions/${sessionId}`;
    expect((await auth.call('GET', path)).status).toBe(401);
    expect(
      (await auth.call('GET', path, { principal: { kind: 'user', id: 1, sessionId: null } })).status,
    ).toBe(403);
    expect((await fetch(auth.service.url + path)).status).toBe(401);
    expect(await sessionState(randomUUID())).toEqual({ isActive: false });
  });
});

const PLACES = Array.from({ length: 7 }, newPlace);

describe('wrong passwords', () => {
  it('look and cost the same as addresses that nobody has', async () => {
    const known = newAddress();
    await signup(known);
    // A clock would also measure what else the machine does; that every comparison costs the same is the hasher's test.
    const compares = jest.spyOn(auth.service.app.get(PasswordHasher), 'verify');
    try {
      for (const email of [known, newAddress()]) {
        const { status, body, headers } = await login(email, 'a wrong password', PLACES[0]);
        const { correlationId: _own, ...rest } = body as unknown as Record<string, unknown>;
        expect({ status, rest, type: headers.get('content-type') }).toEqual({
          status: 401,
          rest: { statusCode: 401, code: 'invalid_credentials', message: 'Invalid email or password' },
          type: expect.stringContaining('application/json'),
        });
      }
      expect(compares.mock.calls).toEqual([
        [expect.stringContaining('$argon2id$'), 'a wrong password'],
        [null, 'a wrong password'],
      ]);
    } finally {
      compares.mockRestore();
    }
  });

  it('close the account for a while after ten, for that account and address alone', async () => {
    const [email, other] = [newAddress(), newAddress()];
    await signup(email);
    await signup(other);
    for (let i = 0; i < 10; i += 1)
      expect((await login(email, 'a wrong password', PLACES[1])).status).toBe(401);
    const refused = await login(email, PASSWORD, PLACES[1]);
    expect(refused).toMatchObject({ status: 429, body: { code: 'too_many_attempts' } });
    const seconds = Number(refused.headers.get('retry-after'));
    expect(seconds).toBeGreaterThan(500);
    expect(seconds).toBeLessThanOrEqual(600);
    expect((await login(other, PASSWORD, PLACES[1])).status).toBe(200);
    expect((await login(email, PASSWORD, PLACES[2])).status).toBe(200);
  });

  it('are counted also when they come at the same moment', async () => {
    const email = newAddress();
    await signup(email);
    const answers = await Promise.all(
      Array.from({ length: 30 }, () => login(email, 'a wrong password', PLACES[3])),
    );
    const tried = answers.filter((answer) => answer.status === 401);
    expect(tried).toHaveLength(10);
    expect(answers.filter((answer) => answer.status === 429)).toHaveLength(20);
  });

  it('are forgotten after a right one', async () => {
    const email = newAddress();
    await signup(email);
    for (let round = 0; round < 2; round += 1) {
      for (let i = 0; i < 9; i += 1) await login(email, 'a wrong password', PLACES[4]);
      expect((await login(email, PASSWORD, PLACES[4])).status).toBe(200);
    }
  });

  it('from one address close it for every account, not for other addresses', async () => {
    const email = newAddress();
    await signup(email);
    const guesses = Array.from({ length: 100 }, () => newAddress());
    for (let i = 0; i < guesses.length; i += 20) {
      await Promise.all(guesses.slice(i, i + 20).map((guess) => login(guess, 'a wrong password', PLACES[5])));
    }
    expect((await login(email, PASSWORD, PLACES[5])).status).toBe(429);
    expect((await login(email, PASSWORD, PLACES[6])).status).toBe(200);
  });

  it('are counted for a whole network of IPv6', async () => {
    const email = newAddress();
    await signup(email);
    const network = newNetwork();
    for (let i = 0; i < 10; i += 1)
      expect((await login(email, 'a wrong password', `${network}::${i}`)).status).toBe(401);
    expect((await login(email, PASSWORD, `${network}:ffff::1`)).status).toBe(429);
  });

  it('from everywhere close the account after a hundred, but for a device and an address that are known', async () => {
    const [email, home] = [newAddress(), newPlace()];
    const device = deviceOf(await signup(email));
    expect((await login(email, PASSWORD, home)).status).toBe(200);
    const stranger = deviceOf(await signup(newAddress()));
    for (let i = 0; i < 10; i += 1) {
      const place = newPlace();
      await Promise.all(Array.from({ length: 10 }, () => login(email, 'a wrong password', place)));
    }
    const from = (cookie: string, password = PASSWORD) =>
      auth.call<LoggedIn>('POST', '/api/auth/login', {
        json: { email, password },
        address: newPlace(),
        cookie,
      });
    expect((await login(email, PASSWORD, newPlace())).status).toBe(429);
    expect((await from(stranger)).status).toBe(429);
    expect((await login(email, PASSWORD, home)).status).toBe(200);
    expect((await from(`${device.slice(0, -1)}${device.endsWith('A') ? 'B' : 'A'}`)).status).toBe(429);
    expect((await from(device)).status).toBe(200);
    for (let i = 0; i < 10; i += 1) expect((await from(device, 'a wrong password')).status).toBe(401);
    expect((await from(device)).status).toBe(429);
  });

  it('from everywhere close it also for devices and addresses that knew an older password', async () => {
    const [email, home, newPassword] = [newAddress(), newPlace(), 'four purple bicycles'];
    const signedUp = await signup(email);
    expect((await login(email, PASSWORD, home)).status).toBe(200);
    const changed = await auth.call('PATCH', '/api/auth/change-password', {
      principal: principalOf(signedUp),
      json: { currentPassword: PASSWORD, newPassword },
    });
    expect(changed.status).toBe(200);
    for (let i = 0; i < 10; i += 1) {
      const place = newPlace();
      await Promise.all(Array.from({ length: 10 }, () => login(email, 'a wrong password', place)));
    }
    const from = (cookie: string) =>
      auth.call('POST', '/api/auth/login', {
        json: { email, password: newPassword },
        address: newPlace(),
        cookie,
      });
    expect((await from(deviceOf(signedUp))).status).toBe(429);
    expect((await login(email, newPassword, home)).status).toBe(429);
    // Where the new one was chosen its owner is not locked out.
    expect((await from(deviceOf(changed))).status).toBe(200);
  });
});

describe('seeding', () => {
  it('twice makes each account once', async () => {
    const env = {
      ...auth.env,
      // Nobody is told of seeded accounts, so the broker may still be away.
      AMQP_URL: 'amqp://127.0.0.1:1',
      ADMIN_EMAIL: 'root@example.test',
      ADMIN_PASSWORD: 'a long admin passphrase',
    };
    const [first, second] = [await seed(env), await seed(env)];
    expect(second).toEqual(first);
    expect([first.hasAdministrator, first.takenAdminEmail]).toEqual([true, null]);
    const rows = await auth.query<{ email: string; role: string }>(
      'select email, role from users where email = any($1) order by email',
      [first.logins.map((one) => one.email)],
    );
    expect(rows).toEqual([
      { email: 'demo-a@example.test', role: 'user' },
      { email: 'root@example.test', role: 'admin' },
    ]);
    const known = await login('demo-a@example.test', 'demo-party-a');
    expect(known.status).toBe(200);
    await auth.nothingWaits();
    expect(auth.allHeard(known.body.user.id, accountCreated)).toEqual([]);
    // Administrators do not log in where people do.
    expect((await login('root@example.test', 'a long admin passphrase')).status).toBe(401);
  });

  it('makes no administrator of an account that somebody has signed up for, and says so', async () => {
    const email = newAddress();
    await signup(email);
    const env = { ...auth.env, ADMIN_EMAIL: email.toUpperCase(), ADMIN_PASSWORD: 'a long admin passphrase' };
    const { logins, takenAdminEmail } = await seed(env);
    expect([logins.map((one) => one.email), takenAdminEmail]).toEqual([['demo-a@example.test'], email]);
    expect(await auth.query('select role from users where email = $1', [email])).toEqual([{ role: 'user' }]);
    expect((await login(email)).status).toBe(200);
  });

  it('opens no account of an administrator that was disabled, and says so', async () => {
    const email = 'shut-out@example.test';
    const env = { ...auth.env, ADMIN_EMAIL: email, ADMIN_PASSWORD: 'a long admin passphrase' };
    expect((await seed(env)).disabledAdminEmail).toBeNull();
    await auth.query(`update users set disabled_at = now() where role = 'admin'`);
    const { logins, ...about } = await seed({ ...env, ADMIN_PASSWORD: 'another long admin passphrase' });
    await auth.query(`update users set disabled_at = null where role = 'admin'`);
    expect(logins.map((one) => one.email)).toEqual(['demo-a@example.test']);
    expect(about).toEqual({ takenAdminEmail: null, disabledAdminEmail: email, hasAdministrator: false });
    expect((await seed(env)).hasAdministrator).toBe(true);
  });

  it('makes no administrator with a weak password in production', async () => {
    const { CLOCK_FILE: _clock, ...own } = auth.env;
    const secret = 'the-services-own-secret-is-long-enough';
    const env = {
      ...own,
      PROFILE: 'production',
      // Nothing that production would refuse besides; neither broker nor Redis is asked.
      AMQP_URL: 'amqp://ssc:of-the-broker@127.0.0.1:1',
      REDIS_URL: 'redis://:of-redis@127.0.0.1:1',
      SERVICE_TOKEN_SECRET: secret,
      SERVICE_TOKEN_PUBLIC_KEYS: publicKeysOf({ auth: secret }),
      ADMIN_EMAIL: 'weak@example.test',
      ADMIN_PASSWORD: 'administrator1',
    };
    await expect(seed(env)).rejects.toThrow('ADMIN_PASSWORD');
    expect(await auth.query(`select 1 from users where email = 'weak@example.test'`)).toEqual([]);
  });
});
