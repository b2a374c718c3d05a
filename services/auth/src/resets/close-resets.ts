import type { EntityManager } from 'typeorm';

/** Links for a new password that were mailed to this account until now no longer work. */
export async function closeResets(manager: EntityManager, userId: number, at: Date): Promise<void> {
  await manager.query('update password_resets set used_at = $2 where user_id = $1 and used_at is null', [
    userId,
    at,
  ]);
}
