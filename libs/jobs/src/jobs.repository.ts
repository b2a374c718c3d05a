import { Injectable } from '@nestjs/common';
import {
  DataSource,
  type EntityManager,
  type FindOptionsWhere,
  In,
  IsNull,
  JsonContains,
  MoreThan,
  Not,
} from 'typeorm';
import { hasCome, insertIfNew, inTransaction, isAwaited, MINUTE_MS } from '#platform';
import { JobEntity } from './job.entity.js';

/** What a run has to know of its job. */
export type JobRow = Pick<
  JobEntity,
  'id' | 'name' | 'key' | 'payload' | 'attempts' | 'fence' | 'correlationId' | 'lastError'
>;

const COLUMNS =
  'id, name, key, payload, attempts, fence, correlation_id as "correlationId", last_error as "lastError"';

/** The lease of a job was lost: another worker has it now, so nothing of this run may be written. */
export class LeaseLostError extends Error {
  override readonly name = 'LeaseLostError';

  constructor({ name, id }: JobRow) {
    super(`${name} ${id}`);
  }
}

/** No job waits for longer in one go, so that a longer wait tells of a clock that was ahead. Milliseconds. */
export const LONGEST_WAIT_MS = 15 * MINUTE_MS;

const IS_OPEN = { status: In<'queued' | 'running'>(['queued', 'running']) };

const now = () => 'now()';
/** By the clock of the database, which all replicas share. */
const nowAnd = (ms: number) => () => `now() + make_interval(secs => ${ms / 1000})`;

/** What the run of a job may change: its own row, while it has the lease. */
const ownRow = ({ id, fence }: JobRow) => ({ id, fence, status: 'running' as const });

/** The jobs of a kind that are about the same. */
const aboutTheSame = ({
  name,
  payload,
}: Pick<JobEntity, 'name' | 'payload'>): FindOptionsWhere<JobEntity> => ({
  name,
  payload: JsonContains({ ...payload }),
});

/** The rows of jobs, and who has which. */
@Injectable()
export class JobsRepository {
  constructor(private readonly dataSource: DataSource) {}

  /** Answers false when there is one of that name and key. */
  insert(
    manager: EntityManager,
    job: Pick<JobEntity, 'id' | 'name' | 'key' | 'payload' | 'correlationId'>,
  ): Promise<boolean> {
    return insertIfNew(manager, JobEntity, job);
  }

  /**
   * Takes a job if it is open and nobody's; the fence number tells this run from every other.
   * @param takesOver whether a lease that has ended is nobody's
   * @param hasLanes a job whose lane is taken is busy, too
   */
  async claim(
    id: string,
    leaseMs: number,
    { takesOver, hasLanes }: { takesOver: boolean; hasLanes: boolean },
  ): Promise<JobRow | 'busy' | 'closed'> {
    const claimed = hasLanes
      ? await inTransaction(this.dataSource, async (manager) => {
          await lockLane(manager, id);
          return takeRow(manager, id, leaseMs, takesOver, laneIsFree(leaseMs));
        })
      : await takeRow(this.dataSource.manager, id, leaseMs, takesOver);
    if (claimed) return claimed;
    const isOpen = await this.dataSource.manager.existsBy(JobEntity, { id, ...IS_OPEN });
    return isOpen ? 'busy' : 'closed';
  }

  /** Jobs of these kinds that have not ended, with what is asked for in one of the conditions. */
  async findOpen(
    manager: EntityManager,
    names: readonly string[],
    conditions: readonly FindOptionsWhere<JobEntity>[],
  ): Promise<JobEntity[]> {
    if (conditions.length === 0) return [];
    return manager.findBy(
      JobEntity,
      conditions.map((condition) => ({ ...condition, ...IS_OPEN, name: In([...names]) })),
    );
  }

  /** Ends a job that no run has begun, or that waits for its next one. Answers whether there was one. */
  async withdraw(manager: EntityManager, name: string, key: string): Promise<boolean> {
    const { affected } = await manager.update(
      JobEntity,
      { name, key, status: 'queued' },
      { status: 'done', finishedAt: now, lastError: null },
    );
    return affected !== 0;
  }

  /** @throws LeaseLostError when another run has taken over. */
  async renewLease(job: JobRow, leaseMs: number): Promise<void> {
    const { manager } = this.dataSource;
    const { affected } = await manager.update(JobEntity, ownRow(job), { leaseUntil: nowAnd(leaseMs) });
    if (affected === 0) throw new LeaseLostError(job);
  }

  /** Keeps the lease from changing hands until the caller's transaction ends. @throws LeaseLostError when it has. */
  async assertLease(manager: EntityManager, job: JobRow): Promise<void> {
    const held = await manager.findOne(JobEntity, {
      select: { id: true },
      where: ownRow(job),
      lock: { mode: 'pessimistic_read' },
    });
    if (!held) throw new LeaseLostError(job);
  }

  /** Ends a job inside the caller's transaction, together with its effects. @throws LeaseLostError */
  async close(
    manager: EntityManager,
    job: JobRow,
    status: 'done' | 'failed',
    lastError: string | null,
  ): Promise<void> {
    const { affected } = await manager.update(JobEntity, ownRow(job), {
      ...{ status, lastError, leaseUntil: null },
      finishedAt: now,
    });
    if (affected === 0) throw new LeaseLostError(job);
  }

  /**
   * Notes, in the transaction that gives a job up, that support is told of it. Answers which notice of this job that is,
   * counted from 1. Null when support was told of a job about the same, and none of those was done since.
   */
  async noteTold(manager: EntityManager, { id, name, payload }: JobRow): Promise<number | null> {
    const alike = aboutTheSame({ name, payload });
    const told = await manager.findOne(JobEntity, {
      select: { id: true, toldAt: true },
      where: { ...alike, toldAt: Not(IsNull()) },
      order: { toldAt: 'DESC' },
    });
    const isKnown =
      told?.toldAt &&
      !(await manager.existsBy(JobEntity, { ...alike, status: 'done', finishedAt: MoreThan(told.toldAt) }));
    if (isKnown) return null;
    await manager.update(JobEntity, { id }, { toldAt: now, notices: () => 'notices + 1' });
    const { notices } = await manager.findOneOrFail(JobEntity, { select: { notices: true }, where: { id } });
    return notices;
  }

  /** Lets support be told once more, should a job with this payload be given up again. */
  async forgetTold(job: Pick<JobEntity, 'name' | 'payload'>): Promise<void> {
    const { manager } = this.dataSource;
    await manager.update(JobEntity, aboutTheSame(job), { toldAt: null });
  }

  /**
   * Puts a job back for another run, if this one still has it. A free attempt is given back even when another run has
   * taken over meanwhile, as happens when the database was what was away.
   */
  async requeue(job: JobRow, delayMs: number, lastError: string, isFree: boolean): Promise<void> {
    const { manager } = this.dataSource;
    const { affected } = await manager.update(JobEntity, ownRow(job), {
      ...{ status: 'queued', leaseUntil: null, lastError: lastError.slice(0, 500) },
      ...(isFree ? { attempts: () => 'attempts - 1' } : {}),
      availableAt: nowAnd(delayMs),
    });
    if (affected !== 0 || !isFree) return;
    await manager.update(
      JobEntity,
      { id: job.id, fence: MoreThan(job.fence), ...IS_OPEN },
      { attempts: () => 'greatest(attempts - 1, 0)' },
    );
  }

  /** Begins a failed job anew; null when it has not failed. */
  async restart(
    manager: EntityManager,
    which: Pick<JobEntity, 'id'> | Pick<JobEntity, 'name' | 'key'>,
  ): Promise<Pick<JobRow, 'id' | 'name' | 'attempts' | 'fence'> | null> {
    const update = manager
      .createQueryBuilder()
      .update(JobEntity)
      .where({ ...which, status: 'failed' });
    const { raw } = await update
      .set({ status: 'queued', attempts: 0, finishedAt: null, leaseUntil: null, availableAt: now })
      .returning(['id', 'name', 'attempts', 'fence'])
      .execute();
    return (raw as JobRow[])[0] ?? null;
  }

  /**
   * Open jobs that nobody holds although their time has come: what the reconciler puts back into the queue. The oldest of
   * each kind, so that a kind that is stuck does not hide the others; for that it takes a window over the rows of a kind.
   * @param leaseMs how long a lease is
   * @param takesOver whether a lease that has ended is nobody's
   * @param running ids of jobs that this process holds, whatever their leases say
   */
  findIdle(
    limitPerKind: number,
    idleAfterMs: number,
    { leaseMs, takesOver, running }: { leaseMs: number; takesOver: boolean; running: readonly string[] },
  ): Promise<JobRow[]> {
    const isDue = hasCome('available_at', {
      longestMs: LONGEST_WAIT_MS,
      now: 'now() - make_interval(secs => $2)',
    });
    return this.dataSource.query<JobRow[]>(
      `select ${COLUMNS} from (
         select *, row_number() over (partition by name order by available_at, id) as place from jobs
         where (status = 'queued' and ${isDue})
            or (status = 'running' and ${hasCome('lease_until', { longestMs: leaseMs })} and $3 and id <> all($4::uuid[]))
       ) idle
       where place <= $1 order by place, available_at`,
      [limitPerKind, idleAfterMs / 1000, takesOver, running],
    );
  }
}

/**
 * Claims in one lane come one after the other, or two of them would both find it free. An advisory lock of the lane that
 * the row itself names, in one statement.
 */
async function lockLane(manager: EntityManager, id: string): Promise<void> {
  await manager.query(
    `select pg_advisory_xact_lock(hashtextextended(name || (payload ->> 'lane'), 0)) from jobs
     where id = $1 and payload ? 'lane'`,
    [id],
  );
}

const laneIsFree = (leaseMs: number) => `and not exists (
  select from jobs other where other.name = jobs.name and other.id <> jobs.id and other.status = 'running'
    and (${isAwaited('other.lease_until', { longestMs: leaseMs })} or not $3) and other.payload ->> 'lane' = jobs.payload ->> 'lane')`;

/** The claim is one statement that also asks for other rows of the lane, and answers the row as it is afterwards. */
async function takeRow(
  manager: EntityManager,
  id: string,
  leaseMs: number,
  takesOver: boolean,
  condition = '',
): Promise<JobRow | undefined> {
  const hasLeaseEnded = hasCome('lease_until', { longestMs: leaseMs });
  const [rows] = await manager.query<[JobRow[], number]>(
    `update jobs set status = 'running', attempts = attempts + 1, fence = fence + 1,
       lease_until = now() + make_interval(secs => $2)
     where id = $1 and (status = 'queued' or (status = 'running' and ${hasLeaseEnded} and $3)) ${condition}
     returning ${COLUMNS}`,
    [id, leaseMs / 1000, takesOver],
  );
  return rows[0];
}
