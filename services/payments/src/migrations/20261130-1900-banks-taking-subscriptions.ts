import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What a subscription asks for can be paid by a way that takes days, and be refused in the end. */
export class BanksTakingSubscriptions1764529200000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('alter table subscriptions add column is_bank_taking boolean not null default false');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table subscriptions drop column is_bank_taking');
  }
}
