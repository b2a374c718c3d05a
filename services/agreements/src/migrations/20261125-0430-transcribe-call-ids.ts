import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Two calls of one account may come in the same moment: each row has a number. */
export class TranscribeCallIds1764045000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      'alter table transcribe_calls add column id bigint generated always as identity primary key',
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table transcribe_calls drop column id');
  }
}
