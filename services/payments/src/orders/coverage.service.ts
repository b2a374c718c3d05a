import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { v7 as uuidv7 } from 'uuid';
import { type Coverage, contractCovered, coveredPlans, type PlanType } from '#contracts';
import { Outbox } from '#outbox';
import { Clock, DAY_MS } from '#platform';

/** Stripe takes hours to renew, and its events may be late; an older end is one that was not paid with our price. */
const RENEWAL_DAYS = 3;

/** A credit that can still be used. */
export interface Credit {
  /** The agreement that came to nothing. */
  agreementId: string;
  amountCents: number;
  currency: string;
  expiresAt: Date;
}

interface CoveredContract {
  agreementId: string;
  planType: PlanType;
  userId: number;
}

/** What spares a contract its payment: the owner's subscription, or one that was paid and came to nothing. */
@Injectable()
export class Coverages {
  constructor(
    private readonly dataSource: DataSource,
    private readonly outbox: Outbox,
    private readonly clock: Clock,
  ) {}

  async find(manager: EntityManager, agreementId: string): Promise<Coverage | null> {
    const [row] = await manager.query<{ by: Coverage }[]>(
      'select covered_by as by from coverages where agreement_id = $1',
      [agreementId],
    );
    return row?.by ?? null;
  }

  async isCovered(agreementId: string, userId: number): Promise<boolean> {
    const rows = await this.dataSource.query<unknown[]>(
      'select 1 from coverages where agreement_id = $1 and user_id = $2',
      [agreementId, userId],
    );
    return rows.length > 0;
  }

  /** What would cover the contract now. The credit, if it is one, is the caller's until the transaction ends. */
  async offer(manager: EntityManager, contract: CoveredContract): Promise<Coverage | null> {
    if (coveredPlans.includes(contract.planType) && (await this.isSubscribed(manager, contract.userId))) {
      return 'subscription';
    }
    return (await this.creditOf(manager, contract.userId)) === null ? null : 'credit';
  }

  /** Covers the contract by what `offer` answered in the same transaction, and tells so. */
  async cover(manager: EntityManager, contract: CoveredContract, by: Coverage): Promise<void> {
    const { agreementId, userId } = contract;
    const coverageId = uuidv7();
    const coveredAt = this.clock.now();
    if (by === 'credit') {
      const creditId = await this.creditOf(manager, userId);
      await manager.query('update credits set used_for = $2 where id = $1', [creditId, agreementId]);
    }
    await manager.query(
      `insert into coverages (id, agreement_id, user_id, covered_by, created_at) values ($1, $2, $3, $4, $5)`,
      [coverageId, agreementId, userId, by, coveredAt],
    );
    await this.outbox.add(manager, contractCovered, {
      coverageId,
      agreementId,
      userId,
      by,
      coveredAt: coveredAt.toISOString(),
    });
  }

  /** A user's credits in the order in which they will be used. */
  credits(userId: number): Promise<Credit[]> {
    return this.dataSource.query<Credit[]>(
      `select o.agreement_id as "agreementId", o.amount_cents::int as "amountCents", o.currency,
         c.expires_at as "expiresAt"
       from credits c join orders o on o.id = c.order_id
       where c.user_id = $1 and c.used_for is null and c.expires_at > $2 order by c.expires_at limit 50`,
      [userId, this.clock.now()],
    );
  }

  /**
   * The credit that is left of what was paid for a cancelled agreement: given for it, or the one that had covered it and
   * can be used again.
   */
  async creditLeft(agreementId: string): Promise<Omit<Credit, 'agreementId'> | null> {
    const [credit] = await this.dataSource.query<Omit<Credit, 'agreementId'>[]>(
      `select o.amount_cents as "amountCents", o.currency, c.expires_at as "expiresAt"
       from credits c join orders o on o.id = c.order_id
       left join coverages v on v.agreement_id = $1 and v.covered_by = 'credit'
       where c.used_for is null and c.expires_at > $2 and (o.agreement_id = $1 or c.user_id = v.user_id)
       order by o.agreement_id = $1 desc, c.expires_at limit 1`,
      [agreementId, this.clock.now()],
    );
    return credit ?? null;
  }

  private async isSubscribed(manager: EntityManager, userId: number): Promise<boolean> {
    const now = this.clock.now();
    const rows = await manager.query<unknown[]>(
      `select 1 from subscriptions where user_id = $1
         and ((status = 'active' and period_end > $3) or (status = 'past_due' and period_end > $2))`,
      [userId, now, new Date(now.getTime() - RENEWAL_DAYS * DAY_MS)],
    );
    return rows.length > 0;
  }

  /** The credit that ends first, locked; not one that another contract is just taking. */
  private async creditOf(manager: EntityManager, userId: number): Promise<string | null> {
    const [row] = await manager.query<{ id: string }[]>(
      `select id from credits where user_id = $1 and used_for is null and expires_at > $2
       order by expires_at, id limit 1 for update skip locked`,
      [userId, this.clock.now()],
    );
    return row?.id ?? null;
  }
}
