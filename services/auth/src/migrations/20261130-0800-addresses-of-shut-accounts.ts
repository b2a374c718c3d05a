import type { MigrationInterface, QueryRunner } from 'typeorm';

/** An address that was never confirmed does not stay with an account that is disabled: it may be somebody else's. */
export class AddressesOfShutAccounts1764489600000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create unique index users_email_held on users (email) where disabled_at is null or verified_at is not null;
      alter table users drop constraint users_email_key;
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter table users add constraint users_email_key unique (email);
      drop index users_email_held;
    `);
  }
}
