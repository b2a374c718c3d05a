import { t } from '#texts/common';
import { isEmail, nameTrouble } from '../../lib/name-and-email';

/** Field name → message, only for fields with a problem. */
export type Problems<F extends string> = Partial<Record<F, string>>;

export interface LoginValues {
  email: string;
  password: string;
}

export interface SignupValues extends LoginValues {
  username: string;
  confirmPassword: string;
}

export interface ProfileValues {
  username: string;
  email: string;
}

export interface PasswordValues {
  currentPassword: string;
  newPassword: string;
  confirmPassword: string;
}

/** Lengths that the server takes, in characters. */
export const USERNAME_MAX = 50;
export const PASSWORD_MIN = 6;
export const PASSWORD_MAX = 128;
const SIGNUP_NAME_MIN = 3;

/** Checks the login form. */
export function checkLogin(values: LoginValues): Problems<keyof LoginValues> {
  const problems: Problems<keyof LoginValues> = {};
  if (!isEmail(values.email)) problems.email = t.auth.invalidEmail;
  const { length } = values.password;
  if (length < PASSWORD_MIN) problems.password = t.auth.shortPassword;
  if (length > PASSWORD_MAX) problems.password = t.auth.longPassword;
  return problems;
}

/** Checks the signup form. */
export function checkSignup(values: SignupValues): Problems<keyof SignupValues> {
  const problems: Problems<keyof SignupValues> = { ...checkLogin(values) };
  const { length } = values.username.trim();
  const nameFault = nameTrouble(values.username, t.names);
  if (length < SIGNUP_NAME_MIN) problems.username = t.auth.shortUsername;
  else if (length > USERNAME_MAX) problems.username = t.auth.longUsername;
  else if (nameFault) problems.username = nameFault;
  if (values.confirmPassword !== values.password) problems.confirmPassword = t.auth.mismatch;
  return problems;
}

/** Focuses the first field of the form that has a problem; false when there is none. */
export function focusFirstProblem(
  form: HTMLFormElement,
  problems: Record<string, string | undefined>,
): boolean {
  const inputs = [...form.querySelectorAll<HTMLInputElement>('input[name]')];
  const first = inputs.find((input) => problems[input.name]);
  first?.focus();
  return first !== undefined;
}
