import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager, IsNull, Not } from 'typeorm';
import { v7 as uuidv7 } from 'uuid';
import { currency, subscriptionCents } from '#contracts';
import { dueBy, HOUR_MS, hasPassedSince, insertIfNew, MINUTE_MS } from '#platform';
import { stateOf } from './subscription.state.js';
import {
  RefundAfterEndEntity,
  SubscriptionEntity,
  type SubscriptionStatus,
} from './subscriptions.entities.js';

const OPEN = { status: Not<SubscriptionStatus>('canceled') };

const OWED_AT_ONCE = 50;

/** Subscriptions as rows: of one user one at most is open, that is not `canceled`. */
@Injectable()
export class SubscriptionsRepository {
  constructor(private readonly dataSource: DataSource) {}

  findOpen(userId: number): Promise<SubscriptionEntity | null> {
    return this.dataSource.manager.findOneBy(SubscriptionEntity, { userId, ...OPEN });
  }

  /** The last one that was paid for once and has ended. */
  findEnded(userId: number): Promise<SubscriptionEntity | null> {
    return this.dataSource.manager.findOne(SubscriptionEntity, {
      where: { userId, status: 'canceled', startedAt: Not(IsNull()) },
      order: { endedAt: 'desc' },
    });
  }

  find(id: string): Promise<SubscriptionEntity | null> {
    return this.dataSource.manager.findOneBy(SubscriptionEntity, { id });
  }

  findByStripeId(stripeId: string): Promise<SubscriptionEntity | null> {
    return this.dataSource.manager.findOneBy(SubscriptionEntity, { stripeId });
  }

  exists(id: string): Promise<boolean> {
    return this.dataSource.manager.existsBy(SubscriptionEntity, { id });
  }

  /** The user's open one, or a new one. */
  async open(userId: number, now: Date): Promise<{ row: SubscriptionEntity | null; isNew: boolean }> {
    const fresh = { status: 'incomplete', periodEnd: null, createdAt: now } as const;
    const price = { amountCents: subscriptionCents, currency };
    const row = { id: uuidv7(), userId, ...price, ...fresh, nextLookAt: nextLook(fresh, now) };
    const isNew = await insertIfNew(this.dataSource.manager, SubscriptionEntity, row);
    return { row: await this.findOpen(userId), isNew };
  }

  /**
   * Notes which of Stripe's subscriptions a row is; a row keeps the first one.
   * @param price of one that was not begun for this row
   */
  async tie(
    id: string,
    stripeId: string,
    price: Pick<SubscriptionEntity, 'amountCents' | 'currency'> | null = null,
  ): Promise<void> {
    await this.dataSource.manager.update(
      SubscriptionEntity,
      { id, stripeId: IsNull() },
      { stripeId, ...price },
    );
  }

  /** The row, locked until the transaction ends. */
  lock(manager: EntityManager, id: string): Promise<SubscriptionEntity | null> {
    return manager.findOne(SubscriptionEntity, { where: { id }, lock: { mode: 'pessimistic_write' } });
  }

  async save(manager: EntityManager, row: SubscriptionEntity, now: Date): Promise<void> {
    const changed = { ...stateOf(row), nextLookAt: nextLook(row, now) };
    await manager.update(SubscriptionEntity, { id: row.id }, changed);
  }

  /** Those that nothing was heard of for too long. */
  due(now: Date, limit: number): Promise<SubscriptionEntity[]> {
    return this.dataSource.manager.find(SubscriptionEntity, {
      where: { ...OPEN, nextLookAt: lookIsDue(now) },
      order: { nextLookAt: 'asc' },
      take: limit,
    });
  }

  /** Puts the next look off. Answers false when somebody else has done so. */
  async claim(row: SubscriptionEntity, now: Date): Promise<boolean> {
    const { affected } = await this.dataSource.manager.update(
      SubscriptionEntity,
      { id: row.id, nextLookAt: lookIsDue(now) },
      { nextLookAt: nextLook(row, now) },
    );
    return affected === 1;
  }

  /** Notes that a month goes back because it was paid after the end. */
  async owe(manager: EntityManager, invoiceId: string, owedAt: Date): Promise<void> {
    await insertIfNew(manager, RefundAfterEndEntity, { invoiceId, owedAt });
  }

  /** Notes that the payer of such a month is told that it went back. Answers false for any other, and the second time. */
  async tellOnce(manager: EntityManager, invoiceId: string, toldAt: Date): Promise<boolean> {
    const { affected } = await manager.update(
      RefundAfterEndEntity,
      { invoiceId, toldAt: IsNull() },
      { toldAt },
    );
    return affected === 1;
  }

  /**
   * Invoices of months that have not gone back, though they should, and that no such job of the last hour looks after.
   * In SQL: the receipts and the jobs of two other rooms are asked in the same statement.
   */
  async owed(now: Date, job: string): Promise<string[]> {
    const isOver = hasPassedSince('finished_at', `interval '1 hour'`, '$2::timestamptz');
    const rows = await this.dataSource.query<{ id: string }[]>(
      `select owed.invoice_id as id from refunds_after_end owed
       join receipts receipt on receipt.purpose = 'subscription' and receipt.source_id = owed.invoice_id
       where receipt.refunded_cents < receipt.amount_cents
         and not exists (select from jobs where name = $1 and payload ->> 'invoiceId' = owed.invoice_id
           and (status in ('queued', 'running') or not ${isOver}))
       order by owed.owed_at limit ${OWED_AT_ONCE}`,
      [job, now],
    );
    return rows.map(({ id }) => id);
  }
}

const PAST_DUE_MS = 6 * HOUR_MS;
/** The paid time ends when Stripe says, which no clock of ours changes. */
const lookIsDue = (now: Date) =>
  dueBy(now, { longestMs: PAST_DUE_MS, orUntil: `period_end + interval '1 hour'` });

/** When to ask Stripe although it told nothing. An unpaid one is asked for after as long again as it has waited. */
export function nextLook(
  { status, periodEnd, createdAt }: Pick<SubscriptionEntity, 'status' | 'periodEnd' | 'createdAt'>,
  now: Date,
): Date {
  const at = now.getTime();
  if (status === 'past_due') return new Date(at + PAST_DUE_MS);
  if (status === 'incomplete') {
    const age = at - createdAt.getTime();
    return new Date(at + Math.min(Math.max(age, MINUTE_MS), HOUR_MS));
  }
  return new Date(Math.max((periodEnd?.getTime() ?? 0) + HOUR_MS, at + HOUR_MS));
}
