import { accountChanged, type SessionState, verificationRequested } from '#contracts';
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

/** Somebody who has given the password a moment ago, as the gateway finds out. */
const confirmed = (principal: Principal): Principal => ({ ...principal, isConfirmed: true });
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

  it('gets another address once its link is opened; the old address is kept for the one who tells it', async () => {
    const { principal, email, id } = await auth.member();
    const [asking, other] = [principalOf(await auth.login(email)), principal];
    const newEmail = newAddress();
    const answer = await save(confirmed(asking), { username: 'Anna Miller', email: newEmail });
    expect(answer).toMatchObject({ status: 200, body: { id, email, pendingEmail: newEmail } });
    expect((await auth.login(newEmail)).status).toBe(401);
    expect(await changes(id)).toEqual([]);
    expect((await auth.heard(id, verificationRequested)).data).toEqual({
      userId: id,
      verificationId: expect.any(String),
    });

    const json = { token: await auth.verificationToken(newEmail) };
    const from = { principal: asking, address: '203.0.113.77', device: 'Firefox of Anna' };
    expect(await auth.call('POST', '/api/auth/verify-address', { json, ...from })).toMatchObject({
      status: 200,
      body: { email: newEmail },
    });
    expect((await auth.login(newEmail)).status).toBe(200);
    expect((await auth.login(email)).status).toBe(401);
    expect((await auth.call('GET', '/api/auth/user', { principal: asking })).body).toMatchObject({
      ...{ email: newEmail, emailVerified: true, pendingEmail: null },
    });
    expect([await auth.isActive(asking), await auth.isActive(other)]).toEqual([true, false]);

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
        isOldEmailConfirmed: false,
        kind: 'email',
        address: '203.0.113.77',
        device: 'Firefox of Anna',
        at: expect.stringMatching(/^\d{4}-.*Z$/),
      },
    });
  });

  it('keeps its address as long as the password is not given again, however new the login', async () => {
    const { principal, email, id } = await auth.member();
    const newEmail = newAddress();
    expect(await save(principal, { username: 'Changed', email: newEmail })).toMatchObject({
      status: 403,
      body: { code: 'password_required' },
    });
    expect(await auth.query('select username, email, pending_email from users where id = $1', [id])).toEqual([
      { username: 'Anna Miller', email, pending_email: null },
    ]);
    expect((await save(principal, { username: 'Changed', email })).status).toBe(200);
  });

  it('does not get the address of another account, also when two want the same one at once', async () => {
    const [anna, bert, taken] = [await auth.member(), await auth.member(), await auth.member()];
    const refused = await save(confirmed(anna.principal), { username: 'Anna Miller', email: taken.email });
    expect(refused).toMatchObject({ status: 409, body: { code: 'email_taken' } });
    const wanted = newAddress();
    const links: { token: string; principal: Principal }[] = [];
    for (const { principal } of [anna, bert]) {
      const answer = await save(confirmed(principal), { username: 'Anna Miller', email: wanted });
      expect(answer.status).toBe(200);
      links.push({ token: await auth.verificationToken(wanted), principal });
    }
    const answers = await Promise.all(links.map(({ token, principal }) => auth.verify(token, principal)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect([...(await changes(anna.id)), ...(await changes(bert.id))]).toHaveLength(1);
    expect(await changes(taken.id)).toEqual([]);
  });

  it('asks for five other addresses in an hour at most: each of them gets a mail', async () => {
    const { principal } = await auth.member();
    const ask = () => save(confirmed(principal), { username: 'Anna', email: newAddress() });
    for (let i = 0; i < 5; i += 1) expect((await ask()).status).toBe(200);
    expect(await ask()).toMatchObject({ status: 429, body: { code: 'too_many_attempts' } });
  });

  it.each<[string, object, string]>([
    ['a name of one letter', { username: 'a' }, 'Username must be at least 2 characters'],
    ['no name', { username: undefined }, 'Username must be at least 2 characters'],
    ['a name of 51 letters', { username: 'x'.repeat(51) }, 'Username must be at most 50 characters'],
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

describe('the password once more', () => {
  const confirm = (principal: Principal, password: string) =>
    auth.call('POST', '/api/auth/confirm-password', { principal, json: { password }, address: newPlace() });
  const isConfirmed = async ({ sessionId }: Principal) => {
    const path = `/internal/sessions/${sessionId}`;
    const { body } = await auth.call<SessionState>('GET', path, { principal: otherService });
    return body.isActive && body.isConfirmed;
  };

  it('marks this session alone, for five minutes; a login does not', async () => {
    const { principal, email } = await auth.member();
    const other = principalOf(await auth.login(email));
    expect([await isConfirmed(principal), await isConfirmed(other)]).toEqual([false, false]);
    expect(await confirm(principal, 'a wrong password')).toMatchObject({
      status: 403,
      body: { code: 'wrong_password' },
    });
    expect(await isConfirmed(principal)).toBe(false);
    expect((await confirm(principal, PASSWORD)).status).toBe(204);
    expect([await isConfirmed(principal), await isConfirmed(other)]).toEqual([true, false]);
    await auth.query(`update sessions set confirmed_at = now() - interval '5 minutes' where id = $1`, [
      principal.sessionId,
    ]);
    expect(await isConfirmed(principal)).toBe(false);
  });

  it('cannot be guessed, nor together with a change of it', async () => {
    const { principal } = await auth.member();
    for (let i = 0; i < 10; i += 1) expect((await confirm(principal, 'a wrong password')).status).toBe(403);
    expect(await confirm(principal, PASSWORD)).toMatchObject({
      status: 429,
      body: { code: 'too_many_attempts' },
    });
    const json = { currentPassword: PASSWORD, newPassword: 'four purple bicycles' };
    expect((await auth.call('PATCH', '/api/auth/change-password', { principal, json })).status).toBe(429);
  });

  it('is a person’s', async () => {
    expect(
      (await auth.call('POST', '/api/auth/confirm-password', { json: { password: PASSWORD } })).status,
    ).toBe(401);
    expect((await confirm((await auth.admin()).principal, PASSWORD)).status).toBe(403);
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

    // Whoever took the account over and changes the address next does not get this mail.
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
    [{ newPassword: 'x'.repeat(129) }, 'New password must be at most 128 characters'],
    [{ currentPassword: 'x'.repeat(129) }, 'Password must be at most 128 characters'],
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

  it('is set five times in an hour at most, because each of them is mailed; the login stays open', async () => {
    const { principal, email, id } = await auth.member();
    // With the same one again, too, and from wherever.
    for (let i = 0; i < 5; i += 1) expect((await change(principal, PASSWORD, PASSWORD)).status).toBe(200);
    const refused = await change(principal, PASSWORD);
    expect(refused).toMatchObject({ status: 429, body: { code: 'too_many_attempts' } });
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(3500);
    expect(await changes(id)).toHaveLength(5);
    expect((await auth.login(email)).status).toBe(200);
  });

  it('counts as set only when it was', async () => {
    const { principal } = await auth.member();
    for (let i = 0; i < 6; i += 1) expect((await change(principal, PASSWORD, 'password')).status).toBe(422);
    expect((await change(principal, PASSWORD)).status).toBe(200);
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
