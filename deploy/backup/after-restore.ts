import type pg from 'pg';
import { HOUR_MS } from '#platform';

/**
 * How far numbers move ahead at a restore: for each hour since the backup more than any system of this kind gives out,
 * and as many besides. A second restore of the same backup comes later, so it moves further.
 */
const NUMBERS_PER_HOUR = 1000;
const NUMBERS_AHEAD = 10_000;

/**
 * Moves every sequence beyond what it may have given out since the backup. Others remember such numbers: Stripe has the
 * ids of accounts at its customers and in idempotency keys, people have receipts and tickets. Given out twice they would
 * be somebody else's.
 */
export async function moveNumbersAhead(client: pg.Client, takenAt: string): Promise<void> {
  const hours = Math.max(0, Math.ceil((Date.now() - Date.parse(takenAt)) / HOUR_MS));
  await client.query(
    `select setval(format('%I.%I', schemaname, sequencename)::regclass, coalesce(last_value, start_value) + $1)
     from pg_sequences where schemaname = 'public'`,
    [NUMBERS_AHEAD + hours * NUMBERS_PER_HOUR],
  );
}

/** One that its owner has ended since the backup, such as that of a stolen phone, must not count again. */
export async function endSessions(client: pg.Client): Promise<void> {
  await client.query('update sessions set revoked_at = now() where revoked_at is null');
}
