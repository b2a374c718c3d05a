import { randomBytes } from 'node:crypto';
import { publicKeysOf } from '#platform';
import { serviceNames } from './preparation.js';

/** Who speaks to services: each signs with a secret of its own. */
export const speakers = ['gateway', ...serviceNames, 'verify'] as const;

/** Every secret that is ours to make; those of Stripe, OpenAI and the mail server come from there. */
export const ownSecrets: readonly string[] = [
  ...speakers.map((name) => `${name.toUpperCase()}_SERVICE_TOKEN_SECRET`),
  ...['SESSION_TOKEN_SECRET', 'AUTH_LINK_SECRET', 'AGREEMENTS_LINK_SECRET', 'PAYMENTS_LINK_SECRET'],
  ...['NOTIFICATIONS_LINK_SECRET', 'LOG_SEAL_SECRET', 'SEAL_SIGNING_KEY'],
  ...['POSTGRES_PASSWORD', 'AUTH_DATABASE_PASSWORD', 'AGREEMENTS_DATABASE_PASSWORD'],
  ...['PAYMENTS_DATABASE_PASSWORD', 'TRANSCRIPTION_DATABASE_PASSWORD', 'NOTIFICATIONS_DATABASE_PASSWORD'],
  ...['REDIS_PASSWORD', 'RABBITMQ_PASSWORD', 'S3_ACCESS_KEY', 'S3_SECRET_KEY'],
];

/**
 * The lines of a `.env` for production: secrets of 32 random bytes, those that are given as they are, and the public keys
 * that belong to them.
 */
export function makeSecrets(given: Readonly<Record<string, string | undefined>>): string[] {
  const values = Object.fromEntries(
    ownSecrets.map((name) => [name, given[name] || randomBytes(32).toString('hex')]),
  );
  const tokens = speakers.map((name) => [name, values[`${name.toUpperCase()}_SERVICE_TOKEN_SECRET`] ?? '']);
  return [
    ...Object.entries(values).map(([name, value]) => `${name}=${value}`),
    `SERVICE_TOKEN_PUBLIC_KEYS=${publicKeysOf(Object.fromEntries(tokens) as Record<string, string>)}`,
  ];
}
