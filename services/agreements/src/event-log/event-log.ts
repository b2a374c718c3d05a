import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import canonicalize from 'canonicalize';
import {
  Column,
  DataSource,
  Entity,
  type EntityManager,
  In,
  LessThanOrEqual,
  MoreThanOrEqual,
  PrimaryColumn,
} from 'typeorm';
import { Clock, noOrigin, type Origin } from '#platform';
import { AgreementsConfig } from '../config.js';
import { type LogHead, LogSeal } from './log-seal.js';
import type { LogType } from './log-types.js';

/** What is written of something that happened. Details hold hashes and facts, never secrets. */
export interface LogEntry {
  type: LogType;
  /** `visitor`, `user:17`, `party-b`, `payments`, `transcription`, … */
  actor: string;
  detail: Record<string, string | number | boolean | null>;
  /** Of the person who acted; nothing when a deadline or a service did. */
  origin?: Origin;
  /** When it happened, where a row of another table says so as well; now without it. */
  at?: Date;
}

/** Whose address and browser are for administrators alone. `payments:admin` decided about an escrow. */
export const isByAdmin = (actor: string): boolean => actor.startsWith('admin:') || actor === 'payments:admin';

export interface LogRow extends Omit<LogEntry, 'origin' | 'type' | 'at'>, Origin {
  /** A {@link LogType}, as far as nobody wrote into the table. */
  type: string;
  seq: number;
  /** ISO 8601, UTC, milliseconds: exactly as hashed. */
  at: string;
  prevHash: string;
  hash: string;
}

/** {@link LogRow} as it is stored. Rows are added and never changed or removed: the database refuses it. */
@Entity('agreement_events')
export class LogRowEntity {
  @PrimaryColumn('text')
  agreementId: string;

  @PrimaryColumn('int')
  seq: number;

  @Column('timestamptz')
  at: Date;

  @Column('text')
  actor: string;

  @Column('text')
  type: string;

  @Column('jsonb')
  detail: LogEntry['detail'];

  @Column('text')
  prevHash: string;

  @Column('text')
  hash: string;

  @Column('text', { nullable: true })
  address: string | null;

  @Column('text', { nullable: true })
  device: string | null;
}

/** What the log keeps in the row of an agreement: where it ends. */
interface LoggedColumns {
  agreementId: string;
  logSeq: number;
  logHash: string;
  logSeal: string;
}
/** By the name of the table: the entity with these columns is of a room that stands above this one. */
const AGREEMENTS = 'agreements';

const GENESIS = '0'.repeat(64);

/** SHA-256 over the hash before and the canonical JSON (RFC 8785) of the row. */
export function hashRow(agreementId: string, row: Omit<LogRow, 'hash'>): string {
  const { prevHash, address, device, ...content } = row;
  return createHash('sha256')
    .update(prevHash)
    .update(
      canonicalize({
        agreementId,
        ...content,
        // Rows of a time without them have neither.
        ...(address === null ? {} : { address }),
        ...(device === null ? {} : { device }),
      }) ?? '',
    )
    .digest('hex');
}

/** The number of the first row that does not fit, or null when the chain is whole and ends at its head. */
export function findBreak(agreementId: string, rows: readonly LogRow[], head: LogHead): number | null {
  let prevHash = GENESIS;
  for (const [index, row] of rows.entries()) {
    const { hash, ...content } = row;
    if (row.seq !== index + 1 || row.prevHash !== prevHash || hashRow(agreementId, content) !== hash)
      return index + 1;
    prevHash = hash;
  }
  return rows.length === head.seq && prevHash === head.hash ? null : rows.length + 1;
}

/** A row as it was hashed: it was written with milliseconds; microseconds that somebody added stay to be seen. */
export const fromStored = <Row extends { at: string }>(row: Row): Row => ({
  ...row,
  at: row.at.replace(/000Z$/, 'Z'),
});

/** Columns of `agreement_events` that make a {@link LogRow}, still to go through {@link fromStored}. */
export const LOG_COLUMNS = `
  seq, to_char(at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as at, actor, type, detail,
  prev_hash as "prevHash", hash, address, device`;

/** A log with its end as it is kept apart from it. */
export interface WalkedLog {
  head: LogHead & { seal: string | null };
  rows: LogRow[];
  /** What {@link findBreak} answers. */
  breaksAt: number | null;
}

/** The append-only log of an agreement: each row hashes the one before, and its end is sealed. */
@Injectable()
export class EventLog {
  private readonly seals: LogSeal;

  constructor(
    private readonly dataSource: DataSource,
    private readonly clock: Clock,
    { logSealSecret }: AgreementsConfig,
  ) {
    this.seals = new LogSeal(logSealSecret);
  }

  /** Appends inside the caller's transaction, which must hold the lock on the agreement's row. Answers the row's number. */
  async append(manager: EntityManager, agreementId: string, entry: LogEntry): Promise<number> {
    const end = await manager.findOne<LoggedColumns>(AGREEMENTS, {
      select: { logSeq: true, logHash: true },
      where: { agreementId },
      lock: { mode: 'pessimistic_write' },
    });
    if (!end) throw new Error(`No agreement ${agreementId} to write the log of`);
    const { origin = noOrigin, at = this.clock.now(), ...content } = entry;
    const row = { seq: end.logSeq + 1, at: at.toISOString(), prevHash: end.logHash, ...content, ...origin };
    const { seq } = row;
    const hash = hashRow(agreementId, row);
    const logSeal = this.seals.seal(agreementId, { seq, hash });
    await manager.update<LoggedColumns>(AGREEMENTS, { agreementId }, { logSeq: seq, logHash: hash, logSeal });
    await manager.insert(LogRowEntity, { ...row, agreementId, at, hash });
    return seq;
  }

  /** @param upTo the last row that is read; without it all are */
  async read(agreementId: string, upTo: number | null = null): Promise<LogRow[]> {
    return this.rows(agreementId, null, upTo);
  }

  async readOne(agreementId: string, seq: number): Promise<LogRow | null> {
    const [row] = await this.rows(agreementId, seq, seq);
    return row ?? null;
  }

  /** When the newest rows of a type were written, newest first; without those of a clock that was ahead and is put back. */
  async times(manager: EntityManager, agreementId: string, type: LogType, limit: number): Promise<Date[]> {
    const rows = await manager.find(LogRowEntity, {
      where: { agreementId, type, at: LessThanOrEqual(this.clock.now()) },
      order: { seq: 'DESC' },
      take: limit,
    });
    return rows.map(({ at }) => at);
  }

  has(manager: EntityManager, agreementId: string, type: LogType): Promise<boolean> {
    return manager.existsBy(LogRowEntity, { agreementId, type });
  }

  /** Whether a row of one of the types was written at a time or later. */
  hasSince(
    manager: EntityManager,
    agreementId: string,
    types: readonly LogType[],
    since: Date,
  ): Promise<boolean> {
    return manager.existsBy(LogRowEntity, { agreementId, type: In(types), at: MoreThanOrEqual(since) });
  }

  /** What the rows of a type tell beside their time, oldest first. */
  async details(manager: EntityManager, agreementId: string, type: LogType): Promise<LogEntry['detail'][]> {
    const rows = await manager.find(LogRowEntity, { where: { agreementId, type }, order: { seq: 'ASC' } });
    return rows.map(({ detail }) => detail);
  }

  /** SQL: a Date would cut off the microseconds that show who wrote a time into the table. */
  private async rows(agreementId: string, first: number | null, last: number | null): Promise<LogRow[]> {
    const rows = await this.dataSource.query<LogRow[]>(
      `select ${LOG_COLUMNS} from agreement_events
       where agreement_id = $1 and ($2::int is null or seq >= $2) and ($3::int is null or seq <= $3) order by seq`,
      [agreementId, first, last],
    );
    return rows.map(fromStored);
  }
}

/** Looks whether a row was edited, removed, swapped or inserted. The rows are as they were read from the table. */
export function walkRows(
  agreementId: string,
  rows: readonly LogRow[],
  head: LogHead & { seal: string | null },
): WalkedLog {
  const log = rows.map(fromStored);
  return { head, rows: log, breaksAt: findBreak(agreementId, log, head) };
}
