import { randomUUID } from 'node:crypto';
import { createSigner } from 'fast-jwt';
import { SESSION_ISSUER } from '#contracts';
import type { ProductInUse, TestSystem } from '#testing';

/** A session as auth would open it. */
export async function openSession(
  system: Pick<TestSystem | ProductInUse, 'env' | 'query'>,
  userId: number,
  role: 'user' | 'admin',
  state: 'active' | 'ended' | 'expired' = 'active',
): Promise<string> {
  const sid = randomUUID();
  await system.query(
    'auth',
    `insert into sessions (id, user_id, expires_at, revoked_at)
     values ($1, $2, now() + interval '1 hour', case when $3 then now() end)`,
    [sid, userId, state === 'ended'],
  );
  const sign = createSigner({
    key: system.env.SESSION_TOKEN_SECRET ?? '',
    algorithm: 'HS256',
    iss: SESSION_ISSUER,
    expiresIn: 3_600_000,
    ...(state === 'expired' ? { clockTimestamp: Date.now() - 7_200_000 } : {}),
  });
  return sign({ sid, sub: String(userId), role });
}
