import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { type AgreementStatus, agreementStatuses } from '#contracts';
import {
  AppError,
  addStandstill,
  Clock,
  foldedSql,
  hasCome,
  hasPassedSince,
  hotQuery,
  MINUTE_MS,
  numberPrefix,
  prefixPattern,
} from '#platform';
import { agreementClocks } from './agreement.clocks.js';
import { AgreementEntity } from './agreement.entity.js';
import type { Confirmation, ConsentVia, DeviceMatch } from './consents.js';
import type { DeadlineKind } from './deadlines.js';

/** Work that stands still is asked for again after this. */
export const ASK_AGAIN_MS = 15 * MINUTE_MS;
/** SQL: when something was last heard of the work on an agreement. */
const LAST_HEARD = 'greatest(a.transcript_at, c.consented_at, a.paid_at)';

/** Columns of `agreements` that no reader is given. Every other column of the entity is read. */
const unread = [
  'claimHash',
  'claimedAt',
  'backupTranscript',
  'transcriptAt',
  'photoSha256',
  'escrowVersion',
  'logSeq',
  'logHash',
  'logSeal',
] as const satisfies readonly (keyof AgreementEntity)[];

/** What is read beside the agreement's own columns: of its recording, its current invitation and party B's consent. */
interface JoinedColumns {
  recordingSha256: string | null;
  /** When the recording that counts was stored. */
  recordedAt: Date;
  recordingStartedAt: Date | null;
  durationMs: number | null;
  invitationId: string | null;
  invitationIssuedAt: Date | null;
  invitationExpiresAt: Date | null;
  invitationOpenedAt: Date | null;
  consentedAt: Date | null;
  consentRecordingId: string | null;
  consentVia: ConsentVia | null;
  consentAddress: string | null;
  consentDevice: string | null;
  consentDeviceMatch: DeviceMatch | null;
  confirmations: Confirmation[];
  /**
   * When the newest reminders went out, newest first: to pay, or to party B while they are waited for. Without those of a
   * clock that was ahead and is put back.
   */
  remindedAt: Date[] | null;
}

/** An agreement as it is read, straight from SQL. */
export interface AgreementRow extends Omit<AgreementEntity, (typeof unread)[number]>, JoinedColumns {}

type DealSummaryRow = Pick<
  AgreementRow,
  | 'agreementId'
  | 'partyAName'
  | 'partyBName'
  | 'kind'
  | 'title'
  | 'amountCents'
  | 'currency'
  | 'durationMs'
  | 'createdAt'
  | 'recordedAt'
>;

type ClaimableRow = AgreementRow & Pick<AgreementEntity, 'claimHash'>;

const joined: Record<keyof JoinedColumns, string> = {
  recordingSha256: 'r.sha256',
  recordedAt: 'coalesce(r.created_at, a.created_at)',
  recordingStartedAt: 'r.started_at',
  durationMs: 'r.duration_ms',
  invitationId: 'i.id',
  invitationIssuedAt: 'i.issued_at',
  invitationExpiresAt: 'i.expires_at',
  // Any of its links: a reminder does not undo that one before it was opened.
  invitationOpenedAt:
    '(select min(n.keyed_at) from invitations n where i.id is not null and n.agreement_id = a.agreement_id)',
  consentedAt: 'c.consented_at',
  consentRecordingId: 'c.recording_id',
  consentVia: 'c.via',
  consentAddress: 'c.address',
  consentDevice: 'c.device',
  consentDeviceMatch: 'c.device_match',
  confirmations: `array(
    select jsonb_build_object('answer', f.answer, 'via', f.via, 'reason', f.reason, 'address', f.address,
      'device', f.device, 'deviceMatch', f.device_match,
      'at', to_char(f.answered_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))
    from confirmations f where f.agreement_id = a.agreement_id order by f.answered_at)`,
  remindedAt: `case a.status when 'awaiting_party' then array(
    select n.issued_at from invitations n where n.agreement_id = a.agreement_id and n.kind = 'reminder'
    order by n.issued_at desc limit 5)
    when 'pending' then array(
    select e.at from agreement_events e where e.agreement_id = a.agreement_id and e.type = 'payment-reminded'
    order by e.seq desc limit 5) end`,
};

const FROM = `from agreements a
  left join recordings r on r.agreement_id = a.agreement_id and r.party = 'a' and r.replaced_at is null
  left join invitations i on i.agreement_id = a.agreement_id and i.revoked_at is null
  left join consents c on c.agreement_id = a.agreement_id`;

/** The figures of an owner, and of everybody: from the counters, as cheap for a thousand agreements as for one. */
export const countSql = 'select status, agreements as n from owner_counts where owner_id = $1';
export const countAllSql =
  'select status, sum(agreements)::int as n from owner_counts where owner_id < 0 group by status';

interface Count {
  status: AgreementStatus;
  n: number;
}

interface PageBounds {
  count: number;
  /** The row that the page begins after, as the newest come first. */
  beforeId: string | null;
  status: string | null;
}

/** What administrators look for. */
export interface AgreementsSearch {
  /** Beginning of the number, or of a party's name or address. */
  q: string | null;
  /** Whole numbers, and none but those. */
  ids: readonly string[] | null;
}

/** A deadline that may be due. */
export interface Candidate {
  agreementId: string;
  kind: DeadlineKind;
  /** As text: a Date would cut the microseconds off and find the same row again. */
  dueAt: string;
}

/** Reads of agreements that are no work on rows of one table: projections over several, pages, counts, searches for work. */
@Injectable()
export class AgreementsRepository {
  private readonly selectRows: string;
  /** What {@link find} asks. */
  readonly byNumberSql: string;

  constructor(
    private readonly dataSource: DataSource,
    private readonly clock: Clock,
  ) {
    const own = dataSource
      .getMetadata(AgreementEntity)
      .columns.filter(({ propertyName }) => !(unread as readonly string[]).includes(propertyName))
      // The driver gives a bigint as text, so it is asked for as a number.
      .map(({ databaseName, propertyName, type }) => [
        propertyName,
        `a.${databaseName}${type === 'bigint' ? '::float8' : ''}`,
      ]);
    const columns = [...own, ...Object.entries(joined)]
      .map(([name, sql]) => `${sql} as "${name}"`)
      .join(', ');
    this.selectRows = `select ${columns} ${FROM}`;
    this.byNumberSql = `select ${columns}, a.claim_hash as "claimHash" ${FROM} where a.agreement_id = $1`;
  }

  /** One agreement for reading. SQL: a projection over four tables, parsed once, because this is asked often. */
  async find(agreementId: string): Promise<ClaimableRow | null> {
    const values = [agreementId];
    const rows = await hotQuery<ClaimableRow>(
      this.dataSource,
      'agreement-by-number',
      this.byNumberSql,
      values,
    );
    const [row] = this.withPastReminders(rows);
    return row ?? null;
  }

  /** @throws AppError `agreement_not_found` */
  async require(agreementId: string): Promise<ClaimableRow> {
    const row = await this.find(agreementId);
    if (!row) throw new AppError('agreement_not_found');
    return row;
  }

  /** The newest agreements of an owner. */
  list(ownerId: number, bounds: PageBounds): Promise<AgreementRow[]> {
    return this.page('a.owner_id = $4', bounds, [ownerId]);
  }

  /** The newest agreements of everybody; `q` is how a number, a name or an address begins. */
  listAll({ q, ids }: AgreementsSearch, bounds: PageBounds): Promise<AgreementRow[]> {
    return this.page(
      `($6::text[] is null or a.agreement_id = any($6)) and ($4::text is null or a.id = any(array(${soughtSql})))`,
      bounds,
      [q && numberPrefix(q), q && prefixPattern(q.toLowerCase()), ids],
    );
  }

  /** What tells these agreements from others. SQL: a projection over two tables. */
  dealSummaries(ids: readonly string[]): Promise<DealSummaryRow[]> {
    return this.dataSource.query<DealSummaryRow[]>(
      `select a.agreement_id as "agreementId", a.party_a_name as "partyAName", a.party_b_name as "partyBName",
         a.kind, a.title, a.amount_cents::float8 as "amountCents", a.currency, r.duration_ms as "durationMs",
         a.created_at as "createdAt", ${joined.recordedAt} as "recordedAt"
       from agreements a
       left join recordings r on r.agreement_id = a.agreement_id and r.party = 'a' and r.replaced_at is null
       where a.agreement_id = any($1)`,
      [ids],
    );
  }

  /** From the counters that the table keeps. SQL, parsed once: every dashboard asks it. */
  async countOf(ownerId: number): Promise<Record<AgreementStatus, number>> {
    return counted(await hotQuery<Count>(this.dataSource, 'owner-counts', countSql, [ownerId]));
  }

  /** How many agreements there are in each status, of all owners and of none. SQL: an aggregate. */
  async countAll(): Promise<Record<AgreementStatus, number>> {
    return counted(await this.dataSource.query<Count[]>(countAllSql));
  }

  findStuck(now: Date, limit: number): Promise<string[]> {
    return this.stuck(this.dataSource.manager, now, limit);
  }

  async isStuck(manager: EntityManager, agreementId: string, now: Date): Promise<boolean> {
    return (await this.stuck(manager, now, 1, agreementId)).length > 0;
  }

  /** Adds time in which no round of this name came to all clocks. Answers how many milliseconds. */
  addStandstill(round: string): Promise<number> {
    return addStandstill(this.dataSource, round, agreementClocks);
  }

  /** Open deadlines that are due, without a lock. SQL: a page by three columns, to the microsecond. */
  dueAfter(last: Candidate, now: Date, limit: number): Promise<Candidate[]> {
    return this.dataSource.query<Candidate[]>(
      `select agreement_id as "agreementId", kind, due_at::text as "dueAt" from deadlines
       where done_at is null and due_at <= $1 and (due_at, agreement_id, kind) > ($2::timestamptz, $3, $4)
       order by due_at, agreement_id, kind limit $5`,
      [now, last.dueAt, last.agreementId, last.kind, limit],
    );
  }

  /**
   * Paid, in work, and nothing was heard for half an hour, nor asked a quarter of an hour ago. SQL: compares the newest
   * of times of several tables.
   */
  private async stuck(
    manager: EntityManager,
    now: Date,
    limit: number,
    agreementId: string | null = null,
  ): Promise<string[]> {
    const rows = await manager.query<{ agreementId: string }[]>(
      `select a.agreement_id as "agreementId" from agreements a
       left join consents c on c.agreement_id = a.agreement_id
       left join deadlines d on d.agreement_id = a.agreement_id and d.kind = 'stuck'
       where a.status = 'processing' and a.status_reason is distinct from 'needs_fallback'
         and a.content_deleted_at is null and a.owner_id is not null
         and ${hasPassedSince(LAST_HEARD, `interval '30 minutes'`, '$1::timestamptz')}
         and (d.due_at is null or ${hasCome('d.due_at', { longestMs: ASK_AGAIN_MS, now: '$1::timestamptz' })}) and ($3::text is null or a.agreement_id = $3)
       order by a.id limit $2`,
      [now, limit, agreementId],
    );
    return rows.map((row) => row.agreementId);
  }

  /** SQL: a page by the key of its last row, of a projection over four tables. @param condition over `$4` and further */
  private async page(
    condition: string,
    { count, beforeId, status }: PageBounds,
    values: unknown[],
  ): Promise<AgreementRow[]> {
    const rows = await this.dataSource.query<AgreementRow[]>(
      `${this.selectRows}
       where ($1::int is null or a.id < $1) and ($2::text is null or a.status = $2) and ${condition}
       order by a.id desc limit $3`,
      [beforeId, status, count, ...values],
    );
    return this.withPastReminders(rows);
  }

  private withPastReminders<Row extends AgreementRow>(rows: readonly Row[]): Row[] {
    const now = this.clock.now();
    return rows.map((row) => ({
      ...row,
      remindedAt: row.remindedAt?.filter((at) => at <= now) ?? null,
    }));
  }
}

/** Each by an index of its own. In an array, so that nobody walks all agreements from the newest on to find a few. */
const soughtSql = [
  'agreement_id like $4',
  `${foldedSql('party_a_name')} like ${foldedSql('$5::text')}`,
  `${foldedSql('party_b_name')} like ${foldedSql('$5::text')}`,
  'party_a_email like $5',
  'party_b_email like $5',
]
  .map((condition) => `select id from agreements where ${condition}`)
  .join(' union ');

function counted(rows: readonly Count[]): Record<AgreementStatus, number> {
  const none = Object.fromEntries(agreementStatuses.map((status) => [status, 0]));
  const counts = Object.fromEntries(rows.map(({ status, n }) => [status, n]));
  return { ...none, ...counts } as Record<AgreementStatus, number>;
}

/** The agreement, locked until the end of the transaction. @throws AppError `agreement_not_found` */
export async function lockAgreement(manager: EntityManager, agreementId: string): Promise<AgreementEntity> {
  const agreement = await manager.findOne(AgreementEntity, {
    where: { agreementId },
    lock: { mode: 'pessimistic_write' },
  });
  if (!agreement) throw new AppError('agreement_not_found');
  return agreement;
}
