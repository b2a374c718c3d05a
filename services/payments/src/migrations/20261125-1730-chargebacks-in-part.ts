import type { MigrationInterface, QueryRunner } from 'typeorm';

/** A bank may take a part of a payment back, and more than once. */
export class ChargebacksInPart1764091800000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter table escrows
        -- Stripe's disputes that are in the ledger, the newest last; of those before this release the id is not known.
        add column chargeback_ids text[] not null default '{}',
        -- What banks have kept of the money while it was held.
        add column charged_back_cents int not null default 0 check (charged_back_cents between 0 and amount_cents);
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table escrows drop column chargeback_ids, drop column charged_back_cents');
  }
}
