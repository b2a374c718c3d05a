import { type DataSource, type EntityManager, getMetadataArgsStorage } from 'typeorm';
import type { AgreementStatus } from '#contracts';
import { AppError, hotQuery } from '#platform';
import { AgreementEntity } from './agreement.entity.js';
import { agreementStatuses } from './agreement.state.js';
import type { Confirmation, ConsentVia, DeviceMatch } from './consents.js';

/** Columns of `agreements` that no reader is given. Every other column of the entity is read. */
const unread = [
  'claimHash',
  'claimedAt',
  'backupTranscript',
  'transcriptAt',
  'photoSha256',
  'escrowId',
  'escrowVersion',
] as const satisfies readonly (keyof AgreementEntity)[];

/** What is read beside the agreement's own columns: of its recording, its current invitation and party B's consent. */
interface JoinedColumns {
  recordingSha256: string | null;
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
  /** When the newest reminders were asked for, newest first, while party B is waited for. */
  remindedAt: Date[] | null;
}

/** An agreement as it is read, straight from SQL. */
export interface AgreementRow extends Omit<AgreementEntity, (typeof unread)[number]>, JoinedColumns {}

const joined: Record<keyof JoinedColumns, string> = {
  recordingSha256: 'r.sha256',
  durationMs: 'r.duration_ms',
  invitationId: 'i.id',
  invitationIssuedAt: 'i.issued_at',
  invitationExpiresAt: 'i.expires_at',
  invitationOpenedAt: 'i.opened_at',
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
  remindedAt: `case when a.status = 'awaiting_party' then array(
    select n.issued_at from invitations n where n.agreement_id = a.agreement_id and n.kind = 'reminder'
    order by n.issued_at desc limit 5) end`,
};

/** The entity's columns; the driver gives a bigint as text, so it is asked for as a number. */
const own = getMetadataArgsStorage()
  .filterColumns(AgreementEntity)
  .filter(({ propertyName }) => !(unread as readonly string[]).includes(propertyName))
  .map(({ propertyName, options }) => {
    const column = `a.${options.name ?? propertyName}${options.type === 'bigint' ? '::float8' : ''}`;
    return `${column} as "${propertyName}"`;
  });

const columns = [...own, ...Object.entries(joined).map(([name, sql]) => `${sql} as "${name}"`)].join(', ');

const FROM = `from agreements a
  left join recordings r on r.agreement_id = a.agreement_id and r.party = 'a' and r.replaced_at is null
  left join invitations i on i.agreement_id = a.agreement_id and i.revoked_at is null
  left join consents c on c.agreement_id = a.agreement_id`;

/** Selects {@link AgreementRow}s; conditions name the agreement `a`. */
export const selectRows = `select ${columns} ${FROM}`;

/** What `findRow` asks. */
export const byNumberSql = `select ${columns}, a.claim_hash as "claimHash" ${FROM} where a.agreement_id = $1`;

type ClaimableRow = AgreementRow & Pick<AgreementEntity, 'claimHash'>;

/** One agreement for reading: a projection, because this is asked often. */
export async function findRow(dataSource: DataSource, agreementId: string): Promise<ClaimableRow | null> {
  const rows = await hotQuery<ClaimableRow>(dataSource, 'agreement-by-number', byNumberSql, [agreementId]);
  return rows[0] ?? null;
}

/** @throws AppError `agreement_not_found` */
export async function requireRow(dataSource: DataSource, agreementId: string): Promise<ClaimableRow> {
  const row = await findRow(dataSource, agreementId);
  if (!row) throw new AppError('agreement_not_found');
  return row;
}

/** The newest agreements of an owner, before the row `beforeId` if given (keyset pagination). */
export async function listRows(
  dataSource: DataSource,
  ownerId: number,
  options: { limit: number; beforeId: number | null; status: string | null },
): Promise<AgreementRow[]> {
  return dataSource.query<AgreementRow[]>(
    `${selectRows}
     where a.owner_id = $1 and ($2::int is null or a.id < $2) and ($3::text is null or a.status = $3)
     order by a.id desc limit $4`,
    [ownerId, options.beforeId, options.status, options.limit],
  );
}

/** What `countByStatus` asks. */
export const countSql = 'select status, agreements as n from owner_counts where owner_id = $1';

/** What `countAll` asks. */
export const countAllSql =
  'select status, sum(agreements)::int as n from owner_counts where owner_id < 0 group by status';

interface Count {
  status: AgreementStatus;
  n: number;
}

/** From the counters that the table keeps: as cheap for a thousand agreements as for one. */
export async function countByStatus(
  dataSource: DataSource,
  ownerId: number,
): Promise<Record<AgreementStatus, number>> {
  return counted(await hotQuery<Count>(dataSource, 'owner-counts', countSql, [ownerId]));
}

/** How many agreements there are in each status, of all owners and of none. */
export async function countAll(dataSource: DataSource): Promise<Record<AgreementStatus, number>> {
  return counted(await dataSource.query<Count[]>(countAllSql));
}

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
