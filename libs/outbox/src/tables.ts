/** SQL of the tables behind outbox and inbox, for a service's own migration. */
export const createOutboxTables = `
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
`;
