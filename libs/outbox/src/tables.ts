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

/** SQL of the table of messages that a handler gave up, for a service's own migration. */
export const createDeadLetterTable = `
  create table dead_letters (
    id uuid primary key,
    handler text not null,
    message_id uuid not null,
    routing_key text not null,
    subject text not null,
    -- The message as it came: it may be no event at all.
    content bytea not null,
    correlation_id text,
    reason text not null,
    attempts int not null,
    died_at timestamptz not null,
    replayed_at timestamptz,
    unique (handler, message_id)
  );
  create index dead_letters_died_at on dead_letters (died_at desc, id desc);
`;

/** SQL that lets dead letters be put back by themselves and administrators be told of them; after the one above. */
export const addDeadLetterReplays = `
  alter table dead_letters
    -- How often it died since administrators were told of it last; 0 right after a replay by one of them.
    add column deaths int not null default 1,
    -- How often administrators were told of it.
    add column notices int not null default 0,
    -- When it is put back by itself; null when it waits for an administrator.
    add column retry_at timestamptz;
  create index dead_letters_retry_at on dead_letters (retry_at) where replayed_at is null;
`;

export const dropDeadLetterReplays = `
  drop index dead_letters_retry_at;
  alter table dead_letters drop column deaths, drop column notices, drop column retry_at;
`;

/** SQL of the table of events that were published, for a service's own migration. */
export const createPublishedTable = `
  create table outbox_published (
    id uuid primary key,
    -- Its place in the outbox: the order in which events left.
    seq bigint not null,
    routing_key text not null,
    subject text not null,
    envelope jsonb not null,
    headers jsonb not null,
    added_at timestamptz not null,
    published_at timestamptz not null default clock_timestamp()
  );
  create index outbox_published_at on outbox_published (published_at);
`;
