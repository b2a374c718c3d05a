import { invitationTexts } from '#texts/invitation';
import { ApiError } from '../../lib/api/api-error';

/** Why an invitation cannot be answered. */
export type ClosedState = keyof typeof invitationTexts.closed;

/** The page for an invitation that cannot be opened or answered; null for troubles that may pass. */
export function closedState(error: unknown): ClosedState | null {
  const code = error instanceof ApiError ? error.code : null;
  return code !== null && code in invitationTexts.closed ? (code as ClosedState) : null;
}

/** Sent once more, the same take would be refused once more. */
const OF_THE_TAKE: ReadonlySet<string> = new Set([
  ...['consent_repeats_recording', 'consent_without_speech', 'empty_recording', 'broken_recording'],
  'recording_too_long',
]);

/** Whether only another recording helps. */
export function needsAnotherTake(error: unknown): boolean {
  return error instanceof ApiError && OF_THE_TAKE.has(error.code);
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
