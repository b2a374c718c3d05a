import type { MigrationInterface, QueryRunner } from 'typeorm';
import { oweSigning } from './owe-signing.js';

/** Which copies of a recording we have made, so that whoever keeps one can have it recognised; daily heads in packets. */
export class CopiesAndLogHeads1764016200000 implements MigrationInterface {
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

      -- Root of the tree over the lines of the file; null of the days before.
      alter table log_heads add root text;
      alter table seals
        -- The program in packets from before calls any file more a file that does not belong there.
        add takes_log_head boolean not null default false,
        -- The first daily head that the sealed log goes into, as the packet has it, and our signature over it.
        add log_head text,
        add log_head_signature text;
      create index seals_without_head on seals (sealed_at) where takes_log_head and log_head is null;
    `);
    await oweSigning(runner, 'recording-copies');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter table seals drop takes_log_head, drop log_head, drop log_head_signature;
      alter table log_heads drop root;
      drop table recording_copies;
    `);
  }
}
