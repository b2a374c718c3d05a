import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Where the mail about a change goes: who changes the address next must not get it. */
export class ChangeAddresses1763765400000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('alter table account_changes add column email text;');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table account_changes drop column email;');
  }
}
