import type { MigrationInterface, QueryRunner } from 'typeorm';

/** A long upload becomes its sender's only if the account that began it also ends it. */
export class UploadOwners1764185400000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('alter table uploads add column owner_id int');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table uploads drop column owner_id');
  }
}
