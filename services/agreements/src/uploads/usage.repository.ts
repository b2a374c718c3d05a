import { Injectable } from '@nestjs/common';
import {
  Any,
  Column,
  DataSource,
  Entity,
  type EntityManager,
  LessThan,
  LessThanOrEqual,
  MoreThan,
  PrimaryColumn,
  PrimaryGeneratedColumn,
} from 'typeorm';
import { AppError, Clock, DAY_MS, HOUR_MS, inTransaction } from '#platform';

type BudgetKind = 'sent-bytes' | 'sent-ms' | 'recognised-account-ms' | 'recognised-address-ms';

/** What was used of a budget on a day. */
@Entity('daily_use')
class DailyUseEntity {
  /** As `2026-11-20`, UTC. */
  @PrimaryColumn('date')
  day: string;

  @PrimaryColumn('text')
  kind: BudgetKind;

  /** A pseudonym of whose it is. */
  @PrimaryColumn('text')
  key: string;

  @Column('bigint', { transformer: { to: (value: number) => value, from: Number } })
  amount: number;
}

/** When an account had a recording transcribed before it paid. */
@Entity('transcribe_calls')
class TranscribeCallEntity {
  @PrimaryGeneratedColumn('identity', { type: 'bigint', generatedIdentity: 'ALWAYS' })
  id: string;

  @Column('int')
  ownerId: number;

  @Column('timestamptz')
  at: Date;
}

export const usageEntities = [DailyUseEntity, TranscribeCallEntity];

/** Something that somebody wants of what is left for today. */
export interface Want {
  kind: BudgetKind;
  /** Whose budget it is. */
  key: string;
  amount: number;
  /** For the whole day. */
  limit: number;
}

const CALLS_PER_HOUR = 20;
/** Marks the advisory lock as ours. */
const LOCK = 73_773;

/** What people use before they pay, counted in the database, so that all replicas and a restart know of it. */
@Injectable()
export class UsageRepository {
  constructor(
    private readonly dataSource: DataSource,
    private readonly clock: Clock,
  ) {}

  /**
   * Counts what budgets that begin anew every day (UTC) are used for, in the caller's transaction: what is not done in
   * the end was not used either. SQL: adds to a row, or makes it, only where the sum stays within the limit.
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
    const used = await this.dataSource.manager.findBy(DailyUseEntity, {
      day: this.today(),
      key: Any(wants.map(({ key }) => key)),
    });
    for (const want of wants) {
      const row = used.find(({ kind, key }) => kind === want.kind && key === want.key);
      if ((row?.amount ?? 0) + want.amount > want.limit) throw this.usedUp();
    }
  }

  /**
   * Counts a transcript, which costs minutes of work: twenty an hour for one account. SQL: the lock, so that calls of
   * one account count one after the other.
   * @throws AppError `too_many_requests`
   */
  async countTranscript(ownerId: number): Promise<void> {
    await inTransaction(this.dataSource, async (manager) => {
      await manager.query('select pg_advisory_xact_lock($1, $2)', [LOCK, ownerId]);
      const now = await this.assertTranscriptLeft(ownerId, manager);
      await manager.insert(TranscribeCallEntity, { ownerId, at: now });
    });
  }

  /** The same without counting, before a body is read. Answers what time it is. @throws AppError `too_many_requests` */
  async assertTranscriptLeft(ownerId: number, manager = this.dataSource.manager): Promise<Date> {
    const now = this.clock.now();
    // The twentieth before this one.
    const [first] = await manager.find(TranscribeCallEntity, {
      where: { ownerId, at: MoreThan(new Date(now.getTime() - HOUR_MS)) },
      order: { at: 'DESC' },
      skip: CALLS_PER_HOUR - 1,
      take: 1,
    });
    if (!first) return now;
    const waitMs = first.at.getTime() + HOUR_MS - now.getTime();
    throw new AppError('too_many_requests', { retryAfterSeconds: Math.ceil(waitMs / 1000) });
  }

  /** Forgets what no limit looks at any more. */
  async prune(): Promise<void> {
    const dayAgo = new Date(this.clock.now().getTime() - DAY_MS);
    await this.dataSource.manager.delete(TranscribeCallEntity, { at: LessThanOrEqual(dayAgo) });
    await this.dataSource.manager.delete(DailyUseEntity, { day: LessThan(this.today()) });
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
