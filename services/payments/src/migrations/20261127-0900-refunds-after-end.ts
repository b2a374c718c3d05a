import type { MigrationInterface, QueryRunner } from 'typeorm';

/** A month that was paid when its subscription had ended is owed until all of it has gone back. */
export class RefundsAfterEnd1764234000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table refunds_after_end (
        -- Stripe's.
        invoice_id text primary key,
        owed_at timestamptz not null,
        -- When the payer was told that it went back.
        told_at timestamptz
      );
      insert into refunds_after_end (invoice_id, owed_at)
      select payload ->> 'invoiceId', min(created_at) from jobs where name = 'refund-after-end' group by 1;
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table refunds_after_end');
  }
}
