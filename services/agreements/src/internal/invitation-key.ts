import { MaxLength } from 'class-validator';
import type { AgreementStatus, TranscriptStage } from '#contracts';
import { AppError } from '#platform';
import type { AgreementRow } from '../agreements/agreement.view.js';
import { invitationState } from '../invitations/invitation.state.js';
import { readKey } from '../invitations/invitation-keys.js';

export class InvitationKeyBody {
  @MaxLength(300) key: string;
}

/** As much as whoever holds the link may follow. */
export interface InvitationStanding {
  agreementId: string;
  status: AgreementStatus;
  stage: TranscriptStage | 'none';
  percent: number;
}

/**
 * How things stand for the holder of a link, answered or not.
 * @throws AppError `agreement_not_found` unless the key is the one of the current link
 */
export function readStanding(
  row: AgreementRow,
  key: string,
  linkSecret: string,
  now: Date,
): InvitationStanding {
  const { agreementId, isRemote, status, invitationId: id, invitationExpiresAt: expiresAt } = row;
  const invitation = id === null || expiresAt === null ? null : { id, expiresAt };
  const opening = readKey(linkSecret, agreementId, key);
  const state = invitationState({ isRemote, status, invitation }, opening, now);
  if (state === 'hidden') throw new AppError('agreement_not_found');
  return { agreementId, status, stage: row.transcriptStage, percent: row.transcriptPercent };
}
