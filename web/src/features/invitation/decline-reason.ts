import { invitationTexts } from '#texts/invitation';

export const REASON_MAX = 500;
const REASON_MIN = 3;

/** What is wrong with a reason for declining; null when it can be sent. */
export function reasonProblem(reason: string): string | null {
  const { length } = reason.trim();
  if (length < REASON_MIN) return invitationTexts.decline.tooShort;
  if (length > REASON_MAX) return invitationTexts.decline.tooLong;
  return null;
}
