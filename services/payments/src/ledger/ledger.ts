import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { LedgerTransactionEntity } from './ledger.entities.js';

/**
 * Accounts of the ledger. What is ours or owed to us is positive, what we owe or have earned is negative:
 * - `stripe`: our balance at Stripe
 * - `held:<id>`: what one escrow's buyer and seller have with us
 * - `chargebacks:<id>`: what a bank has taken back for the time being
 * - `sales:…`, `fees`: earned; `losses`: paid by us
 */
export type Account =
  | 'stripe'
  | 'fees'
  | 'losses'
  | `sales:${'contract' | 'manual_transcription' | 'subscription'}`
  | `held:${string}`
  | `chargebacks:${string}`;

/** Account and cents. */
export type LedgerEntry = readonly [account: Account, cents: number];

export interface LedgerTransaction {
  /** What happened; once for each `ref`. */
  readonly kind: string;
  /** Id of what it happened to. */
  readonly ref: string;
  readonly entries: readonly LedgerEntry[];
}

export interface Balance {
  account: string;
  balanceCents: number;
}

/** Double-entry bookkeeping: written in the transaction that changes the state, never changed afterwards. */
@Injectable()
export class Ledger {
  constructor(private readonly dataSource: DataSource) {}

  /**
   * In SQL: a function of the database writes transaction and entries in one round trip.
   * @returns false when the same event of the same thing was posted before
   * @throws QueryFailedError unless it sums to 0
   */
  async post(manager: EntityManager, transaction: LedgerTransaction, actor: string): Promise<boolean> {
    const [row] = await manager.query<{ posted: boolean }[]>(
      'select post_to_ledger($1, $2, $3, $4) as posted',
      [transaction.kind, transaction.ref, actor, JSON.stringify(transaction.entries)],
    );
    return row?.posted ?? false;
  }

  isPosted(manager: EntityManager, kind: string, ref: string): Promise<boolean> {
    return manager.existsBy(LedgerTransactionEntity, { kind, ref });
  }

  /**
   * Cents that transactions of these kinds have put on an account, for `ref` and its repetitions (`ref:…`). In SQL: a sum
   * over two tables.
   */
  async sum(
    manager: EntityManager,
    account: Account,
    { kinds, ref }: { kinds: readonly string[]; ref: string },
  ): Promise<number> {
    const [row] = await manager.query<{ cents: number }[]>(
      `select coalesce(sum(entry.amount_cents), 0)::float8 as cents
       from ledger_transactions moved join ledger_entries entry on entry.transaction_id = moved.id
       where entry.account = $1 and moved.kind = any($2) and (moved.ref = $3 or starts_with(moved.ref, $3 || ':'))`,
      [account, kinds, ref],
    );
    return row?.cents ?? 0;
  }

  /** Every account that has entries; escrows and chargebacks only while something is left on them. In SQL: of a view. */
  async balances(): Promise<Balance[]> {
    return this.dataSource.query<Balance[]>(
      `select account, balance_cents::float8 as "balanceCents" from ledger_balances
       where balance_cents <> 0 or account not like '%:%' or account like 'sales:%' order by account`,
    );
  }
}
