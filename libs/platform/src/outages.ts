import { setTimeout as sleep } from 'node:timers/promises';
import { ExponentialBackoff, type IBackoff } from 'cockatiel';
import type { Logger } from 'pino';
import { isPermanent } from './app-error.js';
import { MINUTE_MS } from './clock.js';
import type { HealthRegistry } from './health.js';
import { type Dependency, NETWORK, outageOf } from './outage.js';

/** Between two looks whether a dependency is back: grows from a quarter of a second to five, with jitter. */
const BACKOFF = new ExponentialBackoff({ initialDelay: 250, maxDelay: 5000 });
/** A dependency that answers its probe and fails the work again within this time was never back. */
const RELAPSE_MS = 10_000;
/**
 * One without a probe is tried by work alone, which may take its time to fail: Stripe's SDK takes 35 s with its own
 * repetitions. After this long without work that failed, nobody knows any more.
 */
const UNTRIED_MS = 2 * MINUTE_MS;

/** One dependency that may be away, for all that need it in this process. */
export class Circuit {
  private recovery: Promise<void> | null = null;
  private backoff: IBackoff<unknown> | null = null;
  private since: Date | null = null;
  /** When it last answered, or could be tried again, by the clock that nobody puts back; in milliseconds. */
  private answeredAt = Number.NEGATIVE_INFINITY;
  private readonly waiters = new Set<() => number>();

  constructor(
    readonly dependency: Dependency,
    private readonly health: HealthRegistry,
    private readonly logger: Pick<Logger, 'info' | 'warn'>,
    private readonly closing: AbortSignal,
  ) {}

  /** Since when it is away; null when it is not. */
  get awaySince(): Date | null {
    const untilKnownMs = this.health.hasProbe(this.dependency) ? RELAPSE_MS : UNTRIED_MS;
    const isOver = this.recovery === null && performance.now() - this.answeredAt > untilKnownMs;
    return isOver ? null : this.since;
  }

  /** How many events and jobs this process holds until it is back. */
  get waiting(): number {
    return [...this.waiters].reduce((sum, count) => sum + count(), 0);
  }

  /** Work failed because of it. */
  open(): void {
    if (this.recovery !== null) return;
    if (this.awaySince === null) {
      this.since = new Date();
      this.backoff = null;
      this.logger.warn({ dependency: this.dependency }, 'dependency is away: its work waits');
    }
    this.recovery = this.recover().finally(() => {
      this.recovery = null;
    });
    // It fails when the service stops; then nobody may be waiting.
    this.recovery.catch(() => undefined);
  }

  /** Work that it had stopped is done. */
  close(): void {
    if (this.recovery !== null || this.since === null) return;
    this.logger.info({ dependency: this.dependency, since: this.since }, 'dependency is back');
    this.since = null;
    this.backoff = null;
  }

  /**
   * Resolves when it answers again; one without a probe is tried by the next work, after a pause.
   * @param count how many events or jobs wait with the caller
   * @throws the signal's reason when aborted.
   */
  async answers(signal: AbortSignal, count = () => 1): Promise<void> {
    signal.throwIfAborted();
    const { promise: aborted, reject } = Promise.withResolvers<never>();
    const abort = () => reject(signal.reason);
    signal.addEventListener('abort', abort, { once: true });
    this.waiters.add(count);
    try {
      await Promise.race([this.recovery, aborted]);
    } finally {
      this.waiters.delete(count);
      signal.removeEventListener('abort', abort);
    }
  }

  /** Milliseconds after which a job that it stopped is looked at again: half of the outage so far, 1 to 10 seconds. */
  get pauseMs(): number {
    const awayMs = Date.now() - (this.awaySince?.getTime() ?? Date.now());
    return Math.min(Math.max(awayMs / 2, 1000), 10_000);
  }

  private async recover(): Promise<void> {
    do {
      this.backoff = this.backoff ? this.backoff.next(undefined) : BACKOFF.next();
      await sleep(this.backoff.duration, undefined, { signal: this.closing });
    } while (!(await this.health.answers(this.dependency)));
    this.answeredAt = performance.now();
  }
}

/**
 * Tells the two kinds of failure apart. An outage says nothing about the work that met it: the work waits and costs no
 * attempt. Everything else is wrong with the work, and is tried a few times.
 */
export class Outages {
  private readonly circuits = new Map<Dependency, Circuit>();
  private readonly announced = new Map<Dependency, () => Date | null>();
  private readonly closing = new AbortController();

  constructor(
    private readonly health: HealthRegistry,
    private readonly logger: Pick<Logger, 'info' | 'warn'>,
  ) {
    health.tellOutages = () => this.tell();
  }

  /**
   * The dependency that a failure is owed to; null when the work is wrong. An error that nobody knows is the work's own
   * only after all parts of the service were found to answer.
   */
  async explain(error: unknown): Promise<Dependency | null> {
    if (isPermanent(error)) return null;
    const known = outageOf(error);
    if (known !== null && known !== NETWORK) return known;
    return (await this.health.findAway()) ?? known;
  }

  circuit(dependency: Dependency): Circuit {
    let circuit = this.circuits.get(dependency);
    if (!circuit) {
      circuit = new Circuit(dependency, this.health, this.logger, this.closing.signal);
      this.circuits.set(dependency, circuit);
    }
    return circuit;
  }

  /**
   * Has health tell of something that needs somebody, whether work has met it or not: since when, null while all is well.
   * Support is told of it like of an outage.
   */
  announce(dependency: Dependency, since: () => Date | null): void {
    this.announced.set(dependency, since);
  }

  /**
   * Does work again after each outage that it meets, until it is done.
   * @throws what else the work throws; the signal's reason when aborted.
   */
  async persist<T>(work: () => Promise<T>, signal: AbortSignal): Promise<T> {
    let stoppedBy: Circuit | null = null;
    for (;;) {
      try {
        const done = await work();
        stoppedBy?.close();
        return done;
      } catch (error) {
        const dependency = await this.explain(error);
        if (dependency === null) throw error;
        stoppedBy = this.circuit(dependency);
        stoppedBy.open();
        await stoppedBy.answers(signal);
      }
    }
  }

  onApplicationShutdown(): void {
    this.closing.abort();
  }

  private tell(): Record<string, unknown> {
    const announced = [...this.announced].flatMap(([dependency, sinceWhen]) => {
      const since = sinceWhen();
      return since ? [[dependency, { since: since.toISOString(), waiting: 0 }] as const] : [];
    });
    const away = [...this.circuits.values()].flatMap(({ dependency, awaySince, waiting }) =>
      awaySince ? [[dependency, { since: awaySince.toISOString(), waiting }] as const] : [],
    );
    return Object.fromEntries([...announced, ...away]);
  }
}
