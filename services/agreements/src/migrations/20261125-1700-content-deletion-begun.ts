import type { MigrationInterface, QueryRunner } from 'typeorm';

/** From when on objects of an agreement are being deleted: nothing is sealed until they are gone. */
export class ContentDeletionBegun1764090000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('alter table agreements add column content_deletion_begun_at timestamptz');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table agreements drop column content_deletion_begun_at');
  }
}
