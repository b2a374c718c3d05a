import {
  Column,
  Entity,
  type EntityManager,
  IsNull,
  LessThanOrEqual,
  MoreThan,
  PrimaryColumn,
  Raw,
} from 'typeorm';
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

@Entity('deadlines')
export class DeadlineEntity {
  @PrimaryColumn('text')
  agreementId: string;

  /** `stuck`: from when on a transcript that nothing is heard of is asked for again. */
  @PrimaryColumn('text')
  kind: DeadlineKind | 'stuck';

  @Column('timestamptz')
  dueAt: Date;

  /** Null while it is open. */
  @Column('timestamptz', { nullable: true })
  doneAt: Date | null;
}

/** An agreement has one of each kind. */
const KEY = ['agreementId', 'kind'];

/** Kinds that are like one of these SQL patterns. */
const like = (...kinds: string[]) => Raw((column) => `${column} like any (:kinds)`, { kinds });

const dueBy = (now: Date) => ({ doneAt: IsNull(), dueAt: LessThanOrEqual(now) });

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

/** Kinds that are only for a recording that nobody has paid for. */
const UNPAID = ['unpaid-warning-1', 'unpaid-warning-2', 'unpaid-end'] as const;
export type UnpaidKind = (typeof UNPAID)[number];

export const isUnpaidKind = (kind: DeadlineKind): kind is UnpaidKind =>
  UNPAID.some((unpaid) => unpaid === kind);

/** The end of an unpaid recording, or a warning of it, comes later; what came before it does not come once more. */
export function putOffUnpaid(
  manager: EntityManager,
  agreementId: string,
  kind: UnpaidKind,
  until: Date,
): Promise<void> {
  return moveDeadline(manager, agreementId, kind, until);
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

/** Party B is reminded automatically on days 1, 3, 6, 10 and 13 after the first invitation to an address. */
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

/** Whether a deletion that was put off is open and due by then. */
export function isDeletionDue(manager: EntityManager, agreementId: string, by: Date): Promise<boolean> {
  return manager.existsBy(DeadlineEntity, { agreementId, kind: 'content-end', ...dueBy(by) });
}

/** Sets one deadline to a time and opens it again. The caller holds the lock on the agreement's row. */
async function moveDeadline(
  manager: EntityManager,
  agreementId: string,
  kind: DeadlineKind,
  dueAt: Date,
): Promise<void> {
  await manager.upsert(DeadlineEntity, { agreementId, kind, dueAt, doneAt: null }, KEY);
}

/** From when on a transcript may be asked for again; nothing happens then by itself. The caller holds the same lock. */
export async function moveStuck(
  manager: EntityManager,
  agreementId: string,
  dueAt: Date,
  now: Date,
): Promise<void> {
  await manager.upsert(DeadlineEntity, { agreementId, kind: 'stuck', dueAt, doneAt: now }, KEY);
}

/** Closes a deadline that is open and due. Answers when it was due, null when it is not or somebody was first. */
export async function takeDeadline(
  manager: EntityManager,
  { agreementId, kind }: Pick<DeadlineEntity, 'agreementId' | 'kind'>,
  now: Date,
): Promise<Date | null> {
  const { raw } = await manager.update(
    DeadlineEntity,
    { agreementId, kind, ...dueBy(now) },
    { doneAt: now },
    { returning: 'due_at as "dueAt"' },
  );
  const [taken] = raw as { dueAt: Date }[];
  return taken?.dueAt ?? null;
}

/** Whether a reminder waits, open and due. */
export function isReminderDue(manager: EntityManager, agreementId: string, now: Date): Promise<boolean> {
  return manager.existsBy(DeadlineEntity, { agreementId, kind: like('remind-%'), ...dueBy(now) });
}

/** Reminders that are still to come are sent again, after a bounce has stopped them. */
export async function reopenReminders(manager: EntityManager, agreementId: string, now: Date): Promise<void> {
  await manager.update(
    DeadlineEntity,
    { agreementId, kind: like('remind-%'), dueAt: MoreThan(now) },
    { doneAt: null },
  );
}

/** Nothing is done any more at open deadlines of these kinds: SQL patterns, such as `remind-%`. */
export async function closeDeadlines(
  manager: EntityManager,
  agreementId: string,
  now: Date,
  kinds: readonly string[],
): Promise<void> {
  await manager.update(
    DeadlineEntity,
    { agreementId, kind: like(...kinds), doneAt: IsNull() },
    { doneAt: now },
  );
}

/** Notices whose time has passed already count as given: nobody is warned seven days ahead when five are left. */
async function moveNotices(
  manager: EntityManager,
  agreementId: string,
  now: Date,
  notices: readonly Deadline[],
): Promise<void> {
  const deadlines = notices.map(([kind, dueAt]) => ({
    ...{ agreementId, kind, dueAt },
    doneAt: dueAt <= now ? now : null,
  }));
  await manager.upsert(DeadlineEntity, deadlines, KEY);
}
