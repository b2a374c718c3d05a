import type { MigrationInterface, QueryRunner } from 'typeorm';
import { createJobTables } from '#jobs';
import { createOutboxTables } from '#outbox';

export class Payments1763690400000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(createOutboxTables);
    await runner.query(createJobTables);
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
