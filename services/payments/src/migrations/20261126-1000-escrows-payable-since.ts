import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Who has to wait for the seller has the whole time to pay from then on. */
export class EscrowsPayableSince1764151200000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter table escrows
        -- Since when the seller, or then the buyer, has time; null: since it was created.
        add column waiting_since timestamptz;
      update escrows set waiting_since = (select max(at) from escrow_steps
          where escrow_id = id and change in ('seller-ready', 'change', 'seller-needed'))
      where state in ('requires_onboarding', 'requires_payment');
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table escrows drop column waiting_since');
  }
}
