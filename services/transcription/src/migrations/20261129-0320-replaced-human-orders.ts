import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * A transcript by a person can be ordered again, as when the money of the first order went back: each order keeps its
 * row, and one of them counts for its agreement.
 */
export class ReplacedHumanOrders1764386400000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter table human_orders
        add column replaced_at timestamptz,
        drop constraint human_orders_agreement_id_key;
      create unique index human_orders_current on human_orders (agreement_id) where replaced_at is null;
      create index human_orders_payment on human_orders (payment_id);
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      delete from human_orders where replaced_at is not null;
      drop index human_orders_payment, human_orders_current;
      alter table human_orders
        drop column replaced_at,
        add constraint human_orders_agreement_id_key unique (agreement_id);
    `);
  }
}
