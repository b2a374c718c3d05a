import { MaxLength } from 'class-validator';
import type { AgreementStatus, TranscriptStage } from '#contracts';
import { AppError } from '#platform';
import type { AgreementRow } from '../agreements/agreement.view.js';
import { invitationState } from '../invitations/invitation.state.js';
import { type Opening } from '../invitations/invitation-keys.js';

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
export function readStanding(row: AgreementRow, opening: Opening, now: Date): InvitationStanding {
  const { agreementId, isRemote, status, invitationId: id, invitationExpiresAt: expiresAt } = row;
  const invitation = id === null || expiresAt === null ? null : { id, expiresAt };
  const state = invitationState({ isRemote, status, invitation }, opening, now);
  if (state === 'hidden' || opening.via === 'none') throw new AppError('agreement_not_found');
  return { agreementId, status, stage: row.transcriptStage, percent: row.transcriptPercent };
}
