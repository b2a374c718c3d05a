/** SQL of the table of jobs, for a service's own migration. The row is the truth; the queue is refilled from it. */
export const createJobTables = `
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
`;
