import { join } from 'node:path';
import { publicKeysOf } from '#platform';
import { serviceDatabaseUrl } from '../../libs/testing/src/servers/databases.js';
import { postgresAdmin } from '../../libs/testing/src/servers/postgres.js';
import { rabbitmqUser } from '../../libs/testing/src/servers/rabbitmq.js';
import { speakers } from '../image/make-secrets.js';
import { type ServiceName, serviceNames } from '../image/preparation.js';
import type { Secrets } from './secrets.js';
import type { Ports } from './settings.js';

interface EnvironmentInput {
  /** The checkout. */
  root: string;
  /** Where the local run keeps its files (`.local`). */
  directory: string;
  ports: Ports;
  secrets: Secrets;
  /** The caller's environment; its values win. */
  user: NodeJS.ProcessEnv;
}

export type Environment = Record<string, string>;

const host = '127.0.0.1';

/** Every variable that the services of the local run read, made in this one place. */
export function localEnvironment(input: EnvironmentInput): Environment {
  const { root, directory, ports, secrets, user } = input;
  const made: Environment = {
    PROFILE: 'local',
    LOG_LEVEL: 'info',
    HOST: host,
    PUBLIC_URL: `http://localhost:${ports.PORT}`,
    GATEWAY_URL: `http://${host}:${ports.PORT}`,
    WEB_ROOT: join(root, 'web/dist'),
    ...serviceAddresses(ports),
    ...databaseAddresses(ports, secrets),
    AMQP_URL: `amqp://${rabbitmqUser}:${secrets.rabbitmq}@${host}:${ports.RABBITMQ_PORT}`,
    REDIS_URL: `redis://:${secrets.redis}@${host}:${ports.REDIS_PORT}`,
    SESSION_TOKEN_SECRET: secrets['session-token'],
    AUTH_LINK_SECRET: secrets['link-auth'],
    AGREEMENTS_LINK_SECRET: secrets['link-agreements'],
    PAYMENTS_LINK_SECRET: secrets['link-payments'],
    NOTIFICATIONS_LINK_SECRET: secrets['link-notifications'],
    LOG_SEAL_SECRET: secrets['log-seal'],
    SEAL_SIGNING_KEY: secrets['seal-signing'],
    ...tokenSecrets(secrets),
    STORAGE_DRIVER: user.S3_ENDPOINT ? 's3' : 'disk',
    STORAGE_DISK_ROOT: join(directory, 'objects'),
    SPOOL_DIR: join(directory, 'spool'),
    // What is tried in a checkout of a build machine is not worth 640 MB each time.
    MODELS: user.CI ? 'off' : 'auto',
    MODELS_DIR: join(directory, 'models'),
    ...stripe(input),
    SMTP_URL: `smtp://${host}:${ports.SMTP_PORT}`,
    MAIL_FROM: 'Split Second Contract <proof@localhost>',
    ADMIN_EMAIL: 'admin@example.test',
    ADMIN_PASSWORD: secrets['admin-password'],
  };
  const env = { ...made, ...given(user), ...numbers(ports) };
  return { SERVICE_TOKEN_PUBLIC_KEYS: publicKeys(env), ...env };
}

/** Whether payments go to the stand-in of the local run and not to Stripe. */
export function usesStripeStandIn(user: NodeJS.ProcessEnv): boolean {
  return !user.STRIPE_SECRET_KEY && !user.STRIPE_API_BASE;
}

/** Whether mail goes to the mailbox of the local run and not to a real server. */
export function usesMailbox(user: NodeJS.ProcessEnv): boolean {
  return !user.SMTP_URL;
}

/** Address of the administrator of the local run's PostgreSQL. */
export function postgresAdminUrl(ports: Ports, secrets: Secrets): string {
  return `postgres://${postgresAdmin}:${secrets.postgres}@${host}:${ports.POSTGRES_PORT}/postgres`;
}

/** Password of each service's own database role. */
export function databasePasswords(secrets: Secrets): Record<ServiceName, string> {
  return Object.fromEntries(serviceNames.map((name) => [name, secrets[`database-${name}`]])) as Record<
    ServiceName,
    string
  >;
}

function serviceAddresses(ports: Ports): Environment {
  return Object.fromEntries(
    serviceNames.map((name) => {
      const prefix = name.toUpperCase() as Uppercase<ServiceName>;
      return [`${prefix}_URL`, `http://${host}:${ports[`${prefix}_PORT`]}`];
    }),
  );
}

function databaseAddresses(ports: Ports, secrets: Secrets): Environment {
  const server = postgresAdminUrl(ports, secrets);
  return Object.fromEntries(
    Object.entries(databasePasswords(secrets)).map(([name, password]) => [
      `${name.toUpperCase()}_DATABASE_URL`,
      serviceDatabaseUrl(server, name, password),
    ]),
  );
}

function tokenSecrets(secrets: Secrets): Environment {
  return Object.fromEntries(
    speakers.map((name) => [`${name.toUpperCase()}_SERVICE_TOKEN_SECRET`, secrets[`service-token-${name}`]]),
  );
}

function publicKeys(env: Environment): string {
  return publicKeysOf(
    Object.fromEntries(
      speakers.map((name) => [name, env[`${name.toUpperCase()}_SERVICE_TOKEN_SECRET`] ?? '']),
    ),
  );
}

function stripe({ directory, ports, secrets, user }: EnvironmentInput): Environment {
  if (!usesStripeStandIn(user)) return {};
  return {
    STRIPE_SECRET_KEY: 'sk_test_local',
    STRIPE_API_BASE: `http://${host}:${ports.STRIPE_STAND_IN_PORT}`,
    STRIPE_PUBLIC_BASE: `http://localhost:${ports.STRIPE_STAND_IN_PORT}`,
    STRIPE_WEBHOOK_SECRET: `whsec_${secrets['stripe-webhook']}`,
    STRIPE_WEBHOOK_URL: `http://localhost:${ports.PORT}/api/webhooks/stripe`,
    STRIPE_STAND_IN_STATE: join(directory, 'stripe-stand-in.json'),
  };
}

/** The caller's own values; an empty one counts as not given. */
function given(user: NodeJS.ProcessEnv): Environment {
  return Object.fromEntries(Object.entries(user).filter((entry): entry is [string, string] => !!entry[1]));
}

function numbers(ports: Ports): Environment {
  return Object.fromEntries(Object.entries(ports).map(([name, port]) => [name, String(port)]));
}
