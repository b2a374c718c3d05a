import type { MigrationInterface, QueryRunner } from 'typeorm';

export class UnusableRecordings1763694000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('alter table recordings add column unusable_at timestamptz;');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table recordings drop column unusable_at;');
  }
}
