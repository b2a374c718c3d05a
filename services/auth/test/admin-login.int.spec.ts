import { jest } from '@jest/globals';
import type { Principal } from '#platform';
import { PasswordHasher } from '../src/passwords/password-hasher.js';
import {
  AuthUnderTest,
  type LoggedIn,
  newAddress,
  newPlace,
  PASSWORD,
  principalOf,
  seen,
} from './auth-under-test.js';

let auth: AuthUnderTest;
let admin: Principal;
let adminEmail: string;

beforeAll(async () => {
  auth = await AuthUnderTest.start();
  ({ principal: admin, email: adminEmail } = await auth.admin());
}, 120_000);

afterAll(async () => {
  await auth?.stop();
}, 60_000);

const adminLogin = (email: string, password = PASSWORD, address = newPlace()) =>
  auth.call<LoggedIn & { success: boolean; message: string; code: string; correlationId: string }>(
    'POST',
    '/api/admin/login',
    { json: { email, password }, address },
  );

describe('the login of administrators', () => {
  it('lets an administrator in, with a cookie for their own calls only', async () => {
    const { status, body, headers } = await adminLogin(` ${adminEmail.toUpperCase()} `);
    expect(status).toBe(200);
    expect(body).toMatchObject({
      success: true,
      token: expect.any(String),
      user: { id: admin.id, username: 'Administrator', email: adminEmail, role: 'admin' },
      message: expect.any(String),
    });
    expect(headers.getSetCookie()).toEqual([
      `ssc_admin=${body.token}; Max-Age=43200; Path=/api/admin; HttpOnly; SameSite=Strict; Secure`,
      expect.stringMatching(
        /^ssc_device=[\w.-]+; Max-Age=31536000; Path=\/api\/admin; HttpOnly; SameSite=Lax; Secure$/,
      ),
    ]);
    const session = principalOf({ body });
    expect(session.kind).toBe('admin');
    expect(await auth.isActive(session)).toBe(true);
  });

  it('ends the session at the logout', async () => {
    const session = principalOf(await adminLogin(adminEmail));
    const { status, headers } = await auth.call('POST', '/api/admin/logout', { principal: session });
    expect(status).toBe(204);
    expect(headers.get('set-cookie')).toBe(
      'ssc_admin=; Max-Age=0; Path=/api/admin; HttpOnly; SameSite=Strict; Secure',
    );
    expect(await auth.isActive(session)).toBe(false);
    expect((await auth.call('POST', '/api/admin/logout')).status).toBe(401);
    const { principal } = await auth.member();
    expect((await auth.call('POST', '/api/admin/logout', { principal })).status).toBe(403);
    expect(await auth.isActive(principal)).toBe(true);
    expect((await auth.call('POST', '/api/auth/logout', { principal: session })).status).toBe(403);
  });

  it('refuses everybody else with one and the same answer', async () => {
    const member = await auth.member();
    const answers = [
      await adminLogin(adminEmail, 'a wrong password'),
      await adminLogin(newAddress()),
      await adminLogin(member.email),
      await adminLogin(member.email, 'a wrong password'),
    ];
    for (const answer of answers) {
      expect(seen(answer)).toEqual({
        status: 401,
        rest: {
          statusCode: 401,
          code: 'invalid_credentials',
          message: 'Invalid admin credentials',
          success: false,
        },
      });
      expect(answer.headers.get('set-cookie')).toBeNull();
    }
    expect(seen(await auth.login(adminEmail))).toEqual(seen(await auth.login(newAddress())));
  });

  it('costs the same for a right password of the wrong kind of account', async () => {
    const member = await auth.member();
    const compares = jest.spyOn(auth.service.app.get(PasswordHasher), 'verify');
    try {
      for (const email of [member.email, newAddress()])
        expect((await adminLogin(email, PASSWORD)).status).toBe(401);
      // One comparison each, and for neither with a stored hash.
      expect(compares.mock.calls).toEqual([
        [null, PASSWORD],
        [null, PASSWORD],
      ]);
    } finally {
      compares.mockRestore();
    }
  });

  it('closes after ten wrong passwords', async () => {
    const { email } = await auth.admin();
    const place = newPlace();
    for (let i = 0; i < 10; i += 1)
      expect((await adminLogin(email, 'a wrong password', place)).status).toBe(401);
    const refused = await adminLogin(email, PASSWORD, place);
    expect(refused).toMatchObject({ status: 429, body: { code: 'too_many_attempts', success: false } });
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(500);
  });

  it('asks for both', async () => {
    const body = { message: 'Please enter both email and password', success: false };
    expect(await adminLogin(adminEmail, '')).toMatchObject({ status: 400, body });
    expect(await adminLogin('')).toMatchObject({ status: 400, body });
  });

  it('says that what was entered is no address', async () => {
    const body = { message: 'Please enter a valid email address', success: false };
    expect(await adminLogin('root')).toMatchObject({ status: 400, body });
  });
});
