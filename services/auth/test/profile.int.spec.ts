import { accountChanged } from '#contracts';
import type { Principal } from '#platform';
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

afterEach(() => auth.setClockAhead(0));

const MINUTE_MS = 60_000;
const save = (principal: Principal, json: object, device?: string) =>
  auth.call<LoggedIn['user'] & { code: string }>('PATCH', '/api/auth/profile', {
    principal,
    json,
    ...(device ? { device, address: '203.0.113.77' } : {}),
  });
const factsOf = (changeId: string) =>
  auth.call<Record<string, unknown>>('GET', `/internal/account-changes/${changeId}`, {
    principal: otherService,
  });
const changes = (id: number) => auth.query('select kind from account_changes where user_id = $1', [id]);

describe('a profile', () => {
  it('gets another name, also of two letters, and nobody is told', async () => {
    const { principal, email, id } = await auth.member();
    const answer = await save(principal, { username: '  Al ', email: email.toUpperCase() });
    expect(answer).toMatchObject({ status: 200, body: { id, username: 'Al', email, role: 'user' } });
    expect((await auth.call('GET', '/api/auth/user', { principal })).body).toEqual(answer.body);
    expect(await changes(id)).toEqual([]);
  });

  it('gets another address soon after a login; the old address is kept for the one who tells it', async () => {
    const { principal, email, id } = await auth.member();
    const newEmail = newAddress();
    const answer = await save(principal, { username: 'Anna Miller', email: newEmail }, 'Firefox of Anna');
    expect(answer).toMatchObject({ status: 200, body: { id, email: newEmail } });
    expect((await auth.login(newEmail)).status).toBe(200);
    expect((await auth.login(email)).status).toBe(401);

    const event = await auth.heard(id, accountChanged);
    const changeId = (event.data as { changeId: string }).changeId;
    expect(event.data).toEqual({ userId: id, changeId, kind: 'email' });
    expect(JSON.stringify(event)).not.toMatch(/@|Anna|203\.0/);
    expect(await factsOf(changeId)).toMatchObject({
      status: 200,
      body: {
        userId: id,
        username: 'Anna Miller',
        email: newEmail,
        oldEmail: email,
        kind: 'email',
        address: '203.0.113.77',
        device: 'Firefox of Anna',
        at: expect.stringMatching(/^\d{4}-.*Z$/),
      },
    });
  });

  it('keeps its address when the login is over 15 minutes ago, until there is a new one', async () => {
    const { principal, email, id } = await auth.member();
    const newEmail = newAddress();
    await auth.setClockAhead(16 * MINUTE_MS);
    expect(await save(principal, { username: 'Changed', email: newEmail })).toMatchObject({
      status: 403,
      body: { code: 'recent_login_required' },
    });
    expect(
      (await save({ ...principal, sessionId: null }, { username: 'Changed', email: newEmail })).status,
    ).toBe(403);
    expect(await auth.query('select username, email from users where id = $1', [id])).toEqual([
      { username: 'Anna Miller', email },
    ]);
    expect((await save(principal, { username: 'Changed', email })).status).toBe(200);
    const again = principalOf(await auth.login(email));
    expect((await save(again, { username: 'Changed', email: newEmail })).status).toBe(200);
  });

  it('does not get the address of another account, also when two want the same one at once', async () => {
    const [anna, bert, taken] = [await auth.member(), await auth.member(), await auth.member()];
    const refused = await save(anna.principal, { username: 'Anna Miller', email: taken.email });
    expect(refused).toMatchObject({ status: 409, body: { code: 'email_taken' } });
    const wanted = newAddress();
    const answers = await Promise.all(
      [anna, bert].map(({ principal }) => save(principal, { username: 'Anna Miller', email: wanted })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect([...(await changes(anna.id)), ...(await changes(bert.id))]).toHaveLength(1);
    expect(await changes(taken.id)).toEqual([]);
  });

  it.each<[string, object, string]>([
    ['a name of one letter', { username: 'a' }, 'Username must be at least 2 characters'],
    ['no name', { username: undefined }, 'Username must be at least 2 characters'],
    ['no address', { email: 'anna' }, 'Please enter a valid email address'],
    ['a role', { role: 'admin' }, 'property role should not exist'],
  ])('refuses %s', async (_what, extra, message) => {
    const { principal, email } = await auth.member();
    expect(await save(principal, { username: 'Anna Miller', email, ...extra })).toMatchObject({
      status: 400,
      body: { code: 'invalid_input', message },
    });
  });

  it('belongs to who is logged in as a person', async () => {
    const { principal: admin } = await auth.admin();
    const json = { username: 'Anna Miller', email: newAddress() };
    expect((await auth.call('PATCH', '/api/auth/profile', { json })).status).toBe(401);
    expect((await save(admin, json)).status).toBe(403);
  });
});

describe('another password', () => {
  const NEW = 'four purple bicycles';
  const change = (principal: Principal, currentPassword: string, newPassword = NEW, address = newPlace()) =>
    auth.call('PATCH', '/api/auth/change-password', {
      principal,
      address,
      json: { currentPassword, newPassword },
    });

  it('counts from now on, ends all other sessions, and is told', async () => {
    const { email, principal, id } = await auth.member();
    const others = [principalOf(await auth.login(email)), principalOf(await auth.login(email))];
    expect(await change(principal, PASSWORD)).toMatchObject({ status: 200, body: { success: true } });
    expect(await auth.isActive(principal)).toBe(true);
    for (const other of others) expect(await auth.isActive(other)).toBe(false);
    expect((await auth.login(email)).status).toBe(401);
    expect((await auth.login(email, NEW)).status).toBe(200);
    const event = await auth.heard(id, accountChanged);
    const changeId = (event.data as { changeId: string }).changeId;
    expect(event.data).toEqual({ userId: id, changeId, kind: 'password' });
    const facts = { email, oldEmail: null, kind: 'password' };
    expect((await factsOf(changeId)).body).toMatchObject(facts);

    // Whoever took the account over and changes the address next does not get this news.
    await auth.query('update users set email = $2 where id = $1', [id, `thief.${id}@example.test`]);
    expect((await factsOf(changeId)).body).toMatchObject(facts);
  });

  it('needs the current one', async () => {
    const { email, principal, id } = await auth.member();
    const other = principalOf(await auth.login(email));
    expect(await change(principal, 'a wrong password')).toMatchObject({
      status: 403,
      body: { code: 'wrong_password', message: 'Your current password is not correct.' },
    });
    expect(await auth.isActive(other)).toBe(true);
    expect((await auth.login(email)).status).toBe(200);
    expect(await changes(id)).toEqual([]);
  });

  it('is not one that is guessed first', async () => {
    const { email, principal } = await auth.member();
    for (const weak of ['password', email, email.split('@')[0] ?? '']) {
      expect(await change(principal, PASSWORD, weak)).toMatchObject({
        status: 422,
        body: { code: 'weak_password' },
      });
    }
    expect((await auth.login(email)).status).toBe(200);
  });

  it.each<[object, string]>([
    [{ currentPassword: '' }, 'Current password is required'],
    [{ currentPassword: undefined }, 'Current password is required'],
    [{ newPassword: 'abc12' }, 'New password must be at least 6 characters'],
    [{ newPassword: 'x'.repeat(129) }, 'New password must be at least 6 characters'],
    [{ newPassword: { $ne: '' } }, 'New password must be at least 6 characters'],
  ])('is checked before anything else: %j', async (extra, message) => {
    const { principal } = await auth.member();
    const json = { currentPassword: PASSWORD, newPassword: NEW, ...extra };
    expect(await auth.call('PATCH', '/api/auth/change-password', { principal, json })).toMatchObject({
      status: 400,
      body: { code: 'invalid_input', message },
    });
  });

  it('cannot be guessed for: after ten wrong ones even the right one is refused, for that account alone', async () => {
    const [{ principal, email }, other] = [await auth.member(), await auth.member()];
    for (let i = 0; i < 10; i += 1) expect((await change(principal, 'a wrong password')).status).toBe(403);
    const refused = await change(principal, PASSWORD);
    expect(refused).toMatchObject({ status: 429, body: { code: 'too_many_attempts' } });
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(500);
    expect((await change(other.principal, PASSWORD)).status).toBe(200);
    expect((await auth.login(email)).status).toBe(200);
  });

  it('set twice at once is set by one of both', async () => {
    const { principal, email, id } = await auth.member();
    const wanted = ['five yellow rivers', 'six orange castles'];
    const answers = await Promise.all(wanted.map((next) => change(principal, PASSWORD, next)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 403]);
    const won = wanted[answers.findIndex(({ status }) => status === 200)] ?? '';
    expect((await auth.login(email, won)).status).toBe(200);
    expect(await changes(id)).toHaveLength(1);
  });

  it('leaves no session of the old one, however the logins fall', async () => {
    const { principal, email } = await auth.member();
    const [changed, ...logins] = await Promise.all([
      change(principal, PASSWORD),
      ...Array.from({ length: 6 }, () => auth.login(email)),
    ]);
    expect(changed.status).toBe(200);
    for (const login of logins) {
      if (login.status === 200) expect(await auth.isActive(principalOf(login))).toBe(false);
      else expect(login.status).toBe(401);
    }
  });
});
