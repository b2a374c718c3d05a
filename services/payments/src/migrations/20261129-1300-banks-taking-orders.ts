import type { MigrationInterface, QueryRunner } from 'typeorm';

/** An order can be paid by a way that takes days, too. */
export class BanksTakingOrders1764421200000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('alter table orders add column is_bank_taking boolean not null default false');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table orders drop column is_bank_taking');
  }
}
