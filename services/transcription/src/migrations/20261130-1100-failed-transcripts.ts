import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Paid transcripts that failed are looked for every half minute among all. */
export class FailedTranscripts1764500400000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create index transcripts_failed on transcripts (id) where stage = 'failed' and is_paid and deleted_at is null
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop index transcripts_failed');
  }
}
