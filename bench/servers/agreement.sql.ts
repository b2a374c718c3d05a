/** The columns that the agreements service reads for one agreement, in its own words. */
export const agreementSql = `
  select a.id, a.agreement_id as "agreementId", a.owner_id as "ownerId", a.party_a_name as "partyAName",
    a.party_b_name as "partyBName", a.party_a_email as "partyAEmail", a.party_b_email as "partyBEmail",
    a.plan_type as "planType", a.amount_cents::float8 as "amountCents", a.currency, a.status,
    a.status_reason as "statusReason", a.escrow_status as "escrowStatus",
    a.escrow_hold_period as "escrowHoldPeriod", a.is_remote as "isRemote", a.photo_key as "photoKey",
    a.transcript_stage as "transcriptStage", a.transcript_percent as "transcriptPercent",
    a.transcript_sha256 as "transcriptSha256", a.created_at as "createdAt", a.paid_at as "paidAt",
    a.completed_at as "completedAt", a.expires_at as "expiresAt", r.sha256 as "recordingSha256",
    r.duration_ms as "durationMs", a.claim_hash as "claimHash"
  from agreements a left join recordings r on r.agreement_id = a.agreement_id and r.party = 'a'
  where a.agreement_id = $1`;
