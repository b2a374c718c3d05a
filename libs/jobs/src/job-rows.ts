import type { DataSource, EntityManager } from 'typeorm';
import { inTransaction } from '#platform';

export interface JobRow {
  id: string;
  name: string;
  key: string;
  payload: object;
  attempts: number;
  fence: number;
  correlationId: string;
  lastError: string | null;
}

const COLUMNS =
  'id, name, key, payload, attempts, fence, correlation_id as "correlationId", last_error as "lastError"';

/** The lease of a job was lost: another worker has it now, so nothing of this run may be written. */
export class LeaseLostError extends Error {
  override readonly name = 'LeaseLostError';
}

export async function insertJob(
  manager: EntityManager,
  job: { id: string; name: string; key: string; payload: object; correlationId: string },
): Promise<boolean> {
  const rows = await manager.query<unknown[]>(
    `insert into jobs (id, name, key, payload, correlation_id) values ($1, $2, $3, $4, $5)
     on conflict (name, key) do nothing returning 1`,
    [job.id, job.name, job.key, JSON.stringify(job.payload), job.correlationId],
  );
  return rows.length > 0;
}

/**
 * Takes a job if it is open and nobody's; the fence number tells this run from every other.
 * @param hasLanes a job whose lane is taken is busy, too
 */
export async function claimJob(
  dataSource: DataSource,
  id: string,
  leaseMs: number,
  hasLanes = false,
): Promise<JobRow | 'busy' | 'closed'> {
  const claimed = hasLanes
    ? await inTransaction(dataSource, async (manager) => {
        // Claims in one lane come one after the other, or two of them would both find it free.
        await manager.query(
          `select pg_advisory_xact_lock(hashtextextended(name || (payload ->> 'lane'), 0)) from jobs
           where id = $1 and payload ? 'lane'`,
          [id],
        );
        return takeRow(manager, id, leaseMs, LANE_IS_FREE);
      })
    : await takeRow(dataSource, id, leaseMs);
  if (claimed) return claimed;
  const open = await dataSource.query<unknown[]>(
    `select 1 from jobs where id = $1 and status in ('queued', 'running')`,
    [id],
  );
  return open.length > 0 ? 'busy' : 'closed';
}

const LANE_IS_FREE = `and not exists (
  select from jobs other where other.name = jobs.name and other.id <> jobs.id and other.status = 'running'
    and other.lease_until >= now() and other.payload ->> 'lane' = jobs.payload ->> 'lane')`;

async function takeRow(
  database: DataSource | EntityManager,
  id: string,
  leaseMs: number,
  condition = '',
): Promise<JobRow | undefined> {
  const [rows] = await database.query<[JobRow[], number]>(
    `update jobs set status = 'running', attempts = attempts + 1, fence = fence + 1,
       lease_until = now() + make_interval(secs => $2)
     where id = $1 and (status = 'queued' or (status = 'running' and lease_until < now())) ${condition}
     returning ${COLUMNS}`,
    [id, leaseMs / 1000],
  );
  return rows[0];
}

/** Ends a job that no run has begun, or that waits for its next one. Answers whether there was one. */
export async function withdrawJob(manager: EntityManager, name: string, key: string): Promise<boolean> {
  const [, count] = await manager.query<[unknown, number]>(
    `update jobs set status = 'done', finished_at = now(), last_error = null
     where name = $1 and key = $2 and status = 'queued'`,
    [name, key],
  );
  return count > 0;
}

/** @throws LeaseLostError when another run has taken over. */
export async function renewLease(dataSource: DataSource, job: JobRow, leaseMs: number): Promise<void> {
  const [, count] = await dataSource.query<[unknown, number]>(
    `update jobs set lease_until = now() + make_interval(secs => $3)
     where id = $1 and fence = $2 and status = 'running'`,
    [job.id, job.fence, leaseMs / 1000],
  );
  if (count === 0) throw new LeaseLostError(`${job.name} ${job.id}`);
}

/** Keeps the lease from changing hands until the caller's transaction ends. @throws LeaseLostError when it has. */
export async function assertLease(manager: EntityManager, job: JobRow): Promise<void> {
  const held = await manager.query<unknown[]>(
    `select 1 from jobs where id = $1 and fence = $2 and status = 'running' for share`,
    [job.id, job.fence],
  );
  if (held.length === 0) throw new LeaseLostError(`${job.name} ${job.id}`);
}

/** Ends a job inside the caller's transaction, together with its effects. */
export async function closeJob(
  manager: EntityManager,
  job: JobRow,
  status: 'done' | 'failed',
  lastError: string | null,
): Promise<void> {
  const [, count] = await manager.query<[unknown, number]>(
    `update jobs set status = $3, last_error = $4, lease_until = null, finished_at = now()
     where id = $1 and fence = $2 and status = 'running'`,
    [job.id, job.fence, status, lastError],
  );
  if (count === 0) throw new LeaseLostError(`${job.name} ${job.id}`);
}

/**
 * Puts a job back for another run, if this one still has it. A free attempt is given back even when another run has
 * taken over meanwhile, as happens when the database was what was away.
 */
export async function requeueJob(
  dataSource: DataSource,
  job: JobRow,
  delayMs: number,
  lastError: string,
  isFree: boolean,
): Promise<void> {
  const [, count] = await dataSource.query<[unknown, number]>(
    `update jobs set status = 'queued', lease_until = null, last_error = $4, attempts = attempts - $5::int,
       available_at = now() + make_interval(secs => $3)
     where id = $1 and fence = $2 and status = 'running'`,
    [job.id, job.fence, delayMs / 1000, lastError.slice(0, 500), isFree ? 1 : 0],
  );
  if (count > 0 || !isFree) return;
  await dataSource.query(
    `update jobs set attempts = greatest(attempts - 1, 0)
     where id = $1 and fence > $2 and status in ('queued', 'running')`,
    [job.id, job.fence],
  );
}

/**
 * Open jobs that nobody holds although their time has come: what the reconciler puts back into the queue. The oldest of
 * each kind, so that a kind that is stuck does not hide the others.
 */
export async function findIdleJobs(
  dataSource: DataSource,
  limitPerKind: number,
  idleAfterMs: number,
): Promise<JobRow[]> {
  return dataSource.query<JobRow[]>(
    `select ${COLUMNS} from (
       select *, row_number() over (partition by name order by available_at, id) as place from jobs
       where (status = 'queued' and available_at < now() - make_interval(secs => $2))
          or (status = 'running' and lease_until < now())
     ) idle
     where place <= $1 order by place, available_at`,
    [limitPerKind, idleAfterMs / 1000],
  );
}

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
