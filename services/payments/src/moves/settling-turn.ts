import { DataSource, type EntityManager } from 'typeorm';
import { v7 as uuidv7 } from 'uuid';
import type { HeldPaymentEntity } from '../held/held-payment.entity.js';

/** After a crash the next one waits for this long. */
const LEASE_MS = 20_000;
const RENEW_MS = 5000;

/** Somebody else moves the money of this payment just now: the work comes again. */
export class TurnTakenError extends Error {
  override readonly name = 'TurnTakenError';
}

/**
 * The right to move the money of one held payment at Stripe, in place of a lock on its row: a lease that is renewed
 * while the work goes on. It outlives no crash for long and keeps no connection of the database.
 */
export class SettlingTurn {
  readonly token = uuidv7();
  private renewing: NodeJS.Timeout | undefined;
  /** By this process's monotonic clock, from before the lease was written: so never later than the database's. */
  private validUntil = 0;

  private constructor(
    private readonly dataSource: DataSource,
    readonly held: HeldPaymentEntity,
  ) {}

  /** Takes the turn of a row that the caller has locked. @throws TurnTakenError */
  static async take(
    dataSource: DataSource,
    manager: EntityManager,
    held: HeldPaymentEntity,
  ): Promise<SettlingTurn> {
    await assertNobodysTurn(manager, held);
    const turn = new SettlingTurn(dataSource, held);
    const from = performance.now();
    await manager.query(
      `update held_payments set settling_by = $2, settling_until = clock_timestamp() + make_interval(secs => $3)
       where id = $1`,
      [held.id, turn.token, LEASE_MS / 1000],
    );
    turn.validUntil = from + LEASE_MS;
    return turn;
  }

  /** Does the work and renews the lease meanwhile. */
  async during<T>(work: () => Promise<T>): Promise<T> {
    this.renewing = setInterval(() => {
      // One that is not renewed ends by itself, and `assertMine` sees it.
      this.renew().catch(() => undefined);
    }, RENEW_MS);
    try {
      return await work();
    } finally {
      clearInterval(this.renewing);
    }
  }

  /** Before something is made at Stripe that must be made once. @throws TurnTakenError when the lease has ended */
  assertMine(): void {
    if (performance.now() >= this.validUntil) throw new TurnTakenError(`turn of ${this.held.id} has ended`);
  }

  private async renew(): Promise<void> {
    const from = performance.now();
    const [, count] = await this.dataSource.query<[unknown, number]>(
      `update held_payments set settling_until = clock_timestamp() + make_interval(secs => $3)
       where id = $1 and settling_by = $2`,
      [this.held.id, this.token, LEASE_MS / 1000],
    );
    this.validUntil = count > 0 ? from + LEASE_MS : 0;
  }
}

/** @throws TurnTakenError while somebody moves the money of the row, which the caller has locked */
export async function assertNobodysTurn(manager: EntityManager, { id }: HeldPaymentEntity): Promise<void> {
  const rows = await manager.query<unknown[]>(
    'select 1 from held_payments where id = $1 and settling_until > clock_timestamp()',
    [id],
  );
  if (rows.length > 0) throw new TurnTakenError(`held payment ${id} is being settled`);
}
