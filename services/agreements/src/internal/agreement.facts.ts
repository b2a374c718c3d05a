import { type AgreementRow, formatCents } from '../agreements/agreement.view.js';
import type { AgreementsConfig } from '../config.js';
import { confirmationLink } from '../confirmations/confirmation-link.js';
import { gradeConsents } from '../consents/consent.grade.js';
import { audioKey, type Party } from '../recordings/audio-link.js';
import { invitationKey } from '../recordings/invitation-link.js';
import { evidenceKey } from '../seals/evidence-link.js';

/** What mails say about an agreement: who, what, when, and every link, made when it is asked for and stored nowhere. */
export function agreementFacts(
  row: AgreementRow,
  consentRecordingSha256: string | null,
  config: Pick<AgreementsConfig, 'publicUrl' | 'linkSecret'>,
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

function audioLink(
  { publicUrl, linkSecret }: Pick<AgreementsConfig, 'publicUrl' | 'linkSecret'>,
  agreementId: string,
  party: Party,
): string {
  const key = audioKey(linkSecret, agreementId, party);
  return `${publicUrl}/api/agreements/${agreementId}/audio?key=${encodeURIComponent(key)}`;
}

/** The certificate and the packet, for whoever holds the party's key. */
function evidenceLinks(
  { publicUrl, linkSecret }: Pick<AgreementsConfig, 'publicUrl' | 'linkSecret'>,
  agreementId: string,
  party: Party,
): { certificate: string; packet: string } {
  const key = encodeURIComponent(evidenceKey(linkSecret, agreementId, party));
  const address = `${publicUrl}/api/agreements/${agreementId}`;
  return { certificate: `${address}/summary.pdf?key=${key}`, packet: `${address}/evidence.zip?key=${key}` };
}

function invitationFacts(
  row: AgreementRow,
  { publicUrl, linkSecret }: Pick<AgreementsConfig, 'publicUrl' | 'linkSecret'>,
) {
  const { agreementId, invitationId, invitationExpiresAt } = row;
  if (invitationId === null || invitationExpiresAt === null) return null;
  const key = invitationKey(linkSecret, agreementId, invitationId);
  const link = `${publicUrl}/remote-contract/${agreementId}?key=${encodeURIComponent(key)}`;
  return { link, declineLink: `${link}&decline=1`, expiresAt: invitationExpiresAt.toISOString() };
}
