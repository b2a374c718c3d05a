import { Injectable } from '@nestjs/common';
import { DataSource, type SelectQueryBuilder } from 'typeorm';
import type { PaymentStats } from '#contracts';
import { cutPage, numberPrefix, type Page, prefixPattern } from '#platform';
import { ReceiptEntity } from '../ledger/ledger.module.js';
import { OrderEntity, type OrderStatus } from './orders.entities.js';

interface OrdersPage {
  limit: number;
  /** Id of the last one of the page before. */
  cursor?: string;
  status?: OrderStatus;
  /** How the number of the contract or of the receipt begins. */
  q?: string;
}

/** What is asked of many orders at once. */
@Injectable()
export class OrdersRepository {
  constructor(private readonly dataSource: DataSource) {}

  /** Newest first, because ids follow the time. */
  async page({ limit, cursor, status, q }: OrdersPage): Promise<Page<OrderEntity>> {
    const query = this.withReceipts();
    if (cursor !== undefined) query.andWhere('orders.id < :cursor', { cursor });
    if (status !== undefined) query.andWhere('orders.status = :status', { status });
    if (q) {
      const prefixes = { digits: numberPrefix(q), text: prefixPattern(q.trim().toUpperCase()) };
      query.andWhere('(orders.agreementId like :digits or orders.receiptNumber like :text)', prefixes);
    }
    const found = await query
      .orderBy('orders.id', 'DESC')
      .limit(limit + 1)
      .getMany();
    return cutPage(found, limit, ({ id }) => id);
  }

  one(id: string): Promise<OrderEntity | null> {
    return this.withReceipts().where('orders.id = :id', { id }).getOne();
  }

  /** In SQL: counts and a sum over three features' tables in one statement. */
  async stats(): Promise<PaymentStats> {
    const [row] = await this.dataSource.query<PaymentStats[]>(
      `select (select coalesce(-sum(balance_cents), 0)::float8 from ledger_balances
          where account = 'fees' or account like 'sales:%') as "totalRevenueCents",
         ((select count(*) from orders where status = 'open')
          + (select count(*) from escrows where state = 'requires_payment'))::int as "pendingTransactions"`,
    );
    return row ?? { totalRevenueCents: 0, pendingTransactions: 0 };
  }

  /** Those of these agreements that are covered, or whose order has moved on or is with a bank. In SQL: a union. */
  async settled(agreementIds: readonly string[]): Promise<Set<string>> {
    const rows = await this.dataSource.query<{ agreementId: string }[]>(
      `select agreement_id as "agreementId" from coverages where agreement_id = any($1)
       union select agreement_id from orders
       where agreement_id = any($1) and purpose = 'contract' and (status <> 'open' or is_bank_taking)`,
      [agreementIds],
    );
    return new Set(rows.map(({ agreementId }) => agreementId));
  }

  private withReceipts(): SelectQueryBuilder<OrderEntity> {
    return this.dataSource
      .createQueryBuilder(OrderEntity, 'orders')
      .leftJoinAndMapOne('orders.receipt', ReceiptEntity, 'receipt', 'receipt.number = orders.receiptNumber');
  }
}
