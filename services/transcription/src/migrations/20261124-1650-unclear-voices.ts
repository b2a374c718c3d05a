import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Whether the voices of a recording could not be told apart; of transcripts made before, nobody said so. */
export class UnclearVoices1764003000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      'alter table transcripts add column are_voices_unclear boolean not null default false',
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table transcripts drop column are_voices_unclear');
  }
}
