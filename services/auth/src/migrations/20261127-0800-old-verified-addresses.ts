import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Since when an address was known to be the owner's that another one took the place of. Of changes of before nobody knows:
 * nothing that went to the old address follows them.
 */
export class OldVerifiedAddresses1764230400000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter table account_changes add column old_verified_at timestamptz;
      create index account_changes_old_email on account_changes (old_email) where old_verified_at is not null;
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      drop index account_changes_old_email;
      alter table account_changes drop column old_verified_at;
    `);
  }
}
