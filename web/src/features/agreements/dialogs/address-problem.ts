import { t } from '#texts/common';
import { dashboardTexts } from '#texts/dashboard';
import type { AgreementView } from '../../../lib/api/api-types';
import { isEmail } from '../../../lib/is-email';

/** Why an invitation cannot go to this address; null when it can. */
export function addressProblem(
  email: string,
  { partyAEmail, partyBEmail }: Pick<AgreementView, 'partyAEmail' | 'partyBEmail'>,
): string | null {
  const address = email.trim().toLowerCase();
  if (!isEmail(address)) return t.auth.invalidEmail;
  if (address === partyAEmail.toLowerCase()) return dashboardTexts.correctDialog.own;
  if (address === partyBEmail.toLowerCase()) return dashboardTexts.correctDialog.same;
  return null;
}
