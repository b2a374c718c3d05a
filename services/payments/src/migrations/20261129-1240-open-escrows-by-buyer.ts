import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What a buyer still has to pay is asked for with every look at the dashboard. */
export class OpenEscrowsByBuyer1764420000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      `create index escrows_open_by_buyer on escrows (buyer_id, id desc) where state = 'requires_payment'`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop index escrows_open_by_buyer');
  }
}
