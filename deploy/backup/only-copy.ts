import type { ServiceName } from '../image/preparation.js';
import type { Values } from './create-backup.js';

/** Servers of the same machine: its own addresses, and the containers of docker-compose.yml. */
const OWN_HOST = /^(localhost|127(\.\d+){3}|\[::1\]|stripe|mailbox|objects)$/;

/**
 * Two copies of a system with the same Stripe account, mail server or bucket act twice on the same money and people, and
 * each deletes what only the other one knows.
 * @throws Error naming what is shared, unless somebody has said that the other copy is off
 */
export function refuseSecondCopy(env: Values, isOnlyCopy: boolean): void {
  const shared = outsideOf(env);
  if (isOnlyCopy || shared.length === 0) return;
  throw new Error(
    `What is restored acts by itself on ${shared.join(', ')}. If no other copy of this system does, say so: ` +
      'ONLY_COPY=yes (or --only-copy). For a drill leave these variables out (docs/operations.md)',
  );
}

/** What the services reach beyond their own machine and what lasts there, by the variable. */
function outsideOf(env: Values): string[] {
  const stripeKey = valueFor(env, 'payments', 'STRIPE_SECRET_KEY');
  const stripe = valueFor(env, 'payments', 'STRIPE_API_BASE') ?? 'https://api.stripe.com';
  const smtp = valueFor(env, 'notifications', 'SMTP_URL');
  const isS3 = valueFor(env, 'agreements', 'STORAGE_DRIVER') === 's3';
  const endpoint = valueFor(env, 'agreements', 'S3_ENDPOINT');
  return [
    ...(stripeKey && isOutside(stripe) ? ['Stripe (STRIPE_SECRET_KEY)'] : []),
    ...(smtp && isOutside(smtp) ? ['a mail server (SMTP_URL)'] : []),
    ...(isS3 && endpoint && isOutside(endpoint) ? ['an object store (S3_ENDPOINT)'] : []),
  ];
}

/** As the service reads it: its own variable wins, and an empty one is not set. */
function valueFor(env: Values, service: ServiceName, name: string): string | undefined {
  return env[`${service.toUpperCase()}_${name}`] || env[name] || undefined;
}

function isOutside(url: string): boolean {
  return !OWN_HOST.test(URL.parse(url)?.hostname ?? '');
}
