import type { EntityManager } from 'typeorm';

/** Links for a new password that were mailed to this account until now no longer work, but for the newest few. */
export async function closeResets(
  manager: EntityManager,
  userId: number,
  at: Date,
  keptOpen = 0,
): Promise<void> {
  await manager.query(
    `update password_resets set used_at = $2 where id in (
       select id from password_resets where user_id = $1 and used_at is null and expires_at > $2
       order by requested_at desc, id offset $3)`,
    [userId, at, keptOpen],
  );
}
