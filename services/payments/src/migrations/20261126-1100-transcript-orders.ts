import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Transcripts by a person: whose recording was deleted, and which were delivered. */
export class TranscriptOrders1764154800000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table deleted_contents (
        agreement_id text primary key,
        deleted_at timestamptz not null
      );
      alter table orders
        -- Since when there is no recording to transcribe: what is paid from then on goes back.
        add column content_deleted_at timestamptz,
        -- When the transcript was delivered: it is paid for, whatever becomes of the contract.
        add column delivered_at timestamptz;
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter table orders drop column delivered_at, drop column content_deleted_at;
      drop table deleted_contents;
    `);
  }
}
