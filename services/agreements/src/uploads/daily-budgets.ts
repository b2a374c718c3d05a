import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { AppError, Clock, DAY_MS } from '#platform';

export type BudgetKind = 'sent-bytes' | 'sent-ms' | 'recognised-account-ms' | 'recognised-address-ms';

/** Something that somebody wants of what is left for today. */
export interface Want {
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
