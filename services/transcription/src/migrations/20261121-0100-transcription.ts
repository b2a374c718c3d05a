import type { MigrationInterface, QueryRunner } from 'typeorm';
import { createJobTables } from '#jobs';
import { createOutboxTables } from '#outbox';

export class Transcription1763690400000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(createOutboxTables);
    await runner.query(createJobTables);
    await runner.query(`
      create table recordings (
        id uuid primary key,
        agreement_id text not null,
        object_key text not null,
        mime text not null,
        duration_ms int not null,
        working_key text,
        mp3_key text,
        peaks jsonb,
        prepared_at timestamptz,
        created_at timestamptz not null default now()
      );
      create table transcripts (
        id uuid primary key,
        agreement_id text not null unique,
        recording_id uuid not null references recordings (id),
        owner_id int not null,
        stage text not null default 'queued'
          check (stage in ('queued', 'preparing', 'transcribing', 'sealing', 'done', 'failed')),
        percent int not null default 0,
        run int not null default 1,
        engine text,
        is_draft boolean,
        language text,
        duration_ms int,
        text text,
        segments jsonb,
        sha256 text,
        failure text,
        created_at timestamptz not null default now(),
        completed_at timestamptz,
        check ((stage = 'done') = (sha256 is not null))
      );
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table transcripts, recordings, jobs, outbox, outbox_dead, inbox;');
  }
}
