import { join } from 'node:path';
import { publicKeysOf } from '#platform';
import { createOwnedDatabase } from '../servers/databases.js';
import { freePorts } from '../servers/ports.js';
import type { Servers } from '../servers/servers.js';

export const systemServices = ['auth', 'agreements', 'payments', 'transcription', 'notifications'] as const;
export type SystemService = (typeof systemServices)[number] | 'gateway';

/** Where the parts of a whole system listen. */
export interface SystemPorts {
  services: Record<SystemService, number>;
  smtp: number;
  mailbox: number;
  stripe: number;
}

const secret = (name: string): string => `test-${name}-`.padEnd(40, 'x');
/**
 * For `EVENT_RETRY_DELAYS`. A message may come before the one that it builds on, such as a consent before its recording is
 * known: it is tried again soon, and for half a minute, so that no busy machine loses what it brings. Two different
 * delays, because each is a queue for each handler.
 */
export const PATIENT_RETRIES = [200, 200, ...Array.from({ length: 14 }, () => 2000)].join(',');
export const STRIPE_WEBHOOK_SECRET = 'whsec_of_the_test_system';

/** Ports nobody uses, one for every part. */
export async function systemPorts(): Promise<SystemPorts> {
  const [smtp = 0, mailbox = 0, stripe = 0, gateway = 0, ...rest] = await freePorts(
    4 + systemServices.length,
  );
  const services = Object.fromEntries(systemServices.map((name, index) => [name, rest[index] ?? 0]));
  return { services: { gateway, ...services } as Record<SystemService, number>, smtp, mailbox, stripe };
}

/** The secrets with which the processes of a system speak to each other, by who has them. */
const tokenSecrets = Object.fromEntries(
  ['gateway', ...systemServices, 'verify'].map((name) => [name, secret(`${name}-token`)]),
);

/**
 * The environment of a whole system with new databases and folders of its own: all that its processes read, of which each
 * is given its own.
 */
export async function systemEnvironment(
  servers: Servers,
  ports: SystemPorts,
  folder: string,
  overrides: Record<string, string> = {},
): Promise<Record<string, string>> {
  const env: Record<string, string> = {
    PATH: process.env.PATH ?? '',
    PROFILE: 'test',
    LOG_LEVEL: 'warn',
    HOST: '127.0.0.1',
    PUBLIC_URL: `http://localhost:${ports.services.gateway}`,
    AMQP_URL: servers.amqpUrl,
    REDIS_URL: servers.redisUrl,
    SERVICE_TOKEN_PUBLIC_KEYS: publicKeysOf(tokenSecrets),
    SESSION_TOKEN_SECRET: secret('session-token'),
    LOG_SEAL_SECRET: secret('log-seal'),
    SEAL_SIGNING_KEY: secret('seal-signing'),
    STORAGE_DRIVER: 'disk',
    STORAGE_DISK_ROOT: join(folder, 'objects'),
    SPOOL_DIR: join(folder, 'spool'),
    STRIPE_SECRET_KEY: 'sk_test_local',
    STRIPE_API_BASE: `http://127.0.0.1:${ports.stripe}`,
    STRIPE_PUBLIC_BASE: `http://127.0.0.1:${ports.stripe}`,
    STRIPE_WEBHOOK_SECRET,
    SMTP_URL: `smtp://127.0.0.1:${ports.smtp}`,
    MAIL_FROM: 'Split Second Contract <proof@example.test>',
    SPEECH_ENGINE: 'pocketsphinx',
    CLOCK_FILE: join(folder, 'clock'),
    FAILPOINT_DIR: join(folder, 'failpoints'),
    SCHEDULE_MAX_MS: '1000',
    DATABASE_WAIT_MS: '20000',
    REQUESTS_PER_MINUTE: '100000',
    UPLOADS_PER_MINUTE: '100000',
    STRANGERS_PER_ACCOUNT: '1000000',
    STRANGERS_PER_ADDRESS: '1000000',
    MAILS_PER_STRANGER: '1000000',
    UNPAID_SECONDS_PER_DAY: '1000000000',
    UNPAID_BYTES_PER_DAY: '1000000000000',
    RECOGNISED_SECONDS_PER_ADDRESS: '1000000000',
    REMOTE_LOOKUPS_PER_MINUTE: '100000',
    QUESTIONS_PER_MINUTE: '100000',
    CERTIFICATES_PER_MINUTE: '100000',
    PACKETS_PER_MINUTE: '100000',
    EXPORTS_PER_HOUR: '100000',
    CHUNKS_PER_MINUTE: '100000',
    OPEN_REQUESTS_PER_ADDRESS: '100000',
    SOCKETS_PER_ADDRESS: '100000',
    HANDSHAKES_PER_MINUTE: '100000',
    SIGNUPS_PER_ADDRESS: '100000',
    PROFILE_CHANGES_PER_ADDRESS: '100000',
    ADDRESS_CHANGES_PER_ACCOUNT: '100000',
    VERIFICATION_MAILS_PER_ACCOUNT: '100000',
    PASSWORD_CHANGES_PER_ACCOUNT: '100000',
    GATEWAY_PORT: String(ports.services.gateway),
  };
  for (const [name, value] of Object.entries(tokenSecrets)) {
    env[`${name.toUpperCase()}_SERVICE_TOKEN_SECRET`] = value;
  }
  for (const name of ['auth', 'agreements', 'payments', 'notifications']) {
    env[`${name.toUpperCase()}_LINK_SECRET`] = secret(`${name}-link`);
  }
  for (const name of systemServices) {
    const prefix = name.toUpperCase();
    env[`${prefix}_PORT`] = String(ports.services[name]);
    env[`${prefix}_URL`] = `http://127.0.0.1:${ports.services[name]}`;
    env[`${prefix}_DATABASE_URL`] = (await createOwnedDatabase(servers.databaseUrl, name)).url;
  }
  return { ...env, ...overrides };
}

/**
 * How a service's process is started. Bytes of uploads pass as short-lived buffers: a small young generation and few
 * allocator arenas give them back soon, so that memory follows the work and not the size of a file. What was compiled
 * once is kept for the next start; source maps would cost each start and each refusal more than they tell.
 *
 * @param root the checkout
 */
export function serviceProcess(root: string, service: string) {
  return {
    args: ['--max-semi-space-size=1', join(root, `dist/services/${service}/src/main.js`)],
    env: { MALLOC_ARENA_MAX: '2', NODE_COMPILE_CACHE: join(root, '.local/compile-cache') },
  } as const;
}
