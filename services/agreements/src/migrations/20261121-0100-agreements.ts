import type { MigrationInterface, QueryRunner } from 'typeorm';

export class Agreements1763690400000 implements MigrationInterface {
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
      create table agreements (
        id int generated always as identity primary key,
        agreement_id text not null unique,
        owner_id int,
        claim_hash text not null,
        claimed_at timestamptz,
        party_a_name text not null,
        party_a_email text not null,
        party_b_name text not null,
        party_b_email text not null,
        plan_type text not null,
        amount_cents bigint check (amount_cents >= 0),
        currency text not null default 'USD',
        status text not null default 'pending'
          check (status in ('pending', 'awaiting_party', 'processing', 'completed', 'cancelled')),
        status_reason text,
        escrow_status text,
        escrow_hold_period text not null default '24hrs',
        is_remote boolean not null default false,
        backup_transcript text,
        photo_key text,
        photo_sha256 text,
        transcript_stage text not null default 'none',
        transcript_percent int not null default 0,
        transcript_at timestamptz,
        transcript_sha256 text,
        created_at timestamptz not null default now(),
        paid_at timestamptz,
        completed_at timestamptz,
        expires_at timestamptz not null
      );
      create index agreements_owner on agreements (owner_id, id desc);

      create table recordings (
        id uuid primary key,
        agreement_id text not null references agreements (agreement_id),
        party text not null check (party in ('a', 'b')),
        object_key text not null unique,
        mime text not null,
        bytes bigint not null,
        sha256 text not null,
        duration_ms int not null,
        mp3 jsonb,
        webm jsonb,
        preview jsonb,
        prepared_at timestamptz,
        created_at timestamptz not null default now(),
        unique (agreement_id, party)
      );

      create table agreement_events (
        agreement_id text not null references agreements (agreement_id),
        seq int not null,
        at timestamptz not null,
        actor text not null,
        type text not null,
        detail jsonb not null,
        prev_hash text not null,
        hash text not null,
        primary key (agreement_id, seq)
      );
      create function refuse_change() returns trigger language plpgsql as $$
        begin raise exception 'the event log is append-only'; end $$;
      create trigger agreement_events_append_only before update or delete on agreement_events
        for each row execute function refuse_change();
      create trigger agreement_events_no_truncate before truncate on agreement_events
        for each statement execute function refuse_change();
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table agreement_events, recordings, agreements, outbox, outbox_dead, inbox;');
    await runner.query('drop function refuse_change;');
  }
}
