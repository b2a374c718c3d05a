import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Which copies of a recording we have made, so that whoever keeps one can have it recognised. */
export class RecordingCopies1764016200000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table recording_copies (
        agreement_id text not null references agreements (agreement_id),
        recording_id uuid not null references recordings (id),
        format text not null check (format in ('mp3', 'webm', 'preview')),
        sha256 text not null,
        bytes bigint not null,
        -- Of the recording that it was made from.
        original_sha256 text not null,
        signature text not null,
        key_id text not null,
        noted_at timestamptz not null,
        primary key (agreement_id, recording_id, format, sha256)
      );
      create index recording_copies_hash on recording_copies (sha256);
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table recording_copies;');
  }
}
