import type { MigrationInterface, QueryRunner } from 'typeorm';

/** A seller who cannot be paid any more, when it is decided that they are, is asked to set up payouts. */
export class SellersAskedAgain1764216000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter table escrows
        -- When the seller was last asked for payouts that money waits for; null: never.
        add column seller_asked_at timestamptz;
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table escrows drop column seller_asked_at');
  }
}
