import type { MigrationInterface, QueryRunner } from 'typeorm';

/** No silence counts of a buyer whom no mail has reached: an administrator decides. */
export class UnreachedBuyers1764458100000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('alter table escrows add column is_buyer_unreached boolean not null default false');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table escrows drop column is_buyer_unreached');
  }
}
