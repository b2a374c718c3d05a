import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseEnv } from 'node:util';
import { publicKeysOf } from '#platform';
import { serviceNames } from './preparation.js';

/** Who speaks to services: each signs with a secret of its own. */
export const speakers = ['gateway', ...serviceNames, 'verify'] as const;

/** Every secret that is ours to make; those of Stripe, OpenAI and the mail server come from there. */
export const ownSecrets: readonly string[] = [
  ...speakers.map(tokenSecretOf),
  ...['SESSION_TOKEN_SECRET', 'AUTH_LINK_SECRET', 'AGREEMENTS_LINK_SECRET', 'PAYMENTS_LINK_SECRET'],
  ...['NOTIFICATIONS_LINK_SECRET', 'LOG_SEAL_SECRET', 'SEAL_SIGNING_KEY'],
  ...['POSTGRES_PASSWORD', 'AUTH_DATABASE_PASSWORD', 'AGREEMENTS_DATABASE_PASSWORD'],
  ...['PAYMENTS_DATABASE_PASSWORD', 'TRANSCRIPTION_DATABASE_PASSWORD', 'NOTIFICATIONS_DATABASE_PASSWORD'],
  ...['REDIS_PASSWORD', 'RABBITMQ_PASSWORD', 'S3_ACCESS_KEY', 'S3_SECRET_KEY'],
];

/**
 * The lines that a production's `.env` lacks: secrets of 32 random bytes for those that are not given, and the public keys
 * of all who sign, where there are none yet or one of those secrets is new. Nothing where all are given.
 */
export function makeSecrets(given: Readonly<Record<string, string | undefined>>): string[] {
  const made = Object.fromEntries(
    ownSecrets.filter((name) => !given[name]).map((name) => [name, randomBytes(32).toString('hex')]),
  );
  const tokens = speakers.map((name) => {
    const variable = tokenSecretOf(name);
    return [name, made[variable] ?? given[variable] ?? ''] as const;
  });
  const lines = Object.entries(made).map(([name, value]) => `${name}=${value}`);
  const isSignerNew = speakers.some((name) => made[tokenSecretOf(name)] !== undefined);
  if (!isSignerNew && given.SERVICE_TOKEN_PUBLIC_KEYS) return lines;
  return [...lines, `SERVICE_TOKEN_PUBLIC_KEYS=${publicKeysOf(Object.fromEntries(tokens))}`];
}

/**
 * What is to be appended to the `.env` of a folder, from its values and those of the environment: the last line of a name
 * wins there, so a second line would take the place of a secret that is in use.
 */
export function secretsToAppend(folder: string, env: Readonly<Record<string, string | undefined>>): string {
  const file = join(folder, '.env');
  const text = existsSync(file) ? readFileSync(file, 'utf8') : '';
  // As compose reads them: the environment wins.
  const lines = makeSecrets({ ...given(parseEnv(text)), ...given(env) });
  if (lines.length === 0) return '';
  const isLineOpen = text !== '' && !text.endsWith('\n');
  return `${isLineOpen ? '\n' : ''}${lines.join('\n')}\n`;
}

/** Those that have a value: an empty one counts as not given. */
function given(values: Readonly<Record<string, string | undefined>>): Record<string, string> {
  return Object.fromEntries(Object.entries(values).filter((entry): entry is [string, string] => !!entry[1]));
}

function tokenSecretOf(speaker: string): string {
  return `${speaker.toUpperCase()}_SERVICE_TOKEN_SECRET`;
}
