import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Some ways to pay take days, in which a payment is neither made nor to be made. */
export class BanksTaking1764418200000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('alter table escrows add column is_bank_taking boolean not null default false');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table escrows drop column is_bank_taking');
  }
}
