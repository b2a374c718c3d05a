import type { PruneRule } from '#platform';

/**
 * Longer than an outage lasts with all its retries, shorter than the inboxes remember (30 days): whatever is told again
 * from here is recognised by who has handled it.
 */
export const publishedRule: PruneRule = {
  table: 'outbox_published',
  isOver: 'true',
  since: 'published_at',
  days: 7,
};

/**
 * What the relay does with rows that the broker has confirmed, in one statement: they leave the outbox and are kept.
 * `$1` are their places, `$2` is the relay that holds their lease.
 */
export const KEEP_PUBLISHED = `
  with sent as (
    delete from outbox where seq = any($1::bigint[]) and lease_owner = $2
    returning id, seq, routing_key, subject, envelope, headers, added_at)
  insert into outbox_published (id, seq, routing_key, subject, envelope, headers, added_at)
  select id, seq, routing_key, subject, envelope, headers, added_at from sent
  on conflict (id) do update set published_at = excluded.published_at`;

/** A connection to a service's database, of whatever library. */
interface Connection {
  query(sql: string, values: unknown[]): Promise<unknown>;
}

/**
 * Puts events that were published back into the outbox, at their old places, so that they leave in their order and
 * before what waits there. For when the broker has lost what it held: after a restore, or a loss of its data. Consumers
 * that have handled an event know it by its id.
 * @param since only what was published at this moment or later; null for all that is kept
 * @returns how many
 */
export async function republish(connection: Connection, since: Date | null): Promise<number> {
  const answer = await connection.query(
    `with again as (
       insert into outbox (seq, id, routing_key, subject, envelope, headers)
       overriding system value
       select seq, id, routing_key, subject, envelope, headers from outbox_published
       where $1::timestamptz is null or published_at >= $1::timestamptz
       on conflict do nothing
       returning 1)
     select count(*)::int as count from again`,
    [since],
  );
  // TypeORM answers the rows, pg an object that has them.
  const rows = Array.isArray(answer) ? answer : (answer as { rows: unknown[] }).rows;
  return (rows[0] as { count: number } | undefined)?.count ?? 0;
}
