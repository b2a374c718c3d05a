import type { PoolClient, QueryResult } from 'pg';
import { type DataSource, type EntityManager, In } from 'typeorm';
import type { DeadLetter } from '#messaging';
import { hasCome, isAwaited } from '#platform';
import { type DeadLetterEntity, OutboxEntity } from './outbox.entities.js';

/** What the relay has to know of an event. */
export type OutboxRow = Pick<OutboxEntity, 'seq' | 'subject' | 'envelope' | 'headers' | 'attempts'>;

const CLAIM_LOCK = 7_377_368;
/** The longest that an event waits between two tries. */
export const MAX_DELAY_SECONDS = 30;

const released = { leaseOwner: null, leaseUntil: null };

/**
 * Adds an event, beside every change of every service: with the query builder it takes half as long again.
 * @param envelope as JSON
 */
export async function insertEvent(
  manager: EntityManager,
  { id, routingKey, subject, headers }: Pick<OutboxEntity, 'id' | 'routingKey' | 'subject' | 'headers'>,
  envelope: string,
): Promise<void> {
  await manager.query(
    'insert into outbox (id, routing_key, subject, envelope, headers) values ($1, $2, $3, $4, $5)',
    [id, routingKey, subject, envelope, JSON.stringify(headers)],
  );
}

/** Answers false when the consumer has handled the message. As plain as `insertEvent`, for the same reason. */
export async function insertHandled(
  manager: EntityManager,
  consumer: string,
  messageId: string,
): Promise<boolean> {
  const inserted = await manager.query<unknown[]>(
    'insert into inbox (consumer, message_id) values ($1, $2) on conflict do nothing returning 1',
    [consumer, messageId],
  );
  return inserted.length > 0;
}

/**
 * Keeps a message that a handler gave up, or counts one more death; undefined when that is known already, which is told by
 * its moment. It need not be a later one: the clocks of two copies of a service may differ. One statement that counts up
 * and compares with the row that is there, which `upsert` cannot.
 */
export async function insertDeadLetter(
  manager: EntityManager,
  id: string,
  letter: DeadLetter,
): Promise<Pick<DeadLetterEntity, 'id' | 'deaths' | 'notices'> | undefined> {
  const { handler, messageId, routingKey, subject, content, correlationId, reason, attempts, diedAt } =
    letter;
  const [kept] = await manager.query<Pick<DeadLetterEntity, 'id' | 'deaths' | 'notices'>[]>(
    `insert into dead_letters
       (id, handler, message_id, routing_key, subject, content, correlation_id, reason, attempts, died_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)
     on conflict (handler, message_id) do update
       set reason = excluded.reason, attempts = excluded.attempts, died_at = excluded.died_at, replayed_at = null,
         deaths = dead_letters.deaths + 1
       where excluded.died_at <> dead_letters.died_at
     returning id, deaths, notices`,
    [id, handler, messageId, routingKey, subject, content, correlationId, reason, attempts, diedAt],
  );
  return kept;
}

/** The outbox as one relay works with it. */
export class OutboxRepository {
  /** @param owner the relay that the leases are held by */
  constructor(
    private readonly dataSource: DataSource,
    private readonly owner: string,
  ) {}

  /**
   * Takes the next events that are due, in their order.
   *
   * One round trip for lock and claim: statements sent together are one transaction, and each sees what was committed
   * before it began, so the second one sees the claim of whoever held the lock before. (Such a query takes no parameters.)
   */
  async claim(limit: number, leaseSeconds: number): Promise<OutboxRow[]> {
    const lease = { longestMs: leaseSeconds * 1000 };
    const pause = { longestMs: MAX_DELAY_SECONDS * 1000 };
    const runner = this.dataSource.createQueryRunner();
    try {
      const client = (await runner.connect()) as PoolClient;
      // An earlier event of the same subject that waits or is leased holds back the later ones.
      const results = (await client.query(
        `select pg_advisory_xact_lock(${CLAIM_LOCK});
         update outbox set lease_owner = '${this.owner}',
           lease_until = clock_timestamp() + make_interval(secs => ${leaseSeconds})
         where seq in (
           select o.seq from outbox o
           where ${hasCome('o.available_at', pause)} and (o.lease_until is null or ${hasCome('o.lease_until', lease)})
             and not exists (
               select 1 from outbox e where e.subject = o.subject and e.seq < o.seq
                 and (${isAwaited('e.available_at', pause)} or ${isAwaited('e.lease_until', lease)}))
           order by o.seq limit ${limit})
         returning seq, subject, envelope, headers, attempts`,
      )) as unknown as QueryResult<OutboxRow>[];
      const rows = results[1]?.rows ?? [];
      return rows.sort((a, b) => Number(BigInt(a.seq) - BigInt(b.seq)));
    } finally {
      await runner.release();
    }
  }

  /** What the broker has confirmed leaves the outbox and is kept: in one statement, so that it is in one of the two. */
  async keepPublished(seqs: readonly string[]): Promise<void> {
    await this.dataSource.query(
      `with sent as (
         delete from outbox where seq = any($1::bigint[]) and lease_owner = $2
         returning id, seq, routing_key, subject, envelope, headers, added_at)
       insert into outbox_published (id, seq, routing_key, subject, envelope, headers, added_at)
       select id, seq, routing_key, subject, envelope, headers, added_at from sent
       on conflict (id) do update set published_at = excluded.published_at`,
      [seqs, this.owner],
    );
  }

  /** An event that the broker refused too often leaves the outbox: in one statement, as above. */
  async bury(seq: string, attempts: number, reason: string): Promise<void> {
    await this.dataSource.query(
      `with dead as (delete from outbox where seq = $1 and lease_owner = $2 returning *)
       insert into outbox_dead (seq, id, routing_key, subject, envelope, headers, added_at, attempts, last_error)
       select seq, id, routing_key, subject, envelope, headers, added_at, $3, $4 from dead`,
      [seq, this.owner, attempts, reason],
    );
  }

  async postpone(seq: string, attempts: number, reason: string, delaySeconds: number): Promise<void> {
    await this.dataSource.manager.update(
      OutboxEntity,
      { seq, leaseOwner: this.owner },
      {
        ...{ ...released, attempts, lastError: reason.slice(0, 500) },
        availableAt: () => `now() + make_interval(secs => ${delaySeconds})`,
      },
    );
  }

  /** Lets others have these events, or all that it has claimed. */
  async release(seqs?: readonly string[]): Promise<void> {
    await this.dataSource.manager.update(
      OutboxEntity,
      { leaseOwner: this.owner, ...(seqs && { seq: In(seqs) }) },
      released,
    );
  }

  /** How much waits, and since when. */
  async stats(): Promise<{ pending: number; oldestSeconds: number }> {
    const row = await this.dataSource.manager
      .createQueryBuilder(OutboxEntity, 'event')
      .select('count(*)::int', 'pending')
      .addSelect('coalesce(extract(epoch from now() - min(event.addedAt)), 0)::float', 'oldest')
      .getRawOne<{ pending: number; oldest: number }>();
    return { pending: row?.pending ?? 0, oldestSeconds: Math.round(row?.oldest ?? 0) };
  }
}

/**
 * Events that the broker refused too often are tried once more, at their old places: whoever hears them may have a queue
 * by now. Another refusal buries them again.
 * @param attempts how many count as made
 * @returns how many
 */
export async function tryDeadAgain(dataSource: DataSource, attempts: number): Promise<number> {
  const rows = await dataSource.query<unknown[]>(
    `with again as (delete from outbox_dead returning seq, id, routing_key, subject, envelope, headers, added_at)
     insert into outbox (seq, id, routing_key, subject, envelope, headers, added_at, attempts)
     overriding system value
     select seq, id, routing_key, subject, envelope, headers, added_at, $1 from again
     returning 1`,
    [attempts],
  );
  return rows.length;
}

/** A connection to a service's database, of whatever library. */
interface Connection {
  query(sql: string, values: unknown[]): Promise<unknown>;
}

/**
 * Puts events that were published back into the outbox, at their old places, so that they leave in their order and
 * before what waits there. For when the broker has lost what it held: after a restore, or a loss of its data. Consumers
 * that have handled an event know it by its id. From table to table in one statement, and without the entities: programs
 * call it, too.
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
