import { invitationTexts } from '#texts/invitation';
import { ApiError } from '../../lib/api/api-error';

/** Why an invitation cannot be answered. */
export type ClosedState = keyof typeof invitationTexts.closed;

/** The page for an invitation that cannot be opened or answered; null for troubles that may pass. */
export function closedState(error: unknown): ClosedState | null {
  const code = error instanceof ApiError ? error.code : null;
  return code !== null && code in invitationTexts.closed ? (code as ClosedState) : null;
}

export type SendFailure = 'unreachable' | 'outdated' | 'refused';

/** What went wrong while sending a consent: no way to the server, other statements by now, or a refusal. */
export function sendFailure(error: unknown): SendFailure {
  if (error instanceof ApiError) {
    if (error.code === 'wording_outdated') return 'outdated';
    if (error.status > 0 && error.status < 500) return 'refused';
  }
  return 'unreachable';
}
