import type { MigrationInterface, QueryRunner } from 'typeorm';

/** When a recording was begun, which may be days before it came. */
export class RecordingStarts1764216600000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('alter table recordings add column started_at timestamptz');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table recordings drop column started_at');
  }
}
