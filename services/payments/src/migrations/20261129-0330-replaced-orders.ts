import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * A transcript by a person can be ordered again, as when the money of the first order went back: each order keeps its
 * row, and one of them counts for its agreement.
 */
export class ReplacedOrders1764387000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter table orders
        add column replaced_at timestamptz,
        drop constraint orders_agreement_id_purpose_key;
      create unique index orders_current on orders (agreement_id, purpose) where replaced_at is null;
      create index orders_agreement on orders (agreement_id);
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      drop index orders_agreement, orders_current;
      alter table orders
        drop column replaced_at,
        add constraint orders_agreement_id_purpose_key unique (agreement_id, purpose);
    `);
  }
}
