import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What administrators did in other services is told after it happened, at times more than once. */
export class ReportedActs1764233400000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter table admin_acts
        -- Under which it was told; null: it was done here, or told before it was done.
        add column key text unique;
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table admin_acts drop column key');
  }
}
