import type { EntityManager } from 'typeorm';
import { DAY_MS } from '#platform';

/** What is due at a time. An agreement has at most one of each kind; setting it again moves it. */
export type DeadlineKind =
  | 'unpaid-warning-1'
  | 'unpaid-warning-2'
  | 'unpaid-end'
  | 'remind-1'
  | 'remind-3'
  | 'remind-6'
  | 'remind-10'
  | 'remind-13'
  | 'link-end'
  | 'access-warning-7'
  | 'access-warning-1'
  | 'access-end'
  | 'content-end';

type Deadline = readonly [kind: DeadlineKind, dueAt: Date];

const addDays = (time: Date, days: number): Date => new Date(time.getTime() + days * DAY_MS);

/** An unpaid recording is deleted at `endsAt`; its creator is warned seven days and one day before. */
export async function scheduleUnpaidEnd(
  manager: EntityManager,
  agreementId: string,
  endsAt: Date,
  now: Date,
): Promise<void> {
  await moveNotices(manager, agreementId, now, [
    ['unpaid-warning-1', addDays(endsAt, -7)],
    ['unpaid-warning-2', addDays(endsAt, -1)],
  ]);
  await moveDeadline(manager, agreementId, 'unpaid-end', endsAt);
}

/** The content of a paid agreement is deleted at `endsAt`; its owner is warned seven days and one day before. */
export async function scheduleAccessEnd(
  manager: EntityManager,
  agreementId: string,
  endsAt: Date,
  now: Date,
): Promise<void> {
  await moveNotices(manager, agreementId, now, [
    ['access-warning-7', addDays(endsAt, -7)],
    ['access-warning-1', addDays(endsAt, -1)],
  ]);
  await moveDeadline(manager, agreementId, 'access-end', endsAt);
}

/** Party B is reminded automatically on days 1, 3, 6, 10 and 13 after the first invitation. */
export function scheduleReminders(
  manager: EntityManager,
  agreementId: string,
  invitedAt: Date,
): Promise<void> {
  return moveNotices(manager, agreementId, invitedAt, [
    ['remind-1', addDays(invitedAt, 1)],
    ['remind-3', addDays(invitedAt, 3)],
    ['remind-6', addDays(invitedAt, 6)],
    ['remind-10', addDays(invitedAt, 10)],
    ['remind-13', addDays(invitedAt, 13)],
  ]);
}

/** The current link to the invitation ends at `expiresAt`; every new link moves it. */
export function scheduleLinkEnd(manager: EntityManager, agreementId: string, expiresAt: Date): Promise<void> {
  return moveDeadline(manager, agreementId, 'link-end', expiresAt);
}

/** Audio, photo and transcript are deleted at `dueAt`; a time in the past means as soon as possible. */
export function scheduleContentDeletion(
  manager: EntityManager,
  agreementId: string,
  dueAt: Date,
): Promise<void> {
  return moveDeadline(manager, agreementId, 'content-end', dueAt);
}

/** Sets one deadline to a time and opens it again. The caller holds the lock on the agreement's row. */
async function moveDeadline(
  manager: EntityManager,
  agreementId: string,
  kind: DeadlineKind,
  dueAt: Date,
): Promise<void> {
  await manager.query(
    `insert into deadlines (agreement_id, kind, due_at) values ($1, $2, $3)
     on conflict (agreement_id, kind) do update set due_at = excluded.due_at, done_at = null`,
    [agreementId, kind, dueAt],
  );
}

/** Reminders that are still to come are sent again, after a bounce has stopped them. */
export async function reopenReminders(manager: EntityManager, agreementId: string, now: Date): Promise<void> {
  await manager.query(
    `update deadlines set done_at = null where agreement_id = $1 and kind like 'remind-%' and due_at > $2`,
    [agreementId, now],
  );
}

/** Nothing is done any more at open deadlines of these kinds: SQL patterns, such as `remind-%`. */
export async function closeDeadlines(
  manager: EntityManager,
  agreementId: string,
  now: Date,
  kinds: readonly string[],
): Promise<void> {
  await manager.query(
    'update deadlines set done_at = $2 where agreement_id = $1 and kind like any ($3::text[]) and done_at is null',
    [agreementId, now, kinds],
  );
}

/** Notices whose time has passed already count as given: nobody is warned seven days ahead when five are left. */
async function moveNotices(
  manager: EntityManager,
  agreementId: string,
  now: Date,
  notices: readonly Deadline[],
): Promise<void> {
  await manager.query(
    `insert into deadlines (agreement_id, kind, due_at, done_at)
     select $1, kind, due_at, case when due_at <= $4 then $4::timestamptz end
     from unnest($2::text[], $3::timestamptz[]) as d (kind, due_at)
     on conflict (agreement_id, kind) do update set due_at = excluded.due_at, done_at = excluded.done_at`,
    [agreementId, notices.map(([kind]) => kind), notices.map(([, dueAt]) => dueAt), now],
  );
}
