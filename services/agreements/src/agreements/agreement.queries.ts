import type { DataSource, EntityManager } from 'typeorm';
import { AppError, hotQuery } from '#platform';
import { AgreementEntity } from './agreement.entity.js';
import { agreementStatuses } from './agreement.state.js';
import type { AgreementRow, AgreementStats } from './agreement.view.js';

/** An agreement as it is read, with its recording, its current invitation and party B's consent. */
export const COLUMNS = `
  a.id, a.agreement_id as "agreementId", a.owner_id as "ownerId", a.party_a_name as "partyAName",
  a.party_b_name as "partyBName", a.party_a_email as "partyAEmail", a.party_b_email as "partyBEmail",
  a.party_a_language as "partyALanguage", a.party_b_language as "partyBLanguage",
  a.plan_type as "planType", a.kind, a.amount_cents::float8 as "amountCents", a.currency, a.status,
  a.status_reason as "statusReason", a.escrow_status as "escrowStatus", a.escrow_hold_period as "escrowHoldPeriod",
  a.is_remote as "isRemote", a.photo_key as "photoKey", a.transcript_stage as "transcriptStage",
  a.transcript_percent as "transcriptPercent", a.transcript_sha256 as "transcriptSha256",
  a.created_at as "createdAt", a.paid_at as "paidAt", a.completed_at as "completedAt", a.expires_at as "expiresAt",
  a.cancelled_at as "cancelledAt", a.cancel_note as "cancelNote", a.content_deleted_at as "contentDeletedAt",
  a.mail_problem as "mailProblem",
  r.sha256 as "recordingSha256", r.duration_ms as "durationMs",
  i.id as "invitationId", i.issued_at as "invitationIssuedAt", i.expires_at as "invitationExpiresAt",
  i.opened_at as "invitationOpenedAt", c.consented_at as "consentedAt", c.recording_id as "consentRecordingId",
  c.via as "consentVia", c.address as "consentAddress", c.device as "consentDevice", c.device_match as "consentDeviceMatch",
  array(
    select jsonb_build_object('answer', f.answer, 'via', f.via, 'reason', f.reason, 'address', f.address,
      'device', f.device, 'deviceMatch', f.device_match,
      'at', to_char(f.answered_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))
    from confirmations f where f.agreement_id = a.agreement_id order by f.answered_at
  ) as confirmations,
  case when a.status = 'awaiting_party' then array(
    select n.issued_at from invitations n where n.agreement_id = a.agreement_id and n.kind = 'reminder'
    order by n.issued_at desc limit 5
  ) end as "remindedAt"`;

export const FROM = `from agreements a
  left join recordings r on r.agreement_id = a.agreement_id and r.party = 'a' and r.replaced_at is null
  left join invitations i on i.agreement_id = a.agreement_id and i.revoked_at is null
  left join consents c on c.agreement_id = a.agreement_id`;

/** What `findRow` asks. */
export const byNumberSql = `select ${COLUMNS}, a.claim_hash as "claimHash" ${FROM} where a.agreement_id = $1`;

/** One agreement for reading: a projection, because this is asked often. */
export async function findRow(
  dataSource: DataSource,
  agreementId: string,
): Promise<(AgreementRow & { claimHash: string }) | null> {
  const rows = await hotQuery<AgreementRow & { claimHash: string }>(
    dataSource,
    'agreement-by-number',
    byNumberSql,
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

/** What `countByStatus` asks. */
export const countSql = 'select status, agreements from owner_counts where owner_id = $1';

/** From the counters that the table keeps: as cheap for a thousand agreements as for one. */
export async function countByStatus(dataSource: DataSource, ownerId: number): Promise<AgreementStats> {
  const rows = await hotQuery<{ status: string; agreements: number }>(dataSource, 'owner-counts', countSql, [
    ownerId,
  ]);
  const count = (status: string) => rows.find((row) => row.status === status)?.agreements ?? 0;
  return {
    totalAgreements: rows.reduce((sum, row) => sum + row.agreements, 0),
    pendingAgreements: count('pending'),
    awaitingAgreements: count('awaiting_party'),
    processingAgreements: count('processing'),
    completedAgreements: count('completed'),
    cancelledAgreements: count('cancelled'),
  };
}

/** What `countAll` asks. */
export const countAllSql =
  'select status, sum(agreements)::int as n from owner_counts where owner_id < 0 group by status';

/** How many agreements there are in each status, of all owners and of none. */
export async function countAll(dataSource: DataSource): Promise<Record<string, number>> {
  const rows = await dataSource.query<{ status: string; n: number }[]>(countAllSql);
  const none = Object.fromEntries(agreementStatuses.map((status) => [status, 0]));
  return { ...none, ...Object.fromEntries(rows.map((row) => [row.status, row.n])) };
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
