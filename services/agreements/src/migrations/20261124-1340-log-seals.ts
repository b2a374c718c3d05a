import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The signature of where an agreement's log ends. */
export class LogSeals1763991600000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('alter table agreements add column log_seal text');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table agreements drop column log_seal');
  }
}
