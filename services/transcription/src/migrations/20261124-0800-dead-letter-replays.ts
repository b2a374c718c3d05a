import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Dead letters are put back by themselves, and administrators are told of them. Those of before wait for people. */
export class DeadLetterReplays1763971200000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter table dead_letters
        -- How often it died since administrators were told of it last; 0 right after a replay by one of them.
        add column deaths int not null default 1,
        -- How often administrators were told of it.
        add column notices int not null default 0,
        -- When it is put back by itself; null when it waits for an administrator.
        add column retry_at timestamptz;
      create index dead_letters_retry_at on dead_letters (retry_at) where replayed_at is null;
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      drop index dead_letters_retry_at;
      alter table dead_letters drop column deaths, drop column notices, drop column retry_at;
    `);
  }
}
