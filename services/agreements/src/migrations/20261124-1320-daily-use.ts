import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What was used today of what people may use before they pay. */
export class DailyUse1763990400000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table daily_use (
        day date not null,
        kind text not null check (kind in ('sent-bytes', 'sent-ms', 'recognised-account-ms', 'recognised-address-ms')),
        -- A pseudonym of the address or the account.
        key text not null,
        amount bigint not null,
        primary key (day, kind, key)
      );
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table daily_use;');
  }
}
