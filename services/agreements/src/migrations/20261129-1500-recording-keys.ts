import type { MigrationInterface, QueryRunner } from 'typeorm';

/** A recording that is sent again, and was replaced meanwhile, is known by the key of its request. */
export class RecordingKeys1764428400000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('alter table recordings add column idempotency_key text');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table recordings drop column idempotency_key');
  }
}
