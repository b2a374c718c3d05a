import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Messages that a handler gave up, to be looked at and replayed. */
export class DeadLetters1763705400000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table dead_letters (
        id uuid primary key,
        handler text not null,
        message_id uuid not null,
        routing_key text not null,
        subject text not null,
        -- The message as it came: it may be no event at all.
        content bytea not null,
        correlation_id text,
        reason text not null,
        attempts int not null,
        died_at timestamptz not null,
        replayed_at timestamptz,
        unique (handler, message_id)
      );
      create index dead_letters_died_at on dead_letters (died_at desc, id desc);
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table dead_letters;');
  }
}
