import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Refunds that came to nothing, and how often money that had gone back was owed again. */
export class FailedRefunds1763949600000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table failed_refunds (
        refund_id text primary key,
        -- An order or a held payment.
        payment_id uuid not null,
        amount_cents int not null,
        reason text not null,
        failed_at timestamptz not null
      );
      create index failed_refunds_payment on failed_refunds (payment_id);
      alter table held_payments add column refund_failures int not null default 0;
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table held_payments drop column refund_failures; drop table failed_refunds;');
  }
}
