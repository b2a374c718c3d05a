import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { v7 as uuidv7 } from 'uuid';
import { HOUR_MS } from '#platform';

export type SubscriptionStatus = 'incomplete' | 'active' | 'past_due' | 'canceled';

/** What Stripe's events may change of a row. */
export interface SubscriptionState {
  status: SubscriptionStatus;
  endsAtPeriodEnd: boolean;
  /** Until when it is paid; null before the first payment. */
  periodEnd: Date | null;
  paidInvoiceId: string | null;
  failedInvoiceId: string | null;
  startedAt: Date | null;
  endedAt: Date | null;
}

export interface SubscriptionRow extends SubscriptionState {
  id: string;
  userId: number;
  /** Null until Stripe has answered that it began. */
  stripeId: string | null;
  createdAt: Date;
  /** Another one whenever the row was changed. */
  version: string;
}

const COLUMNS = `id, user_id as "userId", stripe_subscription_id as "stripeId", status,
  ends_at_period_end as "endsAtPeriodEnd", period_end as "periodEnd", paid_invoice_id as "paidInvoiceId",
  failed_invoice_id as "failedInvoiceId", created_at as "createdAt", started_at as "startedAt", ended_at as "endedAt",
  xmin::text as version`;

/** Subscriptions as rows: of one user one at most is open, that is not `canceled`. */
@Injectable()
export class SubscriptionRows {
  constructor(private readonly dataSource: DataSource) {}

  findOpen(userId: number): Promise<SubscriptionRow | null> {
    return this.first(`where user_id = $1 and status <> 'canceled'`, [userId]);
  }

  /** The last one that was paid for once and has ended. */
  findEnded(userId: number): Promise<SubscriptionRow | null> {
    return this.first(
      `where user_id = $1 and status = 'canceled' and started_at is not null order by ended_at desc limit 1`,
      [userId],
    );
  }

  findByStripeId(stripeId: string): Promise<SubscriptionRow | null> {
    return this.first('where stripe_subscription_id = $1', [stripeId]);
  }

  /** The user's open one, or a new one. */
  async open(userId: number, now: Date): Promise<{ row: SubscriptionRow | null; isNew: boolean }> {
    const made = await this.dataSource.query<unknown[]>(
      `insert into subscriptions (id, user_id, status, created_at, next_look_at) values ($1, $2, 'incomplete', $3, $4)
       on conflict (user_id) where status <> 'canceled' do nothing returning 1`,
      [uuidv7(), userId, now, nextLook({ status: 'incomplete', periodEnd: null, createdAt: now }, now)],
    );
    return { row: await this.findOpen(userId), isNew: made.length > 0 };
  }

  /** Notes which of Stripe's subscriptions a row is; a row keeps the first one. */
  async tie(id: string, stripeId: string): Promise<void> {
    await this.dataSource.query(
      'update subscriptions set stripe_subscription_id = $2 where id = $1 and stripe_subscription_id is null',
      [id, stripeId],
    );
  }

  /** The row, locked until the transaction ends. */
  async lock(manager: EntityManager, id: string): Promise<SubscriptionRow | null> {
    const [row] = await manager.query<SubscriptionRow[]>(
      `select ${COLUMNS} from subscriptions where id = $1 for update`,
      [id],
    );
    return row ?? null;
  }

  async save(manager: EntityManager, row: SubscriptionRow, now: Date): Promise<void> {
    const { status, endsAtPeriodEnd, periodEnd, paidInvoiceId, failedInvoiceId, startedAt, endedAt } = row;
    await manager.query(
      `update subscriptions set status = $2, ends_at_period_end = $3, period_end = $4, paid_invoice_id = $5,
         failed_invoice_id = $6, started_at = $7, ended_at = $8, next_look_at = $9
       where id = $1`,
      [
        row.id,
        status,
        endsAtPeriodEnd,
        periodEnd,
        paidInvoiceId,
        failedInvoiceId,
        startedAt,
        endedAt,
        nextLook(row, now),
      ],
    );
  }

  /** Those that nothing was heard of for too long. */
  due(now: Date, limit: number): Promise<SubscriptionRow[]> {
    return this.dataSource.query<SubscriptionRow[]>(
      `select ${COLUMNS} from subscriptions where status <> 'canceled' and next_look_at <= $1
       order by next_look_at limit $2`,
      [now, limit],
    );
  }

  /** Puts the next look off. Answers false when somebody else has done so. */
  async claim(row: SubscriptionRow, now: Date): Promise<boolean> {
    const [, claimed] = await this.dataSource.query<[unknown[], number]>(
      'update subscriptions set next_look_at = $2 where id = $1 and next_look_at <= $3',
      [row.id, nextLook(row, now), now],
    );
    return claimed > 0;
  }

  private async first(condition: string, values: unknown[]): Promise<SubscriptionRow | null> {
    const [row] = await this.dataSource.query<SubscriptionRow[]>(
      `select ${COLUMNS} from subscriptions ${condition}`,
      values,
    );
    return row ?? null;
  }
}

const MINUTE_MS = 60_000;

/** When to ask Stripe although it told nothing. An unpaid one is asked for after as long again as it has waited. */
export function nextLook(
  { status, periodEnd, createdAt }: Pick<SubscriptionRow, 'status' | 'periodEnd' | 'createdAt'>,
  now: Date,
): Date {
  const at = now.getTime();
  if (status === 'past_due') return new Date(at + 6 * HOUR_MS);
  if (status === 'incomplete') {
    const age = at - createdAt.getTime();
    return new Date(at + Math.min(Math.max(age, MINUTE_MS), HOUR_MS));
  }
  return new Date(Math.max((periodEnd?.getTime() ?? 0) + HOUR_MS, at + HOUR_MS));
}
