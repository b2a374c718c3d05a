import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The ledger, receipts, refunds, subscriptions, sellers and held payments; a role that may only add to the ledger. */
export class Money1763708400000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(ledger);
    await runner.query(`
      create table customers (
        user_id int primary key,
        stripe_customer_id text not null unique,
        created_at timestamptz not null default now()
      );

      alter table orders drop constraint orders_purpose_check;
      alter table orders drop constraint orders_status_check;
      alter table orders drop constraint orders_check;
      alter table orders
        alter column plan_type drop not null,
        add constraint orders_purpose_check check (purpose in ('contract', 'manual_transcription')),
        add constraint orders_status_check
          check (status in ('open', 'paid', 'quarantined', 'cancelled', 'refunding', 'refunded')),
        add constraint orders_check
          check (status in ('open', 'quarantined', 'cancelled') or (receipt_number is not null and paid_at is not null)),
        add column contract_cancelled_at timestamptz,
        add column refund_reason text,
        add column refund_note text,
        add column refunded_by int,
        add column refund_id text unique,
        add column refunded_at timestamptz,
        add column next_look_at timestamptz not null default now();
      create index orders_user on orders (user_id, id desc);
      create index orders_open on orders (next_look_at) where status in ('open', 'refunding');

      create table receipts (
        number text primary key,
        user_id int not null,
        agreement_id text,
        purpose text not null check (purpose in ('contract', 'manual_transcription', 'subscription', 'held_payment')),
        -- What was paid: an order, an invoice of Stripe's or a held payment. One receipt each.
        source_id text not null,
        amount_cents int not null check (amount_cents > 0),
        refunded_cents int not null default 0 check (refunded_cents between 0 and amount_cents),
        currency text not null,
        paid_at timestamptz not null,
        refunded_at timestamptz,
        unique (purpose, source_id)
      );
      create index receipts_user on receipts (user_id, paid_at desc, number desc);
      insert into receipts (number, user_id, agreement_id, purpose, source_id, amount_cents, currency, paid_at)
        select receipt_number, user_id, agreement_id, purpose, id::text, amount_cents, currency, paid_at
        from orders where status = 'paid';
      select post_to_ledger('sale', id::text, 'payments', jsonb_build_array(
          jsonb_build_array('stripe', amount_cents), jsonb_build_array('sales:contract', -amount_cents)))
        from orders where status = 'paid';

      create table coverages (
        id uuid primary key,
        agreement_id text not null unique,
        user_id int not null,
        covered_by text not null check (covered_by in ('subscription', 'credit')),
        created_at timestamptz not null
      );
      create table credits (
        id uuid primary key,
        user_id int not null,
        order_id uuid not null unique references orders (id),
        expires_at timestamptz not null,
        used_for text unique
      );
      create index credits_user on credits (user_id) where used_for is null;

      create table subscriptions (
        id uuid primary key,
        user_id int not null,
        stripe_subscription_id text unique,
        status text not null check (status in ('incomplete', 'active', 'past_due', 'canceled')),
        ends_at_period_end boolean not null default false,
        period_end timestamptz,
        -- The newest invoice that was seen paid: each is one renewal and one receipt.
        paid_invoice_id text,
        failed_invoice_id text,
        created_at timestamptz not null default now(),
        started_at timestamptz,
        ended_at timestamptz,
        next_look_at timestamptz not null default now()
      );
      create unique index subscriptions_open on subscriptions (user_id) where status <> 'canceled';

      create table sellers (
        email text not null check (email = lower(email)),
        -- 0: by the link mailed to the address, so it is the address's owner; else the user who opened it.
        opened_by int not null default 0,
        stripe_account_id text unique,
        can_receive boolean not null default false,
        details_submitted boolean not null default false,
        created_at timestamptz not null default now(),
        changed_at timestamptz not null default now(),
        primary key (email, opened_by)
      );

      create table held_payments (
        id uuid primary key,
        agreement_id text not null,
        buyer_id int not null,
        buyer_party text not null check (buyer_party in ('a', 'b')),
        seller_email text not null check (seller_email = lower(seller_email)),
        amount_cents int not null check (amount_cents > 0),
        currency text not null,
        hold_hours int not null check (hold_hours > 0),
        state text not null,
        version int not null default 1,
        attempt int not null default 1,
        payment_intent_id text unique,
        charge_id text,
        transfer_id text unique,
        refund_id text unique,
        receipt_number text,
        -- What the seller gets before the fee, and what goes back to the buyer, once that is decided.
        seller_gross_cents int not null default 0 check (seller_gross_cents >= 0),
        buyer_refund_cents int not null default 0 check (buyer_refund_cents >= 0),
        fee_cents int not null default 0 check (fee_cents >= 0),
        delivered_at timestamptz,
        received_at timestamptz,
        release_at timestamptz,
        problem text,
        decision text,
        decided_by int,
        chargeback text check (chargeback in ('open', 'won', 'lost')),
        chargeback_cents int not null default 0 check (chargeback_cents between 0 and amount_cents),
        state_before_chargeback text,
        last_error text,
        created_at timestamptz not null,
        held_at timestamptz,
        settled_at timestamptz,
        half_time_at timestamptz,
        last_hour_at timestamptz,
        alerted_at timestamptz,
        next_look_at timestamptz not null default now(),
        check (seller_gross_cents + buyer_refund_cents <= amount_cents),
        check (fee_cents <= seller_gross_cents)
      );
      create unique index held_payments_current on held_payments (agreement_id) where state <> 'failed';
      create index held_payments_open on held_payments (state, next_look_at);
      create index held_payments_seller on held_payments (seller_email);

      create table held_payment_steps (
        held_payment_id uuid not null references held_payments (id),
        version int not null,
        at timestamptz not null,
        actor text not null,
        change text not null,
        state text not null,
        note text,
        primary key (held_payment_id, version)
      );

      alter table stripe_events add column asked_for boolean not null default false;
      create table stripe_cursor (
        only_row boolean primary key default true check (only_row),
        seen_until timestamptz not null
      );
    `);
    await runner.query(grantRuntimeRole);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      drop view ledger_balances;
      drop table stripe_cursor, held_payment_steps, held_payments, sellers, subscriptions, credits, coverages, receipts,
        customers, ledger_entries, ledger_transactions;
      drop function post_to_ledger, assert_balanced, refuse_change;
      alter table stripe_events drop column asked_for;
      alter table orders drop column contract_cancelled_at, drop column refund_reason, drop column refund_note,
        drop column refunded_by, drop column refund_id, drop column refunded_at, drop column next_look_at;
    `);
  }
}

/**
 * Double entry in integer cents: what a transaction puts on accounts sums to zero, checked when it commits. Nothing is
 * ever changed; balances are sums. The same event of the same thing is posted once.
 */
const ledger = `
  create table ledger_transactions (
    id bigint generated always as identity primary key,
    kind text not null,
    ref text not null,
    actor text not null,
    posted_at timestamptz not null default now(),
    unique (kind, ref)
  );
  create table ledger_entries (
    transaction_id bigint not null references ledger_transactions (id),
    account text not null,
    amount_cents bigint not null check (amount_cents <> 0),
    primary key (transaction_id, account)
  );
  create index ledger_entries_account on ledger_entries (account) include (amount_cents);
  create view ledger_balances as
    select account, sum(amount_cents)::bigint as balance_cents from ledger_entries group by account;

  create function assert_balanced() returns trigger language plpgsql as $$
    declare total bigint;
    begin
      select sum(amount_cents) into total from ledger_entries where transaction_id = new.transaction_id;
      if total is distinct from 0 then
        raise exception 'ledger transaction % sums to %', new.transaction_id, total using errcode = '23514';
      end if;
      return null;
    end $$;
  create constraint trigger ledger_entries_balanced after insert on ledger_entries
    deferrable initially deferred for each row execute function assert_balanced();

  create function refuse_change() returns trigger language plpgsql as $$
    begin
      raise exception 'the ledger is append-only' using errcode = '42501';
    end $$;
  create trigger ledger_entries_append_only before update or delete or truncate on ledger_entries
    for each statement execute function refuse_change();
  create trigger ledger_transactions_append_only before update or delete or truncate on ledger_transactions
    for each statement execute function refuse_change();

  -- Answers false when it was posted before. Entries: [[account, cents], …]; zeros are left out.
  create function post_to_ledger(a_kind text, a_ref text, an_actor text, entries jsonb) returns boolean
    language plpgsql as $$
    declare posted bigint;
    begin
      insert into ledger_transactions (kind, ref, actor) values (a_kind, a_ref, an_actor)
        on conflict (kind, ref) do nothing returning id into posted;
      if posted is null then return false; end if;
      insert into ledger_entries (transaction_id, account, amount_cents)
        select posted, e ->> 0, (e ->> 1)::bigint from jsonb_array_elements(entries) e where (e ->> 1)::bigint <> 0;
      if not found then raise exception 'a ledger transaction needs entries' using errcode = '23514'; end if;
      return true;
    end $$;
`;

/** As for the log of the agreements: the service works as a role that owns nothing and cannot rewrite the ledger. */
const grantRuntimeRole = `
  do $$ begin
    if not exists (select from pg_roles where rolname = 'ssc_payments_runtime') then
      create role ssc_payments_runtime nologin;
    end if;
  exception when duplicate_object or unique_violation then null;
  end $$;
  do $$ begin
    if not pg_has_role(current_user, 'ssc_payments_runtime', 'member') then
      execute format('grant ssc_payments_runtime to %I', current_user);
    end if;
  end $$;
  grant usage on schema public to ssc_payments_runtime;
  grant select, insert, update, delete on all tables in schema public to ssc_payments_runtime;
  grant usage on all sequences in schema public to ssc_payments_runtime;
  revoke update, delete, truncate on ledger_transactions, ledger_entries from ssc_payments_runtime;
  alter default privileges in schema public grant select, insert, update, delete on tables to ssc_payments_runtime;
  alter default privileges in schema public grant usage on sequences to ssc_payments_runtime;
`;
