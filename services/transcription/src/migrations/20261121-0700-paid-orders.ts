import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Transcripts by people are paid, due after a day, and paid back when they are late. */
export class PaidOrders1763708400000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter table manual_orders add column payment_id uuid;
      create index manual_orders_due on manual_orders (due_at, id) where status = 'paid';
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table manual_orders drop column payment_id;');
  }
}
