import type { DataSource, EntityManager } from 'typeorm';
import { AppError, hotQuery } from '#platform';
import { AgreementEntity } from './agreement.entity.js';
import type { AgreementRow, AgreementStats } from './agreement.view.js';

const COLUMNS = `
  a.id, a.agreement_id as "agreementId", a.owner_id as "ownerId", a.party_a_name as "partyAName",
  a.party_b_name as "partyBName", a.party_a_email as "partyAEmail", a.party_b_email as "partyBEmail",
  a.plan_type as "planType", a.amount_cents::float8 as "amountCents", a.currency, a.status,
  a.status_reason as "statusReason", a.escrow_status as "escrowStatus", a.escrow_hold_period as "escrowHoldPeriod",
  a.is_remote as "isRemote", a.photo_key as "photoKey", a.transcript_stage as "transcriptStage",
  a.transcript_percent as "transcriptPercent", a.transcript_sha256 as "transcriptSha256",
  a.created_at as "createdAt", a.paid_at as "paidAt", a.completed_at as "completedAt", a.expires_at as "expiresAt",
  r.sha256 as "recordingSha256", r.duration_ms as "durationMs"`;

const FROM = `from agreements a left join recordings r on r.agreement_id = a.agreement_id and r.party = 'a'`;

const BY_NUMBER = `select ${COLUMNS}, a.claim_hash as "claimHash" ${FROM} where a.agreement_id = $1`;

/** One agreement for reading: a projection, because this is asked often. */
export async function findRow(
  dataSource: DataSource,
  agreementId: string,
): Promise<(AgreementRow & { claimHash: string }) | null> {
  const rows = await hotQuery<AgreementRow & { claimHash: string }>(
    dataSource,
    'agreement-by-number',
    BY_NUMBER,
    [agreementId],
  );
  return rows[0] ?? null;
}

/** The newest agreements of an owner, before the row `beforeId` if given (keyset pagination). */
export async function listRows(
  dataSource: DataSource,
  ownerId: number,
  options: { limit: number; beforeId: number | null; status: string | null },
): Promise<AgreementRow[]> {
  return dataSource.query<AgreementRow[]>(
    `select ${COLUMNS} ${FROM}
     where a.owner_id = $1 and ($2::int is null or a.id < $2) and ($3::text is null or a.status = $3)
     order by a.id desc limit $4`,
    [ownerId, options.beforeId, options.status, options.limit],
  );
}

export async function countByStatus(dataSource: DataSource, ownerId: number): Promise<AgreementStats> {
  const [row] = await dataSource.query<AgreementStats[]>(
    `select count(*)::int as "totalAgreements",
       count(*) filter (where status = 'pending')::int as "pendingAgreements",
       count(*) filter (where status = 'awaiting_party')::int as "awaitingAgreements",
       count(*) filter (where status = 'processing')::int as "processingAgreements",
       count(*) filter (where status = 'completed')::int as "completedAgreements",
       count(*) filter (where status = 'cancelled')::int as "cancelledAgreements"
     from agreements where owner_id = $1`,
    [ownerId],
  );
  return row as AgreementStats;
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
