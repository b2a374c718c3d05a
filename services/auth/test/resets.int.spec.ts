import { createHmac, randomUUID } from 'node:crypto';
import { accountChanged, resetRequested } from '#contracts';
import { noOrigin, type Principal } from '#platform';
import { Throttles } from '../src/throttles/throttles.js';
import {
  AuthUnderTest,
  deviceOf,
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
const NEW = 'four purple bicycles';
const SENT = 'If an account exists for this email, a link to choose a new password was sent.';

interface ResetFacts {
  username: string;
  email: string;
  link: string;
  expiresAt: string;
}

/** A page's worth at a time: nothing here depends on all coming at once. */
async function inTens<T>(count: number, ask: () => Promise<T>): Promise<T[]> {
  const answers: T[] = [];
  while (answers.length < count) answers.push(...(await Promise.all(Array.from({ length: 10 }, ask))));
  return answers;
}
const forgot = (email: string, address = newPlace()) =>
  auth.call<{ message: string }>('POST', '/api/auth/forgot-password', { json: { email }, address });
const reset = (token: string, newPassword = NEW, address = newPlace()) =>
  auth.call('POST', '/api/auth/reset-password', { json: { token, newPassword }, address });
const factsOf = (resetId: string, principal: Principal = otherService) =>
  auth.call<ResetFacts>('GET', `/internal/password-resets/${resetId}`, { principal });
const tokenIn = (link: string) => new URL(link).searchParams.get('token') ?? '';

/** Asks for a link and reads it as the mail would say it. */
async function linkFor({ email, id }: { email: string; id: number }, count = 1): Promise<ResetFacts> {
  expect((await forgot(email)).status).toBe(202);
  const event = await auth.heard(id, resetRequested, count);
  return (await factsOf((event.data as { resetId: string }).resetId)).body;
}

describe('a forgotten password', () => {
  it('is replaced through a mailed link, which ends all sessions and works once', async () => {
    const member = await auth.member();
    const sessions = [member.principal, principalOf(await auth.login(member.email))];
    const { link, ...facts } = await linkFor(member);
    expect(facts).toEqual({
      username: 'Anna Miller',
      email: member.email,
      language: 'en',
      expiresAt: expect.stringMatching(/^\d{4}-.*Z$/),
    });
    expect(link).toMatch(/^https:\/\/contracts\.example\.test\/reset-password\?token=/);
    const token = tokenIn(link);
    const replaced = await reset(token);
    expect(replaced).toMatchObject({ status: 200, body: { success: true, role: 'user' } });
    // The device that opened the link is its owner's.
    expect(replaced.headers.getSetCookie()).toEqual([
      expect.stringMatching(/^ssc_device=[\w.-]+; .*Path=\/api\/auth; HttpOnly;/),
    ]);
    for (const session of sessions) expect(await auth.isActive(session)).toBe(false);
    expect((await auth.login(member.email)).status).toBe(401);
    expect((await auth.login(member.email, NEW)).status).toBe(200);
    expect((await auth.heard(member.id, accountChanged)).data).toEqual({
      userId: member.id,
      changeId: expect.any(String),
      kind: 'password',
    });
    expect(await reset(token, 'five yellow rivers')).toMatchObject({
      status: 410,
      body: { code: 'link_invalid', message: 'This link was used already or has expired.' },
    });
    expect((await auth.login(member.email, NEW)).status).toBe(200);
  });

  it('is told of by ids alone; the link is stored nowhere', async () => {
    const member = await auth.member();
    const token = tokenIn((await linkFor(member)).link);
    const event = await auth.heard(member.id, resetRequested);
    const resetId = token.split('.')[0];
    expect(event).toMatchObject({ subject: String(member.id), data: { userId: member.id, resetId } });
    expect(Object.keys(event.data).sort()).toEqual(['resetId', 'userId']);
    const key = token.split('.')[1] ?? '';
    expect(key.length).toBeGreaterThan(40);
    expect(JSON.stringify([event, await auth.query('select * from password_resets')])).not.toContain(key);
  });

  it('answers the same for an address that nobody has, and a disabled account', async () => {
    const [member, disabled] = [await auth.member(), await auth.member()];
    await auth.query('update users set disabled_at = now() where id = $1', [disabled.id]);
    const timed = async (email: string) => {
      const began = performance.now();
      const { status, body, headers } = await forgot(email);
      const took = performance.now() - began;
      return { took, seen: { status, body, type: headers.get('content-type') } };
    };
    const answers = [];
    for (const email of [member.email, newAddress(), disabled.email]) {
      answers.push(await timed(email));
    }
    for (const { took, seen } of answers) {
      expect(seen).toEqual({
        status: 202,
        body: { message: SENT },
        type: expect.stringContaining('application/json'),
      });
      expect(took).toBeGreaterThan(190);
    }
    const written = await auth.query<{ user_id: number }>(
      'select user_id from password_resets where user_id = any($1)',
      [[member.id, disabled.id]],
    );
    expect(written).toEqual([{ user_id: member.id }]);
    await auth.nothingWaits();
    expect(auth.allHeard(disabled.id, resetRequested)).toEqual([]);
  });

  it('asked for too often is refused, the same for addresses that nobody has, and for that account alone', async () => {
    const member = await auth.member();
    for (const email of [member.email, newAddress()]) {
      for (let i = 0; i < 5; i += 1) expect((await forgot(email)).status).toBe(202);
      expect(await forgot(email)).toMatchObject({ status: 429, body: { code: 'too_many_attempts' } });
    }
    expect((await forgot((await auth.member()).email)).status).toBe(202);
  });

  it('is mailed ten times a day at most, and asking for more looks the same', async () => {
    const member = await auth.member();
    for (let window = 0; window < 6; window += 1) {
      await auth.setClockAhead(window * 11 * MINUTE_MS);
      // The throttle of ten minutes goes by the time of Redis.
      await auth.service.app.get(Throttles).resetRequest.succeeded(member.email, noOrigin);
      for (let count = 0; count < 5; count += 1) {
        const began = performance.now();
        expect(await forgot(member.email)).toMatchObject({ status: 202, body: { message: SENT } });
        expect(performance.now() - began).toBeGreaterThan(190);
      }
    }
    await auth.nothingWaits();
    expect(auth.allHeard(member.id, resetRequested)).toHaveLength(10);
    // Those that were mailed go on working; a day after the first there are others.
    const { resetId } = (await auth.heard(member.id, resetRequested, 10)).data as { resetId: string };
    expect((await factsOf(resetId)).status).toBe(200);
    await auth.setClockAhead(24 * 60 * MINUTE_MS + MINUTE_MS);
    await auth.service.app.get(Throttles).resetRequest.succeeded(member.email, noOrigin);
    expect((await forgot(member.email)).status).toBe(202);
    await auth.heard(member.id, resetRequested, 11);
  }, 60_000);

  it('is mailed to its owner whatever strangers ask for', async () => {
    const [email, home] = [newAddress(), newPlace()];
    const signedUp = await auth.signup(email);
    const { id } = principalOf(signedUp);
    expect((await auth.login(email, PASSWORD, home)).status).toBe(200);
    const own = () =>
      auth.call('POST', '/api/auth/forgot-password', {
        json: { email },
        address: newPlace(),
        cookie: deviceOf(signedUp),
      });
    expect((await own()).status).toBe(202);
    const event = await auth.heard(id, resetRequested);
    const { link } = (await factsOf((event.data as { resetId: string }).resetId)).body;
    // Strangers have the links of a day mailed, and close the ten minutes.
    for (let round = 0; round < 3; round += 1) {
      await auth.service.app.get(Throttles).resetRequest.succeeded(email, noOrigin);
      for (let count = 0; count < 5; count += 1) expect((await forgot(email)).status).toBe(202);
    }
    expect((await forgot(email)).status).toBe(429);
    expect((await own()).status).toBe(202);
    expect((await forgot(email, home)).status).toBe(202);
    await auth.nothingWaits();
    expect(auth.allHeard(id, resetRequested)).toHaveLength(13);
    for (let count = 0; count < 2; count += 1) expect((await own()).status).toBe(202);
    expect((await own()).status).toBe(429);
    expect((await reset(tokenIn(link))).status).toBe(200);
  }, 30_000);

  it('asked for from one place again and again is refused there', async () => {
    const place = newPlace();
    const answers = await inTens(60, () => forgot(newAddress(), place));
    expect(answers.filter(({ status }) => status === 202)).toHaveLength(50);
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(10);
    expect((await forgot(newAddress())).status).toBe(202);
  });

  it('needs an address', async () => {
    expect(await forgot('anna')).toMatchObject({
      status: 400,
      body: { message: 'Please enter a valid email address' },
    });
  });
});

describe('a link for a new password', () => {
  it('works for an hour', async () => {
    const [early, late] = [await auth.member(), await auth.member()];
    const tokens = [tokenIn((await linkFor(early)).link), tokenIn((await linkFor(late)).link)];
    await auth.setClockAhead(59 * MINUTE_MS);
    expect((await reset(tokens[0] ?? '')).status).toBe(200);
    await auth.setClockAhead(61 * MINUTE_MS);
    expect(await reset(tokens[1] ?? '')).toMatchObject({ status: 410, body: { code: 'link_invalid' } });
    expect((await auth.login(late.email)).status).toBe(200);
  });

  it('goes on working when others ask for more, until one is used', async () => {
    const member = await auth.member();
    const first = tokenIn((await linkFor(member)).link);
    const second = tokenIn((await linkFor(member, 2)).link);
    expect((await reset(first)).status).toBe(200);
    expect((await reset(second)).status).toBe(410);
    expect((await reset(first)).status).toBe(410);
  });

  it('is the oldest of five at most: the sixth closes the first', async () => {
    const member = await auth.member();
    const tokens: string[] = [];
    for (let count = 1; count <= 5; count += 1) tokens.push(tokenIn((await linkFor(member, count)).link));
    // Five in ten minutes are all that may be asked for.
    await auth.service.app.get(Throttles).resetRequest.succeeded(member.email, noOrigin);
    tokens.push(tokenIn((await linkFor(member, 6)).link));
    expect(new Set(tokens).size).toBe(6);
    const open = 'select id from password_resets where user_id = $1 and used_at is null';
    expect(await auth.query(open, [member.id])).toHaveLength(5);
    expect((await reset(tokens[0] ?? '')).status).toBe(410);
    expect((await reset(tokens[1] ?? '')).status).toBe(200);
    expect(await auth.query(open, [member.id])).toEqual([]);
  });

  it('used by two at once sets the password of one', async () => {
    const member = await auth.member();
    const token = tokenIn((await linkFor(member)).link);
    const wanted = ['five yellow rivers', 'six orange castles', 'seven quiet harbours'];
    const answers = await Promise.all(wanted.map((next) => reset(token, next)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 410, 410]);
    const won = wanted[answers.findIndex(({ status }) => status === 200)] ?? '';
    expect((await auth.login(member.email, won)).status).toBe(200);
    await auth.nothingWaits();
    expect(auth.allHeard(member.id, accountChanged)).toHaveLength(1);
  });

  it('ends with another password or address, and with the account', async () => {
    const move = async (principal: Principal) => {
      const email = newAddress();
      await auth.call('PATCH', '/api/auth/profile', {
        principal: { ...principal, isConfirmed: true },
        json: { username: 'Anna Miller', email },
      });
      return auth.verify(await auth.verificationToken(email), principal);
    };
    const [changed, moved, shut] = [await auth.member(), await auth.member(), await auth.member()];
    const { principal: admin } = await auth.admin();
    const links = [await linkFor(changed), await linkFor(moved), await linkFor(shut)];
    const acts = [
      await auth.call('PATCH', '/api/auth/change-password', {
        principal: changed.principal,
        json: { currentPassword: PASSWORD, newPassword: NEW },
      }),
      await move(moved.principal),
      await auth.call('POST', `/api/admin/users/${shut.id}/disable`, {
        principal: admin,
        json: { reason: 'asked by the owner' },
      }),
    ];
    expect(acts.map(({ status }) => status)).toEqual([200, 200, 200]);
    for (const { link } of links) expect((await reset(tokenIn(link))).status).toBe(410);
  });

  it('survives a weak password', async () => {
    const member = await auth.member();
    const token = tokenIn((await linkFor(member)).link);
    for (const weak of ['password', member.email]) {
      expect(await reset(token, weak)).toMatchObject({ status: 422, body: { code: 'weak_password' } });
    }
    expect(await reset(token, 'abc12')).toMatchObject({
      status: 400,
      body: { message: 'New password must be at least 6 characters' },
    });
    expect((await reset(token)).status).toBe(200);
  });

  it('cannot be made by others', async () => {
    const member = await auth.member();
    const { link } = await linkFor(member);
    const [resetId = '', key = ''] = tokenIn(link).split('.');
    const foreign = createHmac('sha256', 'another secret').update(`reset:${resetId}`).digest('base64url');
    const invite = createHmac('sha256', auth.env.LINK_SECRET ?? '')
      .update(resetId)
      .digest('base64url');
    const forged = [
      resetId,
      `${resetId}.`,
      `${resetId}.${foreign}`,
      `${resetId}.${invite}`,
      `${resetId}.${key}x`,
      `${randomUUID()}.${key}`,
      `${resetId.toUpperCase()}.${key}`,
      'nonsense',
      "'; drop table users; --",
    ];
    for (const token of forged) {
      expect(await reset(token)).toMatchObject({ status: 410, body: { code: 'link_invalid' } });
    }
    expect((await reset('')).status).toBe(400);
    expect((await auth.login(member.email)).status).toBe(200);
  });

  it('cannot be guessed again and again', async () => {
    const member = await auth.member();
    const token = tokenIn((await linkFor(member)).link);
    const guess = `${token.split('.')[0]}.${'x'.repeat(43)}`;
    for (let i = 0; i < 10; i += 1) expect((await reset(guess)).status).toBe(410);
    expect(await reset(guess)).toMatchObject({ status: 429, body: { code: 'too_many_attempts' } });
    const place = newPlace();
    const answers = await inTens(110, () => reset(`${randomUUID()}.${'x'.repeat(43)}`, NEW, place));
    expect(answers.filter(({ status }) => status === 410)).toHaveLength(100);
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(10);
  });

  it('is told to nobody any more once it opens nothing', async () => {
    const [changed, shut, waiting] = [await auth.member(), await auth.member(), await auth.member()];
    const ids: string[] = [];
    for (const { email, id } of [changed, shut, waiting]) {
      expect((await forgot(email)).status).toBe(202);
      ids.push(((await auth.heard(id, resetRequested)).data as { resetId: string }).resetId);
    }
    const answer = await auth.call('PATCH', '/api/auth/change-password', {
      principal: changed.principal,
      json: { currentPassword: PASSWORD, newPassword: NEW },
    });
    expect(answer.status).toBe(200);
    await auth.query('update users set disabled_at = now() where id = $1', [shut.id]);
    const gone = { status: 410, body: { code: 'link_invalid' } };
    expect(await factsOf(ids[0] ?? '')).toMatchObject(gone);
    expect(await factsOf(ids[1] ?? '')).toMatchObject(gone);
    expect((await factsOf(ids[2] ?? '')).status).toBe(200);
  });

  it('is told to services only', async () => {
    const member = await auth.member();
    await linkFor(member);
    const { resetId } = (await auth.heard(member.id, resetRequested)).data as { resetId: string };
    expect((await factsOf(resetId, member.principal)).status).toBe(403);
    expect((await factsOf(resetId, (await auth.admin()).principal)).status).toBe(403);
    expect((await auth.call('GET', `/internal/password-resets/${resetId}`)).status).toBe(401);
    expect(await factsOf(randomUUID())).toMatchObject({ status: 404, body: { code: 'not_found' } });
    expect((await factsOf('nonsense')).status).toBe(400);
  });
});
