import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager, In, Not } from 'typeorm';
import { currency } from '#contracts';
import { cutPage, insertIfNew, type Page } from '#platform';
import { PaymentsConfig } from '../config.js';
import { ReceiptEntity, type ReceiptPurpose } from './ledger.entities.js';

interface NewReceipt {
  userId: number;
  agreementId: string | null;
  purpose: ReceiptPurpose;
  /** What was paid: an order, an invoice of Stripe's or an escrow. */
  sourceId: string;
  amountCents: number;
  paidAt: Date;
}

/** Numbered receipts: one for everything that was paid, kept also when the money went back. */
@Injectable()
export class Receipts {
  constructor(
    private readonly dataSource: DataSource,
    private readonly config: PaymentsConfig,
  ) {}

  /** The number of the receipt; the same payment a second time has the same one. */
  async issue(manager: EntityManager, receipt: NewReceipt): Promise<string> {
    const { purpose, sourceId, paidAt } = receipt;
    const known = await manager.findOneBy(ReceiptEntity, { purpose, sourceId });
    if (known) return known.number;
    const number = () =>
      `'SSC-${paidAt.getUTCFullYear()}-' || to_char(nextval('receipt_numbers'), 'FM999999999000000')`;
    const { isTest } = this.config;
    await insertIfNew(manager, ReceiptEntity, { ...receipt, currency, number, isTest });
    return (await manager.findOneByOrFail(ReceiptEntity, { purpose, sourceId })).number;
  }

  /** Marks how much of it went back in all; less than before after a refund that failed. */
  async refunded(
    manager: EntityManager,
    purpose: ReceiptPurpose,
    sourceId: string,
    refundedCents: number,
    at: Date,
  ): Promise<void> {
    await manager.update(
      ReceiptEntity,
      { purpose, sourceId, refundedCents: Not(refundedCents) },
      { refundedCents, refundedAt: refundedCents > 0 ? at : null },
    );
  }

  /** How much of it has gone back in all. */
  async refundedCents(manager: EntityManager, purpose: ReceiptPurpose, sourceId: string): Promise<number> {
    return (await manager.findOneBy(ReceiptEntity, { purpose, sourceId }))?.refundedCents ?? 0;
  }

  /** The receipt of a payment, locked until the transaction ends; null before it is issued. */
  lock(manager: EntityManager, purpose: ReceiptPurpose, sourceId: string): Promise<ReceiptEntity | null> {
    return manager.findOne(ReceiptEntity, {
      where: { purpose, sourceId },
      lock: { mode: 'pessimistic_write' },
    });
  }

  /** Which of these payments have a receipt. */
  async issued(
    manager: EntityManager,
    purpose: ReceiptPurpose,
    sourceIds: readonly string[],
  ): Promise<ReadonlySet<string>> {
    const known = await manager.find(ReceiptEntity, {
      select: { number: true, sourceId: true },
      where: { purpose, sourceId: In(sourceIds) },
    });
    return new Set(known.map(({ sourceId }) => sourceId));
  }

  find(number: string): Promise<ReceiptEntity | null> {
    return this.dataSource.manager.findOneBy(ReceiptEntity, { number });
  }

  /** Everything that was paid for one agreement, oldest first. */
  ofAgreement(agreementId: string): Promise<ReceiptEntity[]> {
    const order = { paidAt: 'asc', number: 'asc' } as const;
    return this.dataSource.manager.find(ReceiptEntity, { where: { agreementId }, order });
  }

  /** Newest first. `before` is the number of the last receipt of the page before. */
  async list(userId: number, limit: number, before: string | null): Promise<Page<ReceiptEntity>> {
    const query = this.dataSource.createQueryBuilder(ReceiptEntity, 'receipt').where({ userId });
    if (before !== null) {
      query.andWhere(
        `(receipt.paidAt, receipt.number) <
          (select paid_at, number from receipts where number = :before and user_id = :userId)`,
        { before, userId },
      );
    }
    const found = await query
      .orderBy('receipt.paidAt', 'DESC')
      .addOrderBy('receipt.number', 'DESC')
      .limit(limit + 1)
      .getMany();
    return cutPage(found, limit, ({ number }) => number);
  }
}
