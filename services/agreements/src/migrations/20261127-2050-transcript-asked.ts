import type { MigrationInterface, QueryRunner } from 'typeorm';

/** A transcript of a recording that was saved before is counted where nothing is paid, once. */
export class TranscriptAsked1764276600000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('alter table recordings add column transcript_asked_at timestamptz');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table recordings drop column transcript_asked_at');
  }
}
