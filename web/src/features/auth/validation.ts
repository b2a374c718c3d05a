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

/** Checks the login form. */
export function checkLogin(values: LoginValues): Problems<keyof LoginValues> {
  const problems: Problems<keyof LoginValues> = {};
  if (!isEmail(values.email)) problems.email = t.auth.invalidEmail;
  if (values.password.length < 6) problems.password = t.auth.shortPassword;
  return problems;
}

/** Checks the signup form. */
export function checkSignup(values: SignupValues): Problems<keyof SignupValues> {
  const problems: Problems<keyof SignupValues> = { ...checkLogin(values) };
  const nameFault =
    values.username.trim().length < 3 ? t.auth.shortUsername : nameTrouble(values.username, t.names);
  if (nameFault) problems.username = nameFault;
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
