import type { MigrationInterface, QueryRunner } from 'typeorm';

export class Transcription1763690400000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table outbox (
        seq bigint generated always as identity primary key,
        id uuid not null unique,
        routing_key text not null,
        subject text not null,
        envelope jsonb not null,
        headers jsonb not null default '{}',
        added_at timestamptz not null default clock_timestamp(),
        available_at timestamptz not null default now(),
        attempts int not null default 0,
        last_error text,
        lease_owner uuid,
        lease_until timestamptz
      );
      create index outbox_subject on outbox (subject, seq);
      create table outbox_dead (
        seq bigint primary key,
        id uuid not null unique,
        routing_key text not null,
        subject text not null,
        envelope jsonb not null,
        headers jsonb not null default '{}',
        added_at timestamptz not null,
        attempts int not null,
        last_error text,
        died_at timestamptz not null default now()
      );
      create table inbox (
        consumer text not null,
        message_id uuid not null,
        processed_at timestamptz not null default now(),
        primary key (consumer, message_id)
      );
      create index inbox_processed_at on inbox (processed_at);
    `);
    await runner.query(`
      create table jobs (
        id uuid primary key,
        name text not null,
        key text not null,
        payload jsonb not null,
        status text not null default 'queued' check (status in ('queued', 'running', 'done', 'failed')),
        attempts int not null default 0,
        fence int not null default 0,
        lease_until timestamptz,
        available_at timestamptz not null default now(),
        last_error text,
        correlation_id text not null,
        created_at timestamptz not null default now(),
        finished_at timestamptz,
        unique (name, key)
      );
      create index jobs_open on jobs (available_at) where status in ('queued', 'running');
    `);
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
