import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Drafts may be made anew by a better engine; what they were before is kept. */
export class TranscriptVersions1764018600000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter table transcripts add column is_renewing boolean not null default false;
      create table transcript_versions (
        transcript_id uuid not null references transcripts (id) on delete cascade,
        run int not null,
        engine text not null,
        is_draft boolean not null,
        sha256 text not null,
        -- Null once the words are deleted; the hash stays.
        content jsonb,
        replaced_at timestamptz not null default now(),
        primary key (transcript_id, run)
      )`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table transcript_versions; alter table transcripts drop column is_renewing');
  }
}
