import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Contracts that were cancelled: nothing is paid or held for them, whatever comes first. */
export class CancelledContracts1763953200000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table cancelled_contracts (
        agreement_id text primary key,
        cancelled_at timestamptz not null
      );
      insert into cancelled_contracts (agreement_id, cancelled_at)
        select agreement_id, min(contract_cancelled_at) from orders
        where contract_cancelled_at is not null group by agreement_id;
      alter table held_payments add column contract_cancelled_at timestamptz;
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(
      'alter table held_payments drop column contract_cancelled_at; drop table cancelled_contracts;',
    );
  }
}
