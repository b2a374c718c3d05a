import type { MigrationInterface, QueryRunner } from 'typeorm';

/** A bank may take days over a payment: Stripe is asked hourly whether the escrow can be closed. */
export class ExpiryLooks1764232800000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter table escrows
        -- When Stripe is asked next whether an escrow whose time to pay is over can be closed; null: as soon as it is.
        add column expiry_look_at timestamptz;
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table escrows drop column expiry_look_at');
  }
}
