import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Events come in any order: a transcript may be wanted before its recordings are known. */
export class TranscriptWishes1763967600000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      -- Fulfilled and deleted with the last recording that one waits for.
      create table transcript_wishes (
        id bigint generated always as identity primary key,
        agreement_id text not null,
        kind text not null check (kind in ('paid', 'requested')),
        wanted jsonb not null,
        wished_at timestamptz not null default now()
      );
      create index transcript_wishes_agreement on transcript_wishes (agreement_id, id);
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table transcript_wishes;');
  }
}
