import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What the store gives is compared with what was stored. */
export class RecordingHashes1764513000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('alter table recordings add column sha256 text');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table recordings drop column sha256');
  }
}
