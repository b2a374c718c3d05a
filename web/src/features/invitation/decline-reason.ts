import { invitationTexts } from '#texts/invitation';

export const REASON_MAX = 500;

/** What is wrong with a reason for declining, which nobody has to give; null when it can be sent. */
export function reasonProblem(reason: string): string | null {
  return reason.trim().length > REASON_MAX ? invitationTexts.decline.tooLong : null;
}
