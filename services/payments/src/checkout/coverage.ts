import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { v7 as uuidv7 } from 'uuid';
import { type Coverage, contractCovered, coveredPlans, type PlanType } from '#contracts';
import { Outbox } from '#outbox';
import { Clock, DAY_MS } from '#platform';

/** Stripe takes hours to renew, and its news may be late; an older end is one that was not paid with our price. */
const RENEWAL_DAYS = 3;

interface CoveredContract {
  agreementId: string;
  planType: PlanType;
  userId: number;
}

/** What spares a contract its payment: the owner's subscription, or one that was paid and came to nothing. */
@Injectable()
export class Coverages {
  constructor(
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
