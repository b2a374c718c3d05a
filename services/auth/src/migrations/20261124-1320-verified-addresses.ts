import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Which addresses were shown to belong to who has the account, the links that show it, and when a session was confirmed
 * with the password. Of accounts of before nobody knows; administrators were named by who runs the product.
 */
export class VerifiedAddresses1763990400000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter table users add column verified_at timestamptz;
      -- Another address that the owner wants and that has not been verified yet.
      alter table users add column pending_email text;
      update users set verified_at = now() where role = 'admin' or email = 'demo-a@example.test';
      create table address_verifications (
        id uuid primary key,
        user_id int not null references users (id),
        email text not null,
        reason text not null check (reason in ('signup', 'asked', 'change')),
        -- Who asked for another address stays logged in when it is verified.
        session_id uuid,
        requested_at timestamptz not null,
        expires_at timestamptz not null,
        -- Since when the link no longer works: used, or overtaken by another change.
        used_at timestamptz
      );
      create index address_verifications_user on address_verifications (user_id, requested_at);
      alter table sessions add column confirmed_at timestamptz;
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter table sessions drop column confirmed_at;
      drop table address_verifications;
      alter table users drop column pending_email, drop column verified_at;
    `);
  }
}
