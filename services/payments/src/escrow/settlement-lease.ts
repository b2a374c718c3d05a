import { DataSource, type EntityManager, IsNull, Raw } from 'typeorm';
import { v7 as uuidv7 } from 'uuid';
import { isAwaited } from '#platform';
import { EscrowEntity } from './escrow.entities.js';

/** After a crash the next one waits for this long. */
const LEASE_MS = 20_000;
const RENEW_MS = 5000;
const leaseEnd = () => `clock_timestamp() + make_interval(secs => ${LEASE_MS / 1000})`;

/** Somebody else settles this escrow just now: the work comes again. */
export class LeaseTakenError extends Error {
  override readonly name = 'LeaseTakenError';
}

/**
 * The right to move the money of one escrow at Stripe, in place of a lock on its row: a lease that is renewed
 * while the work goes on. It outlives no crash for long and keeps no connection of the database.
 */
export class SettlementLease {
  readonly token = uuidv7();
  private renewing: NodeJS.Timeout | undefined;
  /** By this process's monotonic clock, from before the lease was written: so never later than the database's. */
  private validUntil = 0;

  private constructor(
    private readonly dataSource: DataSource,
    readonly escrow: EscrowEntity,
  ) {}

  /** Takes the lease of a row that the caller has locked. @throws LeaseTakenError */
  static async take(
    dataSource: DataSource,
    manager: EntityManager,
    escrow: EscrowEntity,
  ): Promise<SettlementLease> {
    await assertNotLeased(manager, escrow);
    const lease = new SettlementLease(dataSource, escrow);
    const from = performance.now();
    await manager.update(
      EscrowEntity,
      { id: escrow.id },
      { settlingBy: lease.token, settlingUntil: leaseEnd },
    );
    lease.validUntil = from + LEASE_MS;
    return lease;
  }

  /** Does the work and renews the lease meanwhile. */
  async during<T>(work: () => Promise<T>): Promise<T> {
    this.renewing = setInterval(() => {
      // One that is not renewed ends by itself, and `assertValid` sees it.
      this.renew().catch(() => undefined);
    }, RENEW_MS);
    try {
      return await work();
    } finally {
      clearInterval(this.renewing);
    }
  }

  /** Before something is made at Stripe that must be made once. @throws LeaseTakenError when the lease has ended */
  assertValid(): void {
    if (performance.now() >= this.validUntil)
      throw new LeaseTakenError(`the lease of ${this.escrow.id} has ended`);
  }

  private async renew(): Promise<void> {
    const from = performance.now();
    const { affected } = await this.dataSource.manager.update(
      EscrowEntity,
      { id: this.escrow.id, settlingBy: this.token },
      { settlingUntil: leaseEnd },
    );
    this.validUntil = affected === 1 ? from + LEASE_MS : 0;
  }
}

/** @throws LeaseTakenError while somebody moves the money of the row, which the caller has locked */
export async function assertNotLeased(manager: EntityManager, { id }: EscrowEntity): Promise<void> {
  const ahead = { longestMs: LEASE_MS, now: 'clock_timestamp()' };
  const settlingUntil = Raw((column) => isAwaited(column, ahead));
  if (await manager.existsBy(EscrowEntity, { id, settlingUntil }))
    throw new LeaseTakenError(`escrow ${id} is being settled`);
}

/** Whether nobody has taken the lease since it was given back, nor left it behind; the caller has locked the row. */
export function hasNoLease(manager: EntityManager, { id }: EscrowEntity): Promise<boolean> {
  return manager.existsBy(EscrowEntity, { id, settlingBy: IsNull() });
}
