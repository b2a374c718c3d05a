import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Another price or fee holds for what begins from then on. */
export class AgreedPrices1764457800000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    // The defaults are those of the release before, also for what its copies still begin.
    await runner.query(`
      alter table subscriptions
        add column amount_cents int not null default 2000 check (amount_cents > 0),
        add column currency text not null default 'usd';
      alter table escrows
        add column fee_percent int not null default 5 check (fee_percent between 0 and 100);
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter table subscriptions drop column amount_cents, drop column currency;
      alter table escrows drop column fee_percent;
    `);
  }
}
