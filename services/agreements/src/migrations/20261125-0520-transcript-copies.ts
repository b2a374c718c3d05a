import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Which files a transcript was handed out as, so that whoever keeps one can have it recognised. */
export class TranscriptCopies1764048000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table transcript_copies (
        agreement_id text not null references agreements (agreement_id),
        sha256 text not null,
        format text not null,
        -- Of what stands around the words.
        language text not null,
        bytes bigint not null,
        -- Of the transcript that it was made from, and of what a person wrote, where that is in it.
        transcript_sha256 text not null,
        human_sha256 text,
        -- The owner says who a speaker is.
        are_speakers_named boolean not null,
        -- When it was handed out for the first time.
        exported_at timestamptz not null,
        signature text not null,
        key_id text not null,
        primary key (agreement_id, sha256)
      );
      create index transcript_copies_sha256 on transcript_copies (sha256);
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table transcript_copies');
  }
}
