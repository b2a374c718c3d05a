import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Whether one voice was found where two people recorded together; of transcripts made before, nobody said so. */
export class OneVoice1764016800000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('alter table transcripts add column is_one_voice boolean not null default false');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table transcripts drop column is_one_voice');
  }
}
