import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Who has lost the seller's link has it mailed again. */
export class SellerLinks1764187200000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter table escrows
        -- When the seller's link was last asked for again; null: never.
        add column link_requested_at timestamptz;
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table escrows drop column link_requested_at');
  }
}
