import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Support is told of a job that was given up. */
export class JobNotices1764259200000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      'alter table jobs add column told_at timestamptz, add column notices integer not null default 0',
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table jobs drop column told_at, drop column notices');
  }
}
