import { errors } from './api.errors.js';
import type { FormFields } from './form-body.js';

const SECRET_KEY = /^(sk|rk)_test_\w+$/;
const PUBLISHABLE_KEY = /^pk_test_\w+$/;

function sentKey(authorization: string | undefined, fields: FormFields): string | undefined {
  const [scheme = '', value = ''] = (authorization ?? '').split(' ', 2);
  if (/^bearer$/i.test(scheme)) return value;
  // `curl -u sk_test_…:` sends the key as the user name.
  if (/^basic$/i.test(scheme)) return Buffer.from(value, 'base64').toString('utf8').split(':', 1)[0];
  // Stripe.js sends its publishable key in the form.
  return typeof fields.key === 'string' ? fields.key : undefined;
}

/**
 * Whose key a request carries.
 * @throws StripeApiError 401 without a test key and while keys are refused, 403 for a publishable key where it is not enough
 */
export function authenticate(
  authorization: string | undefined,
  fields: FormFields,
  { allowsClients, areRefused }: { allowsClients: boolean; areRefused: boolean },
): 'secret' | 'client' {
  const key = sentKey(authorization, fields);
  if (key === undefined || key === '') throw errors.missingKey();
  if (areRefused) throw errors.wrongKey(key);
  if (SECRET_KEY.test(key)) return 'secret';
  if (!PUBLISHABLE_KEY.test(key)) throw errors.wrongKey(key);
  if (!allowsClients) throw errors.secretKeyRequired();
  return 'client';
}
