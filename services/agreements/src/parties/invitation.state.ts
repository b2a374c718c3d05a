import type { EntityManager } from 'typeorm';
import type { AgreementStatus } from '#contracts';
import { AppError } from '#platform';
import type { AgreementRow } from '../agreements/agreements.module.js';
import { codeOfKey, invitationOfKey } from '../signed-links.js';
import { codeKeyExpiry, findCode } from './consent-code.entity.js';

/** What decides whether party B may see and answer an invitation. */
export interface Invited {
  isRemote: boolean;
  status: AgreementStatus;
  /** The current invitation; null before the payment. */
  invitation: { id: string; expiresAt: Date } | null;
}

/** The current invitation of an agreement as it is read. */
export function invitationOf({
  invitationId: id,
  invitationExpiresAt: expiresAt,
}: Pick<AgreementRow, 'invitationId' | 'invitationExpiresAt'>): Invited['invitation'] {
  return id === null || expiresAt === null ? null : { id, expiresAt };
}

export type InvitationState = 'hidden' | 'not_paid' | 'open' | 'expired' | 'answered' | 'cancelled';

/**
 * How an invitation looks from outside. The number is enough to look at it; but whoever brings a key must bring one of
 * the current invitation: wrong, replaced and unknown look the same.
 */
export function invitationState(invited: Invited | null, opening: Opening, now: Date): InvitationState {
  if (!invited?.isRemote) return 'hidden';
  const { status, invitation } = invited;
  if (opening.via === 'wrong') return 'hidden';
  if (opening.via !== 'none' && opening.invitationId !== invitation?.id) return 'hidden';
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

/**
 * Listening and answering need more than the number, which is no secret.
 * @throws AppError `link_required`
 */
export function assertKeyed(opening: Opening): asserts opening is Keyed {
  if (!isKeyed(opening)) throw new AppError('link_required');
}

/** Whether whoever asks was reached at party B's address. */
export function isKeyed(opening: Opening): opening is Keyed {
  return opening.via !== 'none' && opening.via !== 'wrong';
}

/** What party B answered, and when. */
export interface GivenAnswer {
  answer: 'agreed' | 'declined';
  /** ISO 8601 */
  answeredAt: string;
}

/**
 * @param given told along with the refusal: for whoever was reached at party B's address
 * @throws AppError that tells party B why the invitation cannot be answered.
 */
export function assertOpen(state: InvitationState, given: GivenAnswer | null = null): void {
  if (state !== 'open') throw new AppError(refusals[state], given ? { extra: { ...given } } : {});
}

/** How party B was reached who answers: through the link in the mail, or with a code that was mailed at that moment. */
type KeyVia = 'link' | 'code';

/** A key that is genuine. Whether its invitation still counts is another question. */
export interface Keyed {
  via: KeyVia;
  invitationId: string;
  /** The code that the key was given for; null for the mailed key. */
  codeId: string | null;
}

/** What a caller has shown: nothing but the number, a key that is none of ours, or a genuine one. */
export type Opening = { via: 'none' } | { via: 'wrong' } | Keyed;

/** What the key in a call is worth. One for a code that has run out is worth no more than the number. */
export async function readKey(
  manager: EntityManager,
  agreementId: string,
  key: string | null,
  { linkSecret, now }: { linkSecret: string; now: Date },
): Promise<Opening> {
  if (key === null) return { via: 'none' };
  const codeId = codeOfKey(linkSecret, agreementId, key);
  if (codeId === null) {
    const invitationId = invitationOfKey(linkSecret, agreementId, key);
    return invitationId === null ? { via: 'wrong' } : { via: 'link', invitationId, codeId };
  }
  const code = await findCode(manager, agreementId, codeId);
  if (!code) return { via: 'wrong' };
  if (code.usedAt === null || codeKeyExpiry(code.usedAt) <= now) return { via: 'none' };
  return { via: 'code', invitationId: code.invitationId, codeId };
}
