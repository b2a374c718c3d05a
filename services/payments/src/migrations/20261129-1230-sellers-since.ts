import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What was mailed to a seller says nothing of who took the seller's place. */
export class SellersSince1764419400000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter table escrows
        -- When the seller took the place of another one; null for the first.
        add column seller_since timestamptz;
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table escrows drop column seller_since');
  }
}
