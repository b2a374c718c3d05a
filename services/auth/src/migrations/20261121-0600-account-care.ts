import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Events of accounts, what changed on them, reset links, and what administrators did. */
export class AccountCare1763704800000 implements MigrationInterface {
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
      -- When the plan was told of: news that comes late must not overwrite newer news.
      alter table users add column subscription_told_at timestamptz;
      create index users_email_prefix on users (email text_pattern_ops);
      create index users_username_prefix on users (lower(username) text_pattern_ops);
      create table account_changes (
        id uuid primary key,
        user_id int not null references users (id),
        kind text not null check (kind in ('password', 'email', 'disabled', 'enabled')),
        old_email text,
        address text,
        device text,
        at timestamptz not null
      );
      create table password_resets (
        id uuid primary key,
        user_id int not null references users (id),
        requested_at timestamptz not null,
        expires_at timestamptz not null,
        -- Since when the link no longer works: used, replaced by a newer one, or overtaken by another change.
        used_at timestamptz
      );
      create index password_resets_user on password_resets (user_id) where used_at is null;
      create table admin_acts (
        id bigint generated always as identity primary key,
        admin_id int not null references users (id),
        act text not null,
        subject text not null,
        reason text not null,
        at timestamptz not null
      );
      create function refuse_change() returns trigger language plpgsql as $$
        begin raise exception 'what administrators did is append-only'; end $$;
      create trigger admin_acts_append_only before update or delete on admin_acts
        for each row execute function refuse_change();
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      drop table admin_acts, password_resets, account_changes, outbox, outbox_dead, inbox;
      drop function refuse_change;
      drop index users_email_prefix, users_username_prefix;
      alter table users drop column subscription_told_at;
    `);
  }
}
