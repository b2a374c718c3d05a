import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Events that were published, kept for a while: what the broker loses can be told again. */
export class PublishedEvents1763973420000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table outbox_published (
        id uuid primary key,
        -- Its place in the outbox: the order in which events left.
        seq bigint not null,
        routing_key text not null,
        subject text not null,
        envelope jsonb not null,
        headers jsonb not null,
        added_at timestamptz not null,
        published_at timestamptz not null default clock_timestamp()
      );
      create index outbox_published_at on outbox_published (published_at);
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table outbox_published;');
  }
}
