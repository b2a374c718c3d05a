import { accountTexts } from '#texts/account';
import { t } from '#texts/common';
import { isEmail, nameTrouble } from '../../lib/name-and-email';
import {
  PASSWORD_MAX,
  PASSWORD_MIN,
  type PasswordValues,
  type Problems,
  type ProfileValues,
  USERNAME_MAX,
} from './validation';

const USERNAME_MIN = 2;

/** Checks name and e-mail of a profile. */
export function checkProfile(values: ProfileValues): Problems<keyof ProfileValues> {
  const problems: Problems<keyof ProfileValues> = {};
  const { length } = values.username.trim();
  const nameFault = nameTrouble(values.username, t.names);
  if (length < USERNAME_MIN) problems.username = accountTexts.profile.shortUsername;
  else if (length > USERNAME_MAX) problems.username = t.auth.longUsername;
  else if (nameFault) problems.username = nameFault;
  if (!isEmail(values.email)) problems.email = t.auth.invalidEmail;
  return problems;
}

type NewPassword = Pick<PasswordValues, 'newPassword' | 'confirmPassword'>;

/** Checks a new password and its confirmation. */
export function checkNewPassword(values: NewPassword): Problems<keyof NewPassword> {
  const problems: Problems<keyof NewPassword> = {};
  const { length } = values.newPassword;
  if (length < PASSWORD_MIN) problems.newPassword = accountTexts.password.short;
  if (length > PASSWORD_MAX) problems.newPassword = accountTexts.password.long;
  if (values.confirmPassword.length < PASSWORD_MIN) {
    problems.confirmPassword = accountTexts.password.confirmShort;
  } else if (values.confirmPassword !== values.newPassword) {
    problems.confirmPassword = t.auth.mismatch;
  }
  return problems;
}

/** Checks a change of password by someone who is signed in. */
export function checkPasswordChange(values: PasswordValues): Problems<keyof PasswordValues> {
  const problems: Problems<keyof PasswordValues> = { ...checkNewPassword(values) };
  if (values.currentPassword === '') problems.currentPassword = accountTexts.password.currentRequired;
  return problems;
}
