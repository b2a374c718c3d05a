import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { hotQuery } from '#platform';
import { LOG_COLUMNS, type LogRow, type WalkedLog, walkRows } from '../event-log/event-log.module.js';
import {
  type CopyRow,
  type MadeSeal,
  RecordingCopyEntity,
  SealEntity,
  SealPartEntity,
} from '../seals/seals.module.js';
import type { StoredConsents } from './consent-record.js';

/** A seal as far as it is evidence. */
export type StoredSeal = Omit<MadeSeal, 'failures' | 'timestampDueAt' | 'takesLogHead'>;

/** All rows that are kept of the evidence of an agreement, but those of the exports of its transcript. */
export interface StoredEvidence {
  /** Made ones, oldest first. */
  seals: StoredSeal[];
  parts: SealPartEntity[];
  copies: CopyRow[];
  log: WalkedLog;
  consents: StoredConsents;
}

type Times = 'orderedAt' | 'sealedAt' | 'timestampAt' | 'checkedAt';
type SealJson = Omit<StoredSeal, Times | 'timestampToken'> & {
  orderedAt: string;
  sealedAt: string;
  timestampAt: string | null;
  checkedAt: string | null;
  timestampToken: string | null;
};
type PartJson = Omit<SealPartEntity, 'deletedAt'> & { deletedAt: string | null };

interface EvidenceRow {
  lastSeq: number;
  lastHash: string;
  lastSeal: string | null;
  seals: SealJson[];
  parts: PartJson[];
  copies: CopyRow[];
  log: LogRow[];
  consent: StoredConsents['consent'];
  confirmations: StoredConsents['confirmations'];
}

const iso = (column: string) => `to_char(${column} at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
const listOf = (select: string) => `coalesce((select json_agg(row_to_json(x)) from (${select}) x), '[]')`;

/** One statement, so that a seal that is made meanwhile is in all of it or in nothing of it. */
const EVIDENCE = `
  select a.log_seq as "lastSeq", a.log_hash as "lastHash", a.log_seal as "lastSeal",
    ${listOf(`select agreement_id as "agreementId", version, log_seq as "logSeq", ${iso('ordered_at')} as "orderedAt",
        ${iso('sealed_at')} as "sealedAt", manifest, manifest_sha256 as "manifestSha256", signature,
        key_id as "keyId", encode(timestamp_token, 'base64') as "timestampToken",
        timestamp_signature as "timestampSignature", ${iso('timestamp_at')} as "timestampAt",
        log_head as "logHead", log_head_signature as "logHeadSignature",
        ${iso('checked_at')} as "checkedAt", problem
      from seals s where s.agreement_id = a.agreement_id and sealed_at is not null order by version`)} as seals,
    ${listOf(`select agreement_id as "agreementId", version, path, kind, sha256, bytes::float8 as bytes,
        object_key as "objectKey", ${iso('deleted_at')} as "deletedAt"
      from seal_parts p where p.agreement_id = a.agreement_id order by version, path`)} as parts,
    ${listOf(`select c.agreement_id as "agreementId", c.recording_id as "recordingId", r.party, c.format, c.sha256,
        c.bytes::float8 as bytes, c.original_sha256 as "originalSha256", c.signature, c.key_id as "keyId"
      from recording_copies c join recordings r on r.id = c.recording_id
      where c.agreement_id = a.agreement_id order by r.party, c.format, c.noted_at`)} as copies,
    ${listOf(`select ${LOG_COLUMNS} from agreement_events e where e.agreement_id = a.agreement_id order by seq`)} as log,
    (select json_build_object('via', c.via, 'wordingVersion', c.wording_version, 'address', c.address,
        'device', c.device, 'deviceMatch', c.device_match, 'sha256', r.sha256, 'codeId', c.code_id,
        'isCodeUsed', coalesce(k.used_at is not null and k.agreement_id = c.agreement_id, false),
        'consentedAt', ${iso('c.consented_at')})
      from consents c left join recordings r on r.id = c.recording_id and r.agreement_id = c.agreement_id
        left join consent_codes k on k.id = c.code_id
      where c.agreement_id = a.agreement_id) as consent,
    ${listOf(`select id, answer, via, reason, address, device, device_match as "deviceMatch", ${iso('answered_at')} as "answeredAt"
      from confirmations f where f.agreement_id = a.agreement_id`)} as confirmations
  from agreements a where a.agreement_id = $1`;

/** Where the log of an agreement ended. */
export interface LogEnd {
  agreementId: string;
  seq: number;
  hash: string;
}

/** A seal that was asked for. */
interface Order {
  agreementId: string;
  version: number;
  failures: number;
}

/** Reads of evidence that are no work on rows of one table. */
@Injectable()
export class EvidenceRepository {
  constructor(private readonly dataSource: DataSource) {}

  /** Null when there is no such agreement. SQL: rows of nine tables as they are at one moment, parsed once. */
  async read(agreementId: string): Promise<StoredEvidence | null> {
    const [row] = await hotQuery<EvidenceRow>(this.dataSource, 'stored-evidence', EVIDENCE, [agreementId]);
    if (!row) return null;
    const { lastSeq, lastHash, lastSeal, copies, consent, confirmations } = row;
    return {
      seals: row.seals.map((seal) => ({
        ...seal,
        orderedAt: new Date(seal.orderedAt),
        sealedAt: new Date(seal.sealedAt),
        timestampAt: seal.timestampAt === null ? null : new Date(seal.timestampAt),
        checkedAt: seal.checkedAt === null ? null : new Date(seal.checkedAt),
        timestampToken: seal.timestampToken === null ? null : Buffer.from(seal.timestampToken, 'base64'),
      })),
      parts: row.parts.map((part) => ({
        ...part,
        deletedAt: part.deletedAt === null ? null : new Date(part.deletedAt),
      })),
      log: walkRows(agreementId, row.log, { seq: lastSeq, hash: lastHash, seal: lastSeal }),
      ...{ copies, consents: { consent, confirmations } },
    };
  }

  /** The agreement whose seal was the first to hold a file; null when none does. */
  async firstSealedWith(sha256: string): Promise<string | null> {
    const first = await this.dataSource.manager
      .createQueryBuilder(SealPartEntity, 'p')
      .innerJoin(SealEntity, 's', 's.agreementId = p.agreementId and s.version = p.version')
      .select('p.agreementId', 'agreementId')
      .where('p.sha256 = :sha256', { sha256 })
      .orderBy('s.sealedAt')
      .addOrderBy('p.agreementId')
      .limit(1)
      .getRawOne<{ agreementId: string }>();
    return first?.agreementId ?? null;
  }

  /** The agreements that have a copy with this hash of a recording in a seal of theirs, the first to be sealed first. */
  sealedWithCopy(sha256: string, limit: number): Promise<{ agreementId: string; originalSha256: string }[]> {
    return this.dataSource.manager
      .createQueryBuilder(RecordingCopyEntity, 'c')
      .innerJoin(SealPartEntity, 'p', 'p.agreementId = c.agreementId and p.sha256 = c.originalSha256')
      .innerJoin(SealEntity, 's', 's.agreementId = p.agreementId and s.version = p.version')
      .select('c.agreementId', 'agreementId')
      .addSelect('c.originalSha256', 'originalSha256')
      .where('c.sha256 = :sha256', { sha256 })
      .groupBy('c.agreementId')
      .addGroupBy('c.originalSha256')
      .orderBy('min(s.sealedAt)')
      .addOrderBy('c.agreementId')
      .limit(limit)
      .getRawMany();
  }

  /** Seals that were asked for, and that no job will make. SQL: keys of jobs are put together from the seals' own. */
  withoutJob(before: Date, limit: number): Promise<Order[]> {
    return this.dataSource.query<Order[]>(
      `select s.agreement_id as "agreementId", s.version, s.failures from seals s
       join agreements a on a.agreement_id = s.agreement_id and (a.content_deleted_at is null
         or exists (select from seals b where b.agreement_id = s.agreement_id and b.sealed_at is not null))
       where s.sealed_at is null and s.ordered_at <= $1
         and not exists (select from jobs j where j.name = 'seal-agreement' and j.status in ('queued', 'running')
           and j.key = s.agreement_id || ':' || s.version || ':' || s.failures)
       order by s.ordered_at limit $2`,
      [before, limit],
    );
  }

  /** Agreements whose log does not go through an end that it had. SQL: thousands of ends are compared at once. */
  async missed(ends: readonly LogEnd[]): Promise<string[]> {
    const rows = await this.dataSource.query<{ id: string }[]>(
      `select e.id from unnest($1::text[], $2::int[], $3::text[]) as e (id, seq, hash)
       where not exists (select from agreement_events l
         where l.agreement_id = e.id and l.seq = e.seq and l.hash = e.hash)`,
      [ends.map(({ agreementId }) => agreementId), ends.map(({ seq }) => seq), ends.map(({ hash }) => hash)],
    );
    return rows.map(({ id }) => id);
  }
}
