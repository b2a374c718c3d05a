import type { MigrationInterface, QueryRunner } from 'typeorm';

export class Payments1763690400000 implements MigrationInterface {
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
      create sequence receipt_numbers;
      create table orders (
        id uuid primary key,
        user_id int not null,
        agreement_id text not null,
        purpose text not null check (purpose in ('contract')),
        plan_type text not null,
        amount_cents int not null check (amount_cents > 0),
        currency text not null,
        status text not null default 'open' check (status in ('open', 'paid', 'quarantined')),
        attempt int not null default 1,
        payment_intent_id text unique,
        last_error text,
        receipt_number text unique,
        paid_at timestamptz,
        created_at timestamptz not null default now(),
        unique (agreement_id, purpose),
        check ((status = 'paid') = (receipt_number is not null and paid_at is not null))
      );
      create table stripe_events (
        id text primary key,
        type text not null,
        object_id text not null,
        received_at timestamptz not null default now()
      );
      create table idempotency_keys (
        user_id int not null,
        key text not null,
        request_hash text not null,
        created_at timestamptz not null default now(),
        primary key (user_id, key)
      );
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(
      'drop table idempotency_keys, stripe_events, orders, jobs, outbox, outbox_dead, inbox;',
    );
    await runner.query('drop sequence receipt_numbers;');
  }
}
