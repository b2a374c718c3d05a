import { t } from '#texts/common';
import { dashboardTexts } from '#texts/dashboard';
import type { AgreementView, User } from '../../lib/api/api-types';
import { isEmail } from '../../lib/name-and-email';
import { type ActionFacts, availableActions } from './status';

const text = dashboardTexts.cancelled;

/** Why a contract ended, in words; null while it has not, or when nobody said why. */
export function cancelWords(
  agreement: Pick<AgreementView, 'status' | 'statusReason' | 'partyBName'>,
): string | null {
  if (agreement.status !== 'cancelled') return null;
  switch (agreement.statusReason) {
    case 'declined':
      return text.declined(agreement.partyBName);
    case 'no_answer':
      return text.no_answer(agreement.partyBName);
    case 'by_creator':
      return text.by_creator;
    case 'by_admin':
      return text.by_admin;
    case 'unpaid_expired':
      return text.unpaid_expired;
    default:
      return agreement.statusReason;
  }
}

/** Where party A gets mail, who looks at it: a confirmed address of the account counts more than what was typed. */
export function ownAddress(
  { partyAEmail }: Pick<AgreementView, 'partyAEmail'>,
  user: Pick<User, 'email' | 'emailVerified'> | null,
): string {
  return user?.emailVerified ? user.email : partyAEmail;
}

type MailFacts = ActionFacts & Pick<AgreementView, 'mailProblem' | 'partyBEmail'>;

/** What to do about a mail that came back; null when every mail arrived. */
export function mailProblemWords(agreement: MailFacts): string | null {
  const { mailProblem } = agreement;
  if (mailProblem === null) return null;
  const words = dashboardTexts.mailProblem;
  return mailProblem
    .split(',')
    .map((problem) => {
      if (problem.startsWith('partyB:')) return partyBWords(agreement);
      if (problem.startsWith('partyA:')) return words.partyA;
      return words.other;
    })
    .join(' ');
}

function partyBWords(agreement: MailFacts): string {
  const { partyB } = dashboardTexts.mailProblem;
  if (!availableActions(agreement).includes('correct')) return partyB.fixed(agreement.partyBEmail);
  return agreement.isRemoteContract
    ? partyB.invited(agreement.partyBEmail)
    : partyB.present(agreement.partyBEmail);
}

/** Why party B cannot have this address; null when it can be. @param same said where it is the one that stands there */
export function addressProblem(
  email: string,
  { partyAEmail, partyBEmail }: Pick<AgreementView, 'partyAEmail' | 'partyBEmail'>,
  same: string = dashboardTexts.correctDialog.same,
): string | null {
  const address = email.trim().toLowerCase();
  if (!isEmail(address)) return t.auth.invalidEmail;
  if (address === partyAEmail.toLowerCase()) return dashboardTexts.correctDialog.own;
  if (address === partyBEmail.toLowerCase()) return same;
  return null;
}
