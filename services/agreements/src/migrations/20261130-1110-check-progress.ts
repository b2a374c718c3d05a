import type { MigrationInterface, QueryRunner } from 'typeorm';

/** How far a check of all evidence has come, so that one that was cut short goes on there. */
export class CheckProgress1764501000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('alter table evidence_checks add column checked_up_to int not null default 0');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table evidence_checks drop column checked_up_to');
  }
}
