import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';

const names = [
  'postgres',
  'redis',
  'rabbitmq',
  'database-auth',
  'database-agreements',
  'database-payments',
  'database-transcription',
  'database-notifications',
  'service-token-gateway',
  'service-token-auth',
  'service-token-agreements',
  'service-token-payments',
  'service-token-transcription',
  'service-token-notifications',
  'service-token-verify',
  'session-token',
  'link-auth',
  'link-agreements',
  'link-payments',
  'link-notifications',
  'log-seal',
  'seal-signing',
  'stripe-webhook',
  'admin-password',
] as const;

export type Secrets = Record<(typeof names)[number], string>;

/** The random secrets of this checkout's local run: made once, kept in a file that only its owner can read. */
export function readSecrets(file: string): Secrets {
  const known = existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Partial<Secrets>) : {};
  const secrets = Object.fromEntries(names.map((name) => [name, known[name] ?? fresh(name)])) as Secrets;
  if (names.some((name) => known[name] === undefined)) {
    mkdirSync(dirname(file), { recursive: true });
    const temporary = `${file}.${process.pid}`;
    writeFileSync(temporary, `${JSON.stringify(secrets, null, 2)}\n`, { mode: 0o600 });
    renameSync(temporary, file);
  }
  return secrets;
}

/** 32 bytes each, except what a person types. */
function fresh(name: (typeof names)[number]): string {
  return randomBytes(name === 'admin-password' ? 6 : 32).toString('hex');
}
