import { createHmac } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager, IsNull, Not } from 'typeorm';
import { AppError, addressKey, Clock, DAY_MS, type Principal } from '#platform';
import { FreeSpace } from '#storage';
import { AgreementEntity } from '../agreements/agreements.module.js';
import { AgreementsConfig } from '../config.js';

type BudgetKind = 'sent-bytes' | 'sent-ms' | 'recognised-account-ms' | 'recognised-address-ms';

/** Something that somebody wants of what is left for today. */
interface Want {
  kind: BudgetKind;
  /** Whose budget it is. */
  key: string;
  amount: number;
  /** For the whole day. */
  limit: number;
}

/** Budgets that begin anew every day (UTC). Counted in the database, so that all replicas and a restart know of it. */
@Injectable()
export class DailyBudgets {
  constructor(
    private readonly dataSource: DataSource,
    private readonly clock: Clock,
  ) {}

  /**
   * Counts, in the caller's transaction: what is not done in the end was not used either.
   * @throws AppError `daily_limit`, with the seconds until tomorrow, when more is wanted than is left
   */
  async take(manager: EntityManager, wants: readonly Want[]): Promise<void> {
    // Always in the same order, or two calls would wait for each other.
    for (const { kind, key, amount, limit } of wants) {
      const taken = await manager.query<unknown[]>(
        `insert into daily_use (day, kind, key, amount) select $1, $2, $3, $4::bigint where $4::bigint <= $5::bigint
         on conflict (day, kind, key) do update set amount = daily_use.amount + excluded.amount
           where daily_use.amount + excluded.amount <= $5::bigint
         returning 1`,
        [this.today(), kind, key, amount, limit],
      );
      if (taken.length === 0) throw this.usedUp();
    }
  }

  /** The same without counting, before anything is begun. @throws AppError `daily_limit` */
  async assertLeft(wants: readonly Want[]): Promise<void> {
    const used = await this.dataSource.query<{ kind: BudgetKind; key: string; amount: number }[]>(
      'select kind, key, amount::float8 as amount from daily_use where day = $1 and key = any($2)',
      [this.today(), wants.map(({ key }) => key)],
    );
    for (const want of wants) {
      const row = used.find(({ kind, key }) => kind === want.kind && key === want.key);
      if ((row?.amount ?? 0) + want.amount > want.limit) throw this.usedUp();
    }
  }

  /** Forgets the days before. */
  async prune(): Promise<void> {
    await this.dataSource.query('delete from daily_use where day < $1', [this.today()]);
  }

  private today(): string {
    return this.clock.now().toISOString().slice(0, 10);
  }

  private usedUp(): AppError {
    return new AppError('daily_limit', {
      retryAfterSeconds: Math.ceil((DAY_MS - (this.clock.now().getTime() % DAY_MS)) / 1000),
    });
  }
}

/** A form is larger than the files in it by at most this. The exact count follows. */
const FORM_BYTES = 256 * 1024;

/** Who sends a recording, and from where. */
export interface Sender {
  caller: Principal;
  /** IP address, as the gateway saw it. */
  address: string | null;
}

/**
 * How much people may send who have paid nothing yet: their recordings cost disk and processors for a month. Who has paid
 * for a contract once is a customer and not counted.
 */
@Injectable()
export class UnpaidQuota {
  constructor(
    private readonly dataSource: DataSource,
    private readonly config: AgreementsConfig,
    private readonly budgets: DailyBudgets,
    private readonly space: FreeSpace,
  ) {}

  /**
   * Before a body is read.
   * @param bytes as the caller announces them
   * @throws AppError `storage_full`, `daily_limit`
   */
  async assertOpen(sender: Sender, bytes: number): Promise<void> {
    await this.space.assertEnough(bytes);
    if (await this.isCustomer(sender.caller)) return;
    const { unpaidBytesPerDay: bytesLimit } = this.config;
    await this.budgets.assertLeft([
      {
        kind: 'sent-bytes',
        key: this.addressOf(sender),
        amount: Math.max(1, bytes - FORM_BYTES),
        limit: bytesLimit,
      },
    ]);
  }

  /** Counts what is being stored, in the transaction that stores it. @throws AppError `daily_limit` */
  async count(
    manager: EntityManager,
    sender: Sender,
    { bytes, durationMs }: { bytes: number; durationMs: number },
  ): Promise<void> {
    if (await this.isCustomer(sender.caller)) return;
    const key = this.addressOf(sender);
    const { unpaidBytesPerDay, unpaidSecondsPerDay } = this.config;
    const wants: Want[] = [
      { kind: 'sent-bytes', key, amount: bytes, limit: unpaidBytesPerDay },
      { kind: 'sent-ms', key, amount: durationMs, limit: unpaidSecondsPerDay * 1000 },
    ];
    await this.budgets.take(
      manager,
      wants.filter(({ amount }) => amount > 0),
    );
  }

  /** Counts speech that is recognised before anything is paid. @throws AppError `daily_limit` */
  async countRecognition(manager: EntityManager, sender: Sender, durationMs: number): Promise<void> {
    const { recognisedSecondsPerAccount, recognisedSecondsPerAddress } = this.config;
    await this.budgets.take(manager, [
      {
        kind: 'recognised-account-ms',
        key: this.pseudonym(`user:${sender.caller.id}`),
        amount: durationMs,
        limit: recognisedSecondsPerAccount * 1000,
      },
      {
        kind: 'recognised-address-ms',
        key: this.addressOf(sender),
        amount: durationMs,
        limit: recognisedSecondsPerAddress * 1000,
      },
    ]);
  }

  /** Whose unpaid recordings are prepared one after the other. */
  laneOf(sender: Sender): string {
    const { kind, id } = sender.caller;
    return kind === 'user' ? this.pseudonym(`user:${id}`) : this.addressOf(sender);
  }

  private async isCustomer({ kind, id: ownerId }: Principal): Promise<boolean> {
    if (kind !== 'user') return false;
    return this.dataSource.manager.existsBy(AgreementEntity, { ownerId, paidAt: Not(IsNull()) });
  }

  private addressOf({ address }: Sender): string {
    return this.pseudonym(`address:${addressKey(address ?? '')}`);
  }

  /** Addresses are kept nowhere but in the evidence. */
  private pseudonym(who: string): string {
    return createHmac('sha256', this.config.linkSecret).update(`intake:${who}`).digest('hex').slice(0, 32);
  }
}
