import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import canonicalize from 'canonicalize';
import { DataSource, type EntityManager } from 'typeorm';
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
}

export interface LogRow extends Omit<LogEntry, 'origin' | 'type'>, Origin {
  /** A {@link LogType}, as far as nobody wrote into the table. */
  type: string;
  seq: number;
  /** ISO 8601, UTC, milliseconds: exactly as hashed. */
  at: string;
  prevHash: string;
  hash: string;
}

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
const SELECT_ROWS = `select ${LOG_COLUMNS} from agreement_events`;
const SELECT_HEAD = 'select log_seq as seq, log_hash as hash from agreements where agreement_id = $1';

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
    const [head] = await manager.query<LogHead[]>(`${SELECT_HEAD} for update`, [agreementId]);
    if (!head) throw new Error(`No agreement ${agreementId} to write the log of`);
    const { origin = noOrigin, ...content } = entry;
    const row = {
      seq: head.seq + 1,
      at: this.clock.now().toISOString(),
      prevHash: head.hash,
      ...content,
      ...origin,
    };
    const hash = hashRow(agreementId, row);
    await manager.query(
      'update agreements set log_seq = $2, log_hash = $3, log_seal = $4 where agreement_id = $1',
      [agreementId, row.seq, hash, this.seals.seal(agreementId, { seq: row.seq, hash })],
    );
    await manager.query(
      `insert into agreement_events (agreement_id, seq, at, actor, type, detail, prev_hash, hash, address, device)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`,
      [
        agreementId,
        row.seq,
        row.at,
        row.actor,
        row.type,
        JSON.stringify(row.detail),
        row.prevHash,
        hash,
        row.address,
        row.device,
      ],
    );
    return row.seq;
  }

  /** @param upTo the last row that is read; without it all are */
  async read(agreementId: string, upTo: number | null = null): Promise<LogRow[]> {
    const rows = await this.dataSource.query<LogRow[]>(
      `${SELECT_ROWS} where agreement_id = $1 and ($2::int is null or seq <= $2) order by seq`,
      [agreementId, upTo],
    );
    return rows.map(fromStored);
  }

  async readOne(agreementId: string, seq: number): Promise<LogRow | null> {
    const [row] = await this.dataSource.query<LogRow[]>(
      `${SELECT_ROWS} where agreement_id = $1 and seq = $2`,
      [agreementId, seq],
    );
    return row ? fromStored(row) : null;
  }

  /** When the newest rows of a type were written, newest first. */
  async times(manager: EntityManager, agreementId: string, type: LogType, limit: number): Promise<Date[]> {
    const rows = await manager.query<{ at: Date }[]>(
      'select at from agreement_events where agreement_id = $1 and type = $2 order by seq desc limit $3',
      [agreementId, type, limit],
    );
    return rows.map((row) => row.at);
  }

  async has(manager: EntityManager, agreementId: string, type: LogType): Promise<boolean> {
    return (await this.times(manager, agreementId, type, 1)).length > 0;
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
