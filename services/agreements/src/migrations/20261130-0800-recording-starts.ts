import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Of recordings from before, when they were begun is known to the event that told of them alone: null. */
export class RecordingStarts1764489600000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('alter table recordings add column started_at timestamptz');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table recordings drop column started_at');
  }
}
