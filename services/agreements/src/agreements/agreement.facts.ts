import {
  audioLink,
  confirmationLink,
  evidenceLinks,
  invitationLink,
  type LinkSettings,
} from '../signed-links.js';
import type { AgreementRow } from './agreement.queries.js';
import { formatCents } from './agreement.view.js';
import { gradeConsents } from './consent.grade.js';

/** What mails say about an agreement: who, what, when, and every link, made when it is asked for and stored nowhere. */
export function agreementFacts(
  row: AgreementRow,
  consentRecordingSha256: string | null,
  config: LinkSettings,
) {
  const { agreementId, planType } = row;
  return {
    agreementId,
    planType,
    kind: row.kind,
    ownerId: row.ownerId,
    escrowHoldPeriod: row.escrowHoldPeriod,
    partyA: { name: row.partyAName, email: row.partyAEmail },
    partyB: { name: row.partyBName, email: row.partyBEmail },
    languages: { partyA: row.partyALanguage, partyB: row.partyBLanguage },
    amount: formatCents(row.amountCents),
    currency: row.currency,
    status: row.status,
    statusReason: row.statusReason,
    cancelNote: row.cancelNote,
    isRemoteContract: row.isRemote,
    hasPhoto: row.photoKey !== null,
    sha256: row.recordingSha256,
    consentRecordingSha256,
    durationSeconds: (row.durationMs ?? 0) / 1000,
    createdAt: row.createdAt.toISOString(),
    paidAt: row.paidAt?.toISOString() ?? null,
    expiresAt: row.expiresAt.toISOString(),
    audioLinks: { partyA: audioLink(config, agreementId, 'a'), partyB: audioLink(config, agreementId, 'b') },
    evidenceLinks: {
      partyA: evidenceLinks(config, agreementId, 'a'),
      partyB: evidenceLinks(config, agreementId, 'b'),
    },
    links: {
      pay: `${config.publicUrl}/checkout?plan=${planType}&agreementId=${agreementId}`,
      dashboard: `${config.publicUrl}/dashboard`,
      contact: `${config.publicUrl}/contact`,
    },
    invitation: invitationFacts(row, config),
    // Party B's alone: whoever has it can say that it was them.
    confirmationLink: confirmationLink(config, agreementId),
    consents: gradeConsents(row).map(({ party, kind, grade, at, maskedEmail, isDeviceAlike, objection }) => ({
      ...{ party, kind, grade, at, maskedEmail, isDeviceAlike },
      objection: objection && { at: objection.at, reason: objection.reason },
    })),
  };
}

function invitationFacts(row: AgreementRow, config: LinkSettings) {
  const { agreementId, invitationId, invitationExpiresAt } = row;
  if (invitationId === null || invitationExpiresAt === null) return null;
  const link = invitationLink(config, agreementId, invitationId);
  return { link, declineLink: `${link}&decline=1`, expiresAt: invitationExpiresAt.toISOString() };
}
