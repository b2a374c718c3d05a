import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Uploads that became agreements are remembered for a month: those that did not are found without passing them. */
export class UnfinishedUploads1763827200000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('create index uploads_unfinished on uploads (created_at) where agreement_id is null');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop index uploads_unfinished');
  }
}
