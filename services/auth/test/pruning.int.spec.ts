import { DAY_MS } from '#platform';
import { PruneSessions } from '../src/sessions/prune-sessions.js';
import { AuthUnderTest } from './auth-under-test.js';

let auth: AuthUnderTest;

beforeAll(async () => {
  auth = await AuthUnderTest.start();
}, 120_000);

afterAll(async () => {
  await auth?.stop();
}, 60_000);

it('sessions and reset links go a month after they ended', async () => {
  const { id, principal } = await auth.member();
  const session = (endedDaysAgo: number, revokedDaysAgo: number | null) =>
    auth.query(
      `insert into sessions (id, user_id, expires_at, revoked_at)
       values (gen_random_uuid(), $1, now() - make_interval(days => $2), now() - make_interval(days => $3))`,
      [id, endedDaysAgo, revokedDaysAgo],
    );
  await session(29, null);
  await session(31, null);
  await session(-1, 31);
  for (const days of [29, 31]) {
    await auth.query(
      `insert into password_resets (id, user_id, requested_at, expires_at)
       values (gen_random_uuid(), $1, now() - make_interval(days => $2), now() - make_interval(days => $2))`,
      [id, days],
    );
  }
  await auth.service.app.get(PruneSessions).prune();
  const ended = await auth.query(
    'select 1 from sessions where user_id = $1 and least(expires_at, revoked_at) < now()',
    [id],
  );
  expect(ended).toHaveLength(1);
  expect(await auth.query('select 1 from password_resets where user_id = $1', [id])).toHaveLength(1);
  expect(await auth.isActive(principal)).toBe(true);
  await auth.setClockAhead(32 * DAY_MS);
  await auth.service.app.get(PruneSessions).prune();
  expect(await auth.query('select 1 from sessions where user_id = $1', [id])).toEqual([]);
  await auth.setClockAhead(0);
});
