import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import canonicalize from 'canonicalize';
import { DataSource, type EntityManager } from 'typeorm';

/** What is written of a happening. Details hold hashes and facts, never secrets. */
export interface LogEntry {
  type: string;
  /** `visitor`, `user:17`, `party-b`, `payments`, `transcription`, … */
  actor: string;
  detail: Record<string, string | number | boolean | null>;
}

export interface LogRow extends LogEntry {
  seq: number;
  /** ISO 8601, UTC, milliseconds: exactly as hashed. */
  at: string;
  prevHash: string;
  hash: string;
}

const GENESIS = '0'.repeat(64);

/** SHA-256 over the hash before and the canonical JSON (RFC 8785) of the row. */
export function hashRow(agreementId: string, row: Omit<LogRow, 'hash'>): string {
  const { prevHash, ...content } = row;
  return createHash('sha256')
    .update(prevHash)
    .update(canonicalize({ agreementId, ...content }) ?? '')
    .digest('hex');
}

/** The number of the first row that does not fit, or null when the chain is whole. */
export function findBreak(agreementId: string, rows: readonly LogRow[]): number | null {
  let prevHash = GENESIS;
  for (const [index, row] of rows.entries()) {
    const { hash, ...content } = row;
    if (row.seq !== index + 1 || row.prevHash !== prevHash || hashRow(agreementId, content) !== hash)
      return index + 1;
    prevHash = hash;
  }
  return null;
}

/** The append-only log of an agreement: each row hashes the one before. */
@Injectable()
export class EventLog {
  constructor(private readonly dataSource: DataSource) {}

  /** Appends inside the caller's transaction, which must hold the lock on the agreement's row. */
  async append(manager: EntityManager, agreementId: string, entry: LogEntry): Promise<void> {
    const [last] = await manager.query<{ seq: number; hash: string }[]>(
      'select seq, hash from agreement_events where agreement_id = $1 order by seq desc limit 1',
      [agreementId],
    );
    const row = {
      seq: (last?.seq ?? 0) + 1,
      at: new Date().toISOString(),
      prevHash: last?.hash ?? GENESIS,
      ...entry,
    };
    await manager.query(
      `insert into agreement_events (agreement_id, seq, at, actor, type, detail, prev_hash, hash)
       values ($1, $2, $3, $4, $5, $6, $7, $8)`,
      [
        agreementId,
        row.seq,
        row.at,
        row.actor,
        row.type,
        JSON.stringify(row.detail),
        row.prevHash,
        hashRow(agreementId, row),
      ],
    );
  }

  async read(agreementId: string): Promise<LogRow[]> {
    const rows = await this.dataSource.query<(Omit<LogRow, 'at'> & { at: Date })[]>(
      `select seq, at, actor, type, detail, prev_hash as "prevHash", hash from agreement_events
       where agreement_id = $1 order by seq`,
      [agreementId],
    );
    return rows.map((row) => ({ ...row, at: row.at.toISOString() }));
  }
}
