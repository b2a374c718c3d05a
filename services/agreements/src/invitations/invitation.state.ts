import type { AgreementStatus } from '#contracts';
import { AppError } from '#platform';
import { invitationOfKey } from '../recordings/invitation-link.js';

/** What decides whether party B may come in. */
export interface Invited {
  agreementId: string;
  isRemote: boolean;
  status: AgreementStatus;
  /** The current invitation; null before the payment. */
  invitation: { id: string; expiresAt: Date } | null;
}

export type InvitationState = 'hidden' | 'not_paid' | 'open' | 'expired' | 'answered' | 'cancelled';

/**
 * How an invitation looks from outside. Knowing the number is enough; but whoever brings a key must bring the current
 * one: wrong, replaced and unknown look the same.
 */
export function invitationState(
  invited: Invited | null,
  key: string | null,
  secret: string,
  now: Date,
): InvitationState {
  if (!invited?.isRemote) return 'hidden';
  const { agreementId, status, invitation } = invited;
  if (key !== null) {
    const invitationId = invitationOfKey(secret, agreementId, key);
    if (invitationId === null || invitationId !== invitation?.id) return 'hidden';
  }
  if (status === 'pending') return 'not_paid';
  if (status === 'cancelled') return 'cancelled';
  if (status !== 'awaiting_party') return 'answered';
  return invitation !== null && invitation.expiresAt > now ? 'open' : 'expired';
}

const refusals = {
  hidden: 'agreement_not_found',
  not_paid: 'invitation_not_paid',
  cancelled: 'invitation_cancelled',
  expired: 'invitation_expired',
  answered: 'invitation_answered',
} as const;

/** @throws AppError that tells party B why the invitation cannot be answered. */
export function assertOpen(state: InvitationState): void {
  if (state !== 'open') throw new AppError(refusals[state]);
}
