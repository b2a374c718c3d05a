import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Links for a new password that the owner's devices ask for are counted apart from those that strangers ask for. */
export class KnownResets1764500400000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('alter table password_resets add column is_known boolean not null default false');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table password_resets drop column is_known');
  }
}
