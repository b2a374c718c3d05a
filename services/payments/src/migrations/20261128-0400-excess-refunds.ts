import type { MigrationInterface, QueryRunner } from 'typeorm';

/** People may send more back at Stripe by hand than was decided, after the seller was paid. */
export class ExcessRefunds1764302400000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter table escrows
        -- What has gone back beyond what was decided, once all was paid out: a loss of ours. In cents.
        add column excess_refund_cents int not null default 0 check (excess_refund_cents >= 0);
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table escrows drop column excess_refund_cents');
  }
}
