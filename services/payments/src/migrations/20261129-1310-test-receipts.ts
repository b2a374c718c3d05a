import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Receipts stay what they were when the keys of Stripe are others. */
export class TestReceipts1764421800000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter table receipts
        -- Null for those of before: they are as the installation says.
        add column is_test boolean;
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table receipts drop column is_test');
  }
}
