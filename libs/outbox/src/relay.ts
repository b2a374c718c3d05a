import { randomUUID } from 'node:crypto';
import type { Logger } from 'pino';
import type { DataSource } from 'typeorm';
import { type Publisher, RefusedError } from '#messaging';
import { failpoint } from '#platform';
import { MAX_DELAY_SECONDS, OutboxRepository, type OutboxRow } from './outbox.repository.js';

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
export const MAX_ATTEMPTS = 500;

/**
 * Moves rows from the outbox to the broker.
 * - Claims due rows with a lease; claims are serialised by an advisory lock, so events of one subject keep their order
 *   even with several relays.
 * - Publishes with confirms; moves a row to `outbox_published` only while the lease is still its own.
 * - A broker that is away costs no attempt: rows wait.
 */
export class OutboxRelay {
  private readonly outbox: OutboxRepository;
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
    dataSource: DataSource,
    private readonly publisher: Publisher,
    private readonly logger: Logger,
    options: RelayOptions = {},
  ) {
    this.outbox = new OutboxRepository(dataSource, randomUUID());
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
    await this.outbox.release().catch(() => undefined);
  }

  /** Publishes one batch; answers how many rows it took. */
  async runOnce(): Promise<number> {
    if (!this.publisher.isConnected()) return 0;
    // A publish may take a third of the lease; none starts so late that another relay could have taken over.
    const publishUntil = performance.now() + (this.leaseSeconds * 1000 * 2) / 3;
    const rows = await this.outbox.claim(this.batchSize, this.leaseSeconds);
    if (rows.length > 0) failpoint(`${this.service}.relay.after-claim`);
    const bySubject = Map.groupBy(rows, (row) => row.subject);
    const sent: string[] = [];
    const groups = await Promise.allSettled(
      [...bySubject.values()].map((group) => this.publishInOrder(group, sent, publishUntil)),
    );
    if (sent.length > 0) await this.outbox.keepPublished(sent);
    const failed = groups.find((group) => group.status === 'rejected');
    if (failed) throw failed.reason;
    return rows.length;
  }

  /** For health: how much waits, and since when. */
  stats(): Promise<{ pending: number; oldestSeconds: number }> {
    return this.outbox.stats();
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
      await this.outbox.bury(row.seq, attempts, reason);
      return;
    }
    const delaySeconds = Math.min(0.25 * 2 ** Math.min(attempts, 8), MAX_DELAY_SECONDS);
    await this.outbox.postpone(row.seq, attempts, reason, delaySeconds);
    this.nextDelayMs = Math.min(this.nextDelayMs, delaySeconds * 1000 + 5);
  }

  private async release(rows: OutboxRow[]): Promise<void> {
    if (rows.length > 0) await this.outbox.release(rows.map((row) => row.seq));
  }
}
