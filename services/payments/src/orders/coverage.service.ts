import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager, In, MoreThan, type SelectQueryBuilder } from 'typeorm';
import { v7 as uuidv7 } from 'uuid';
import { agreementCovered, type Coverage, coveredPlans, type PlanType, renewalGraceDays } from '#contracts';
import { Outbox } from '#outbox';
import { Clock, DAY_MS } from '#platform';
import { keptByBanksSql, ReceiptEntity } from '../ledger/ledger.module.js';
import { SubscriptionEntity } from '../subscriptions/subscriptions.module.js';
import { CoverageEntity, CreditEntity, OrderEntity } from './orders.entities.js';

/** A credit that can still be used. */
export interface Credit {
  /** The agreement that came to nothing. */
  agreementId: string;
  amountCents: number;
  currency: string;
  expiresAt: Date;
}

interface ExpectedCoverage {
  by: Coverage;
  /** When it ends; null where nothing ends it yet. */
  until: Date | null;
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
    return (await manager.findOneBy(CoverageEntity, { agreementId }))?.coveredBy ?? null;
  }

  isCovered(agreementId: string, userId: number): Promise<boolean> {
    return this.dataSource.manager.existsBy(CoverageEntity, { agreementId, userId });
  }

  /** What would cover a contract of the user's that is finished now. Nothing is taken, so another one may be first. */
  async expected(contract: Omit<CoveredContract, 'agreementId'>): Promise<ExpectedCoverage | null> {
    const subscription = await this.subscription(this.dataSource.manager, contract);
    if (subscription !== null) {
      const { status, endsAtPeriodEnd, periodEnd } = subscription;
      const isRenewed = status === 'active' && !endsAtPeriodEnd;
      return { by: 'subscription', until: isRenewed ? null : periodEnd };
    }
    const [credit] = await this.credits(contract.userId);
    return credit === undefined ? null : { by: 'credit', until: credit.expiresAt };
  }

  /** What would cover the contract now. The credit, if it is one, is the caller's until the transaction ends. */
  async offer(manager: EntityManager, contract: CoveredContract): Promise<Coverage | null> {
    if ((await this.subscription(manager, contract)) !== null) return 'subscription';
    return (await this.creditOf(manager, contract.userId)) === null ? null : 'credit';
  }

  /** Covers the contract by what `offer` answered in the same transaction, and tells so. */
  async cover(manager: EntityManager, contract: CoveredContract, by: Coverage): Promise<void> {
    const { agreementId, userId } = contract;
    const coverageId = uuidv7();
    const coveredAt = this.clock.now();
    const credit = by === 'credit' ? await this.creditOf(manager, userId) : null;
    if (credit !== null) await manager.update(CreditEntity, { id: credit.id }, { usedFor: agreementId });
    const coverage = { id: coverageId, agreementId, userId, coveredBy: by, creditId: credit?.id ?? null };
    await manager.insert(CoverageEntity, { ...coverage, createdAt: coveredAt });
    await this.outbox.add(manager, agreementCovered, {
      coverageId,
      agreementId,
      userId,
      by,
      coveredAt: coveredAt.toISOString(),
    });
  }

  /** A user's credits in the order in which they will be used. */
  async credits(userId: number): Promise<Credit[]> {
    const found = this.unused().andWhere('credit.userId = :userId', { userId });
    return (await found.orderBy('credit.expiresAt').limit(50).getMany()).map(view);
  }

  /**
   * The credit that is left of what was paid for a cancelled agreement: given for it, or the one that had covered it and
   * can be used again.
   */
  async creditLeft(agreementId: string): Promise<Omit<Credit, 'agreementId'> | null> {
    const found = await this.unused()
      .leftJoin(
        CoverageEntity,
        'coverage',
        'coverage.agreementId = :agreementId and coverage.creditId = credit.id',
      )
      .andWhere('(paid.agreementId = :agreementId or coverage.id is not null)', { agreementId })
      .addSelect('paid.agreementId = :agreementId', 'is_own')
      .orderBy('is_own', 'DESC')
      .addOrderBy('credit.expiresAt')
      .limit(1)
      .getOne();
    if (found === null) return null;
    const { amountCents, currency, expiresAt } = view(found);
    return { amountCents, currency, expiresAt };
  }

  /** Credits that can be used, with the orders that they were paid with, of whose money at least a part is ours. */
  private unused(manager = this.dataSource.manager): SelectQueryBuilder<CreditEntity> {
    return manager
      .createQueryBuilder(CreditEntity, 'credit')
      .innerJoinAndMapOne('credit.order', OrderEntity, 'paid', 'paid.id = credit.orderId')
      .leftJoin(ReceiptEntity, 'receipt', 'receipt.number = paid.receiptNumber')
      .where('credit.usedFor is null and credit.expiresAt > :now', { now: this.clock.now() })
      .andWhere("paid.status = 'paid'")
      .andWhere(`coalesce(receipt.refundedCents, 0) + ${keptByBanksSql('paid.id')} < paid.amountCents`);
  }

  /** The user's subscription that pays for contracts of this plan. */
  private async subscription(
    manager: EntityManager,
    { planType, userId }: Omit<CoveredContract, 'agreementId'>,
  ): Promise<SubscriptionEntity | null> {
    if (!coveredPlans.includes(planType)) return null;
    const now = this.clock.now();
    const renewing = new Date(now.getTime() - renewalGraceDays * DAY_MS);
    return manager.findOneBy(SubscriptionEntity, [
      // One that goes on covers while its renewal is under way; a renewal that is refused makes it past due.
      // One that ends with its period is not renewed: it covers until then, whenever Stripe tells of the end.
      { userId, status: 'active', endsAtPeriodEnd: false, periodEnd: MoreThan(renewing) },
      { userId, status: In(['active', 'past_due']), periodEnd: MoreThan(now) },
    ]);
  }

  /** The credit that ends first, locked; not one that another contract is just taking. */
  private creditOf(manager: EntityManager, userId: number): Promise<CreditEntity | null> {
    return this.unused(manager)
      .andWhere('credit.userId = :userId', { userId })
      .orderBy('credit.expiresAt')
      .addOrderBy('credit.id')
      .limit(1)
      .setLock('pessimistic_write', undefined, ['credit'])
      .setOnLocked('skip_locked')
      .getOne();
  }
}

function view({ expiresAt, order }: CreditEntity): Credit {
  if (!order) throw new Error('A credit comes with its order');
  return {
    agreementId: order.agreementId,
    amountCents: order.amountCents,
    currency: order.currency,
    expiresAt,
  };
}
