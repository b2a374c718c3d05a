import { randomUUID } from 'node:crypto';
import type { PoolClient, QueryResult } from 'pg';
import type { Logger } from 'pino';
import type { DataSource } from 'typeorm';
import type { EventEnvelope } from '#contracts';
import { type Publisher, RefusedError } from '#messaging';
import { failpoint } from '#platform';
import { KEEP_PUBLISHED } from './published.js';

interface OutboxRow {
  seq: string;
  subject: string;
  envelope: EventEnvelope;
  headers: Record<string, string>;
  attempts: number;
}

export interface RelayOptions {
  /** Whose outbox it is, as failpoints name it. */
  service?: string;
  batchSize?: number;
  /** Slow safety net for a wake-up that was lost. */
  pollMs?: number;
  /** How long claimed rows are this relay's own. */
  leaseSeconds?: number;
  /** After this many refusals by a broker that is there, an event goes to `outbox_dead`. */
  maxAttempts?: number;
}

/** About four hours of an event that nobody has a queue for. */
const MAX_ATTEMPTS = 500;
const MAX_DELAY_SECONDS = 30;
const CLAIM_LOCK = 7_377_368;

/**
 * Moves rows from the outbox to the broker.
 * - Claims due rows with a lease; claims are serialised by an advisory lock, so events of one subject keep their order
 *   even with several relays.
 * - Publishes with confirms; moves a row to `outbox_published` only while the lease is still its own.
 * - A broker that is away costs no attempt: rows wait.
 */
export class OutboxRelay {
  private readonly owner = randomUUID();
  private readonly service: string;
  private readonly batchSize: number;
  private readonly pollMs: number;
  private readonly leaseSeconds: number;
  private readonly maxAttempts: number;
  private nextDelayMs = Number.POSITIVE_INFINITY;
  private timer: NodeJS.Timeout | undefined;
  private loop: Promise<void> | null = null;
  private isWoken = false;
  private isStopped = true;
  /** Apart from `isStopped`, so that `runOnce` works on a relay that was never started. */
  private isStopping = false;

  constructor(
    private readonly dataSource: DataSource,
    private readonly publisher: Publisher,
    private readonly logger: Logger,
    options: RelayOptions = {},
  ) {
    this.service = options.service ?? '';
    this.batchSize = options.batchSize ?? 200;
    this.pollMs = options.pollMs ?? 1000;
    this.leaseSeconds = options.leaseSeconds ?? 20;
    this.maxAttempts = options.maxAttempts ?? MAX_ATTEMPTS;
  }

  start(): void {
    this.isStopped = false;
    this.isStopping = false;
    this.wake();
  }

  /** Coalesced: any number of calls while a run is under way make one more run. */
  wake(): void {
    if (this.isStopped) return;
    this.isWoken = true;
    this.loop ??= this.run().finally(() => {
      this.loop = null;
      if (this.isStopped) return;
      if (this.isWoken) this.wake();
      else this.schedule();
    });
  }

  async stop(): Promise<void> {
    this.isStopped = true;
    this.isStopping = true;
    clearTimeout(this.timer);
    await this.loop;
    await this.dataSource
      .query('update outbox set lease_owner = null, lease_until = null where lease_owner = $1', [this.owner])
      .catch(() => undefined);
  }

  /** Publishes one batch; answers how many rows it took. */
  async runOnce(): Promise<number> {
    if (!this.publisher.isConnected()) return 0;
    // A publish may take a third of the lease; none starts so late that another relay could have taken over.
    const publishUntil = performance.now() + (this.leaseSeconds * 1000 * 2) / 3;
    const rows = await this.claim();
    if (rows.length > 0) failpoint(`${this.service}.relay.after-claim`);
    const bySubject = Map.groupBy(rows, (row) => row.subject);
    const sent: string[] = [];
    const groups = await Promise.allSettled(
      [...bySubject.values()].map((group) => this.publishInOrder(group, sent, publishUntil)),
    );
    if (sent.length > 0) {
      await this.dataSource.query(KEEP_PUBLISHED, [sent, this.owner]);
    }
    const failed = groups.find((group) => group.status === 'rejected');
    if (failed) throw failed.reason;
    return rows.length;
  }

  /** For health: how much waits, and since when. */
  async stats(): Promise<{ pending: number; oldestSeconds: number }> {
    const [row] = await this.dataSource.query<{ pending: number; oldest: number }[]>(
      `select count(*)::int as pending, coalesce(extract(epoch from now() - min(added_at)), 0)::float as oldest from outbox`,
    );
    return { pending: row?.pending ?? 0, oldestSeconds: Math.round(row?.oldest ?? 0) };
  }

  private schedule(): void {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.wake(), Math.min(this.pollMs, this.nextDelayMs));
    this.nextDelayMs = Number.POSITIVE_INFINITY;
  }

  private async run(): Promise<void> {
    clearTimeout(this.timer);
    try {
      do {
        this.isWoken = false;
        while (!this.isStopped && (await this.runOnce()) === this.batchSize);
      } while (this.isWoken && !this.isStopped);
    } catch (error) {
      this.isWoken = false;
      this.logger.warn({ err: error }, 'outbox relay will try again');
    }
  }

  /**
   * One round trip: statements sent together are one transaction, and each sees what was committed before it began,
   * so the second one sees the claim of whoever held the lock before. (Such a query takes no parameters.)
   */
  private async claim(): Promise<OutboxRow[]> {
    const runner = this.dataSource.createQueryRunner();
    try {
      const client = (await runner.connect()) as PoolClient;
      // An earlier event of the same subject that waits or is leased holds back the later ones.
      const results = (await client.query(
        `select pg_advisory_xact_lock(${CLAIM_LOCK});
         update outbox set lease_owner = '${this.owner}',
           lease_until = clock_timestamp() + make_interval(secs => ${this.leaseSeconds})
         where seq in (
           select o.seq from outbox o
           where o.available_at <= now() and (o.lease_until is null or o.lease_until < now())
             and not exists (
               select 1 from outbox e where e.subject = o.subject and e.seq < o.seq
                 and (e.available_at > now() or e.lease_until >= now()))
           order by o.seq limit ${this.batchSize})
         returning seq, subject, envelope, headers, attempts`,
      )) as unknown as QueryResult<OutboxRow>[];
      const rows = results[1]?.rows ?? [];
      return rows.sort((a, b) => Number(BigInt(a.seq) - BigInt(b.seq)));
    } finally {
      await runner.release();
    }
  }

  private async publishInOrder(rows: OutboxRow[], sent: string[], publishUntil: number): Promise<void> {
    for (const [index, row] of rows.entries()) {
      if (this.isStopping || performance.now() > publishUntil) {
        await this.release(rows.slice(index));
        return;
      }
      try {
        await this.publisher.publish(row.envelope, row.headers);
        failpoint(`${this.service}.relay.after-publish`);
        sent.push(row.seq);
      } catch (error) {
        await this.postpone(row, error);
        await this.release(rows.slice(index + 1));
        return;
      }
    }
  }

  private async postpone(row: OutboxRow, error: unknown): Promise<void> {
    const reason = error instanceof Error ? error.message : String(error);
    // A broker that is away says nothing about the event; only an answer costs an attempt.
    const attempts = row.attempts + (error instanceof RefusedError ? 1 : 0);
    this.logger.warn({ type: row.envelope.type, attempts, reason }, 'event not published yet');
    if (attempts >= this.maxAttempts) {
      this.logger.error({ type: row.envelope.type, id: row.envelope.id, reason }, 'event is dead');
      await this.dataSource.query(
        `with dead as (delete from outbox where seq = $1 and lease_owner = $2 returning *)
         insert into outbox_dead (seq, id, routing_key, subject, envelope, headers, added_at, attempts, last_error)
         select seq, id, routing_key, subject, envelope, headers, added_at, $3, $4 from dead`,
        [row.seq, this.owner, attempts, reason],
      );
      return;
    }
    const delaySeconds = Math.min(0.25 * 2 ** Math.min(attempts, 8), MAX_DELAY_SECONDS);
    await this.dataSource.query(
      `update outbox set attempts = $3, last_error = $4, available_at = now() + make_interval(secs => $5),
         lease_owner = null, lease_until = null
       where seq = $1 and lease_owner = $2`,
      [row.seq, this.owner, attempts, reason.slice(0, 500), delaySeconds],
    );
    this.nextDelayMs = Math.min(this.nextDelayMs, delaySeconds * 1000 + 5);
  }

  private async release(rows: OutboxRow[]): Promise<void> {
    if (rows.length === 0) return;
    await this.dataSource.query(
      'update outbox set lease_owner = null, lease_until = null where seq = any($1::bigint[]) and lease_owner = $2',
      [rows.map((row) => row.seq), this.owner],
    );
  }
}
