import { randomUUID } from 'node:crypto';
import { addressConfirmed, resetRequested, verificationRequested } from '#contracts';
import type { Principal } from '#platform';
import {
  AuthUnderTest,
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

const DAY_MS = 24 * 3_600_000;

const isVerified = async (principal: Principal) =>
  (await auth.call<{ emailVerified: boolean }>('GET', '/api/auth/user', { principal })).body.emailVerified;
const resend = (principal: Principal) =>
  auth.call('POST', '/api/auth/verify-address/resend', { principal, address: newPlace() });
const linksOf = (id: number) =>
  auth.query<{ email: string }>('select email from address_verifications where user_id = $1', [id]);
const ofNew = async (id: number) =>
  (
    await auth.call<{ email: string; link: string | null }>(
      'GET',
      `/internal/users/${id}/address-verification`,
      {
        principal: otherService,
      },
    )
  ).body;
const invalid = { status: 410, body: { code: 'link_invalid' } };

describe('the address of a new account', () => {
  it('is asked for in the language in which the account was made, and so is everything after it', async () => {
    const email = newAddress();
    const { body } = await auth.signup(email, {}, 'es-US,es;q=0.9,en;q=0.8');
    expect(await ofNew(body.user.id)).toMatchObject({ email, language: 'es' });
    const account = await auth.call('GET', `/internal/users/${body.user.id}`, { principal: otherService });
    expect(account.body).toMatchObject({ language: 'es', hasSubscription: false });
  });

  it('is verified by the link that goes with the first mail, and by nothing else', async () => {
    const { email, principal, id } = await auth.member();
    expect(await isVerified(principal)).toBe(false);
    const { link, ...rest } = await ofNew(id);
    expect(rest).toEqual({
      email,
      language: 'en',
      isOwn: true,
      expiresAt: expect.stringMatching(/^\d{4}-.*Z$/),
    });
    expect(link).toMatch(/^https:\/\/contracts\.example\.test\/verify-address\?token=/);
    const token = new URL(link ?? '').searchParams.get('token') ?? '';
    for (const forged of [
      `${token}x`,
      `${randomUUID()}.${token.split('.')[1]}`,
      'nonsense',
      token.split('.')[0] ?? '',
    ])
      expect(await auth.verify(forged, principal)).toMatchObject(invalid);
    expect(await isVerified(principal)).toBe(false);

    expect(await auth.verify(token, principal)).toMatchObject({ status: 200, body: { email } });
    expect(await isVerified(principal)).toBe(true);
    // A page that is loaded again says the same.
    expect(await auth.verify(token)).toMatchObject({ status: 200, body: { email } });
    expect((await ofNew(id)).link).toBeNull();
    expect((await auth.call('GET', `/internal/users/${id}`, { principal: otherService })).body).toMatchObject(
      { isEmailVerified: true },
    );
  });

  it('is not verified by who reads its mail but has no session of the account', async () => {
    const made = await auth.member();
    const token = await auth.verificationToken(made.email);
    const other = await auth.member();
    for (const caller of [undefined, other.principal])
      expect(await auth.verify(token, caller)).toMatchObject({
        status: 401,
        body: { code: 'sign_in_to_confirm' },
      });
    expect(await isVerified(made.principal)).toBe(false);
    await auth.nothingWaits();
    expect(auth.allHeard(made.id, addressConfirmed)).toHaveLength(0);
    // Signed in, the same link still works, on whichever device.
    const device = principalOf(await auth.login(made.email));
    expect(await auth.verify(token, device)).toMatchObject({ status: 200, body: { email: made.email } });
    expect(await isVerified(made.principal)).toBe(true);
  });

  it('is not that of a link for a new password, nor the other way round', async () => {
    const { email, id } = await auth.member();
    await auth.call('POST', '/api/auth/forgot-password', { json: { email }, address: newPlace() });
    const { resetId } = (await auth.heard(id, resetRequested)).data as { resetId: string };
    const { body } = await auth.call<{ link: string }>('GET', `/internal/password-resets/${resetId}`, {
      principal: otherService,
    });
    const token = new URL(body.link).searchParams.get('token') ?? '';
    expect(await auth.verify(token)).toMatchObject(invalid);
    const json = { token: await auth.verificationToken(email), newPassword: 'four purple bicycles' };
    expect((await auth.call('POST', '/api/auth/reset-password', { json, address: newPlace() })).status).toBe(
      410,
    );
    // Who opens the link for a new password reads that mail, too.
    const reset = { token, newPassword: 'four purple bicycles' };
    expect(
      (await auth.call('POST', '/api/auth/reset-password', { json: reset, address: newPlace() })).status,
    ).toBe(200);
    expect(await isVerified(principalOf(await auth.login(email, 'four purple bicycles')))).toBe(true);
    // That is told as it is of the link for the address, and once.
    const { data } = await auth.heard(id, addressConfirmed);
    expect(data).toEqual({ userId: id, confirmedAt: expect.stringMatching(/^\d{4}-.*Z$/) });
    expect((await auth.verify(json.token)).status).toBe(200);
    await auth.nothingWaits();
    expect(auth.allHeard(id, addressConfirmed)).toHaveLength(1);
  });

  it('is verified within three days', async () => {
    const [early, late] = [await auth.member(), await auth.member()];
    const tokens = [await auth.verificationToken(early.email), await auth.verificationToken(late.email)];
    await auth.setClockAhead(3 * DAY_MS - 60_000);
    expect((await auth.verify(tokens[0] ?? '', early.principal)).status).toBe(200);
    await auth.setClockAhead(3 * DAY_MS + 60_000);
    expect(await auth.verify(tokens[1] ?? '', late.principal)).toMatchObject(invalid);
  });

  it('is asked for again three times in an hour at most, and not once it is verified', async () => {
    const [member, verified] = [await auth.member(), await auth.member()];
    const [first] = await Promise.all([auth.verificationToken(member.email)]);
    for (let i = 0; i < 3; i += 1) expect((await resend(member.principal)).status).toBe(204);
    expect(await resend(member.principal)).toMatchObject({
      status: 429,
      body: { code: 'too_many_attempts' },
    });
    expect(await linksOf(member.id)).toHaveLength(4);
    await auth.heard(member.id, verificationRequested, 3);
    expect((await auth.verify(first ?? '', member.principal)).status).toBe(200);

    await auth.verify(await auth.verificationToken(verified.email), verified.principal);
    expect((await resend(verified.principal)).status).toBe(204);
    expect(await linksOf(verified.id)).toHaveLength(1);
  });

  it('is told of by ids alone', async () => {
    const { principal, id } = await auth.member();
    await resend(principal);
    const event = await auth.heard(id, verificationRequested);
    expect(Object.keys(event.data).sort()).toEqual(['userId', 'verificationId']);
    const { verificationId } = event.data as { verificationId: string };
    const path = `/internal/address-verifications/${verificationId}`;
    expect((await auth.call('GET', path, { principal })).status).toBe(403);
    expect((await auth.call('GET', path)).status).toBe(401);
  });

  it('of a demo login or an administrator is known', async () => {
    const { email } = await auth.admin();
    const { body } = await auth.call<{ user: { emailVerified: boolean } }>('POST', '/api/admin/login', {
      json: { email, password: PASSWORD },
      address: newPlace(),
    });
    expect(body.user.emailVerified).toBe(true);
  });
});

describe('another address that is wanted', () => {
  const want = async (principal: Principal) => {
    const email = newAddress();
    const json = { username: 'Anna Miller', email };
    const answer = await auth.call('PATCH', '/api/auth/profile', {
      principal: { ...principal, isConfirmed: true },
      json,
    });
    expect(answer.status).toBe(200);
    return email;
  };

  it('is given up for a newer one, and with a new password', async () => {
    const { principal } = await auth.member();
    const first = await auth.verificationToken(await want(principal));
    const second = await auth.verificationToken(await want(principal));
    expect(await auth.verify(first, principal)).toMatchObject(invalid);
    const json = { currentPassword: PASSWORD, newPassword: 'four purple bicycles' };
    expect((await auth.call('PATCH', '/api/auth/change-password', { principal, json })).status).toBe(200);
    expect(await auth.verify(second, principal)).toMatchObject(invalid);
  });

  it('can be withdrawn, again and again: its link then opens nothing and is mailed to nobody', async () => {
    const { principal, id, email } = await auth.member();
    const token = await auth.verificationToken(await want(principal));
    const withdraw = () => auth.call('DELETE', '/api/auth/profile/pending-email', { principal });
    expect((await withdraw()).status).toBe(204);
    expect(await auth.verify(token, principal)).toMatchObject(invalid);
    expect((await withdraw()).status).toBe(204);
    const [row] = await auth.query<{ email: string; pending: string | null }>(
      'select email, pending_email as pending from users where id = $1',
      [id],
    );
    expect(row).toEqual({ email, pending: null });
    // Asked for again, it is as new.
    expect((await auth.verify(await auth.verificationToken(await want(principal)), principal)).status).toBe(
      200,
    );
  });

  it('is where the next link goes', async () => {
    const { principal, id, email } = await auth.member();
    const wanted = await want(principal);
    expect((await resend(principal)).status).toBe(204);
    expect((await linksOf(id)).map((row) => row.email)).toEqual([email, wanted, wanted]);
    expect((await auth.verify(await auth.verificationToken(wanted), principal)).body.email).toBe(wanted);
  });

  it('is taken in a session of the account alone, which stays beside the one that asked', async () => {
    const { principal, id, email } = await auth.member();
    const [device, third] = [principalOf(await auth.login(email)), principalOf(await auth.login(email))];
    const wanted = await want(principal);
    const token = await auth.verificationToken(wanted);
    for (const caller of [undefined, (await auth.member()).principal])
      expect(await auth.verify(token, caller)).toMatchObject({
        status: 401,
        body: { code: 'sign_in_to_confirm' },
      });
    expect(await auth.query('select email from users where id = $1', [id])).toEqual([{ email }]);
    expect((await auth.verify(token, device)).body.email).toBe(wanted);
    const active = await Promise.all([principal, device, third].map((one) => auth.isActive(one)));
    expect(active).toEqual([true, true, false]);
  });

  it('keeps the session that asked for it with the password, whichever had the link mailed again', async () => {
    const { principal, email } = await auth.member();
    const other = principalOf(await auth.login(email));
    const wanted = await want(principal);
    for (const session of [other, principal, other]) expect((await resend(session)).status).toBe(204);
    expect((await auth.verify(await auth.verificationToken(wanted), principal)).body.email).toBe(wanted);
    expect([await auth.isActive(principal), await auth.isActive(other)]).toEqual([true, false]);
  });

  const change = async (principal: Principal) => {
    const wanted = await want(principal);
    expect((await auth.verify(await auth.verificationToken(wanted), principal)).status).toBe(200);
    return wanted;
  };
  const verifiedMember = async () => {
    const member = await auth.member();
    await auth.verify(await auth.verificationToken(member.email), member.principal);
    return { ...member, confirmedAt: new Date() };
  };

  it('is told of where the account had none that was confirmed, and never again', async () => {
    const [kept, changed] = [await auth.member(), await auth.member()];
    const token = await auth.verificationToken(kept.email);
    for (let time = 0; time < 2; time += 1)
      expect((await auth.verify(token, kept.principal)).status).toBe(200);
    await change(changed.principal);
    for (const { id, principal } of [kept, changed]) {
      const { data } = await auth.heard(id, addressConfirmed);
      expect(data).toEqual({ userId: id, confirmedAt: expect.stringMatching(/^\d{4}-.*Z$/) });
      await change(principal);
    }
    await auth.nothingWaits();
    for (const { id } of [kept, changed]) expect(auth.allHeard(id, addressConfirmed)).toHaveLength(1);
  });

  describe('is where its account is reached that had the old one', () => {
    const present = async (email: string, at: Date) =>
      (
        await auth.call<{ email: string | null }>('POST', '/internal/present-addresses', {
          principal: otherService,
          json: { email, at: at.toISOString() },
        })
      ).body.email;

    it('confirmed at that moment, however often it changed since', async () => {
      const { email, principal, confirmedAt: then } = await verifiedMember();
      expect(await present(email, then)).toBeNull();
      const second = await change(principal);
      expect(await present(email, then)).toBe(second);
      const third = await change(principal);
      expect(await present(email, then)).toBe(third);
      expect(await present(second, then)).toBeNull();
      expect(await present(email, new Date())).toBeNull();
      expect(await present(email, new Date(then.getTime() - DAY_MS))).toBeNull();
    });

    it('not where it had it without confirming it', async () => {
      const { email, principal } = await auth.member();
      const then = new Date();
      await change(principal);
      expect(await present(email, then)).toBeNull();
    });

    it('and not at that of whoever confirmed the old one later', async () => {
      const { email, principal, confirmedAt: then } = await verifiedMember();
      const moved = await change(principal);
      const answer = await auth.signup(email);
      const next = principalOf(answer);
      await auth.verify(await auth.verificationToken(email), next);
      const later = new Date();
      const away = await change(next);
      expect(await present(email, then)).toBe(moved);
      expect(await present(email, later)).toBe(away);
    });

    it('not while an administrator has shut the account, and told to services alone', async () => {
      const { email, principal, id, confirmedAt: then } = await verifiedMember();
      await change(principal);
      await auth.query('update users set disabled_at = now() where id = $1', [id]);
      expect(await present(email, then)).toBeNull();
      const json = { email, at: then.toISOString() };
      const asked = await auth.call('POST', '/internal/present-addresses', { principal, json });
      expect(asked.status).toBe(403);
    });
  });

  describe('and whose the old one was', () => {
    const holder = async (email: string, at: Date) =>
      (
        await auth.call<{ userId: number | null }>('POST', '/internal/address-holders', {
          principal: otherService,
          json: { email, at: at.toISOString() },
        })
      ).body.userId;
    const nextOwner = async (email: string) => {
      const answer = await auth.signup(email);
      return { id: answer.body.user.id, principal: principalOf(answer) };
    };

    it('stays the account that had it confirmed then, also when another one has it now, and when it is shut', async () => {
      const { email, principal, id, confirmedAt: then } = await verifiedMember();
      expect(await holder(email, then)).toBe(id);
      await change(principal);
      const next = await nextOwner(email);
      await auth.verify(await auth.verificationToken(email), next.principal);
      expect([await holder(email, then), await holder(email, new Date())]).toEqual([id, next.id]);
      await auth.query('update users set disabled_at = now() where id = $1', [id]);
      expect(await holder(email, then)).toBe(id);
    });

    it('is the first that confirmed it afterwards where none had then, and nobody before that', async () => {
      const { email, principal, id } = await auth.member();
      const then = new Date();
      expect(await holder(email, then)).toBeNull();
      await auth.verify(await auth.verificationToken(email), principal);
      expect(await holder(email, then)).toBe(id);
      await change(principal);
      const next = await nextOwner(email);
      await auth.verify(await auth.verificationToken(email), next.principal);
      expect(await holder(email, then)).toBe(id);
      expect(await holder(newAddress(), then)).toBeNull();
      const json = { email, at: then.toISOString() };
      const asked = await auth.call('POST', '/internal/address-holders', { principal: next.principal, json });
      expect(asked.status).toBe(403);
    });

    it('is nobody who had it without confirming it', async () => {
      const { email, principal } = await auth.member();
      const then = new Date();
      await change(principal);
      expect(await holder(email, then)).toBeNull();
    });
  });
});
