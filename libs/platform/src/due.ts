import { type FindOperator, Raw } from 'typeorm';
import { MINUTE_MS } from './clock.js';

/** The clocks of two machines differ by less than this, and so do the beginning of a transaction and its statements. */
export const CLOCKS_APART_MS = MINUTE_MS;

/** How far ahead a time may lie that somebody waits for. */
interface Ahead {
  /** Milliseconds from now, at most. */
  longestMs: number;
  /** SQL of a time up to which it may lie as well, however far ahead that is. */
  orUntil?: string;
  /** SQL of the time that it is; usually that of the database. */
  now?: string;
}

const latest = ({ longestMs, orUntil, now = 'now()' }: Ahead): string => {
  const byNow = `${now} + make_interval(secs => ${(longestMs + CLOCKS_APART_MS) / 1000})`;
  return orUntil === undefined ? byNow : `greatest(${byNow}, ${orUntil})`;
};

/**
 * SQL: whether the time in a column has come at which a lease ends or something is tried next. One that lies further
 * ahead than anybody sets it was written while a clock was ahead that is put back since: it counts as come, or the work
 * would stand still for as long as the clock was ahead. Neither this nor `isAwaited` holds for null.
 */
export function hasCome(column: string, ahead: Ahead): string {
  return `(${column} <= ${ahead.now ?? 'now()'} or ${column} > ${latest(ahead)})`;
}

/** SQL: the opposite of `hasCome`. */
export function isAwaited(column: string, ahead: Ahead): string {
  return `(${column} > ${ahead.now ?? 'now()'} and ${column} <= ${latest(ahead)})`;
}

/**
 * SQL: whether as much time has passed since something was noted. What was noted by a clock that was ahead, and is put
 * back since, counts as noted long ago.
 * @param pause SQL of an interval
 */
export function hasPassedSince(column: string, pause: string, now = 'now()'): string {
  const apart = `make_interval(secs => ${CLOCKS_APART_MS / 1000})`;
  return `(${column} <= ${now} - ${pause} or ${column} > ${now} + ${apart})`;
}

/** `hasCome` for the conditions of a search. */
export function dueBy(now: Date, ahead: Omit<Ahead, 'now'>): FindOperator<Date> {
  return Raw((column) => hasCome(column, { ...ahead, now: 'cast(:dueBy as timestamptz)' }), { dueBy: now });
}

/**
 * When something happened by the clock of another machine. A time further ahead than clocks differ is of one that is
 * wrong, and counts as now: kept as it is, it would make all that happens until then look older.
 * @param at ISO 8601
 */
export function happenedAt(at: string, now: Date): Date {
  const time = new Date(at);
  return time.getTime() > now.getTime() + CLOCKS_APART_MS ? now : time;
}

/** `hasCome` for a time that was read. */
export function isDue(at: Date, now: Date, { longestMs }: Pick<Ahead, 'longestMs'>): boolean {
  const aheadMs = at.getTime() - now.getTime();
  return aheadMs <= 0 || aheadMs > longestMs + CLOCKS_APART_MS;
}
