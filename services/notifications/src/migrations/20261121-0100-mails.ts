import type { MigrationInterface, QueryRunner } from 'typeorm';

export class Mails1763690400000 implements MigrationInterface {
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
      create table mails (
        key text primary key,
        template text not null check (template in ('receipt', 'proof')),
        recipient text not null check (recipient in ('partyA', 'partyB')),
        agreement_id text not null,
        payment_id uuid,
        status text not null default 'queued' check (status in ('queued', 'sent', 'failed')),
        message_id text not null unique,
        last_error text,
        created_at timestamptz not null default now(),
        sent_at timestamptz,
        check ((template = 'receipt') = (payment_id is not null)),
        check ((status = 'sent') = (sent_at is not null))
      );
      create index mails_agreement on mails (agreement_id);
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table mails, jobs, outbox, outbox_dead, inbox;');
  }
}
