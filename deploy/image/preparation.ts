import { readdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { ClassConstructor } from 'class-transformer';
import {
  type BaseConfig,
  Clock,
  camelCase,
  type GivenSecret,
  givenSecrets,
  loadConfig,
  type Program,
  pick,
  programVariables,
  seedVariables,
  serviceTokens,
  weakSecrets,
} from '#platform';
import { createObjectStore } from '#storage';
import { refuseUnfinishedRestore } from '../backup/restore-mark.js';

/** The services that have a database, in the order in which they are brought to the newest version. */
export const serviceNames = ['auth', 'agreements', 'payments', 'transcription', 'notifications'] as const;
export type ServiceName = (typeof serviceNames)[number];

type Values = Record<string, string | undefined>;

/** Loaded when they are needed: a service's code takes a second or two. */
const migrations = {
  auth: () => import('../../services/auth/src/migrate.js'),
  agreements: () => import('../../services/agreements/src/migrate.js'),
  payments: () => import('../../services/payments/src/migrate.js'),
  transcription: () => import('../../services/transcription/src/migrate.js'),
  notifications: () => import('../../services/notifications/src/migrate.js'),
};

/**
 * Reads every service's configuration as the service itself does when it starts, and makes of it what would end the
 * service where it does not fit (its store, its keys), so that one that is wrong is said once and by name, before a
 * database is touched or a service starts over and over.
 * @throws Error with what each of them says
 */
export async function checkConfigurations(env: Values): Promise<void> {
  const { AuthConfig } = await import('../../services/auth/src/config.js');
  const { AgreementsConfig } = await import('../../services/agreements/src/config.js');
  const { PaymentsConfig } = await import('../../services/payments/src/config.js');
  const { TranscriptionConfig } = await import('../../services/transcription/src/config.js');
  const { NotificationsConfig } = await import('../../services/notifications/src/config.js');
  const { GatewayConfig } = await import('../../services/gateway/src/config.js');
  const { SealKeys } = await import('../../services/agreements/src/seals/seal-keys.js');
  const { PdfSigner } = await import('../../services/agreements/src/evidence/pdf-signer.js');
  const check = <Config extends BaseConfig>(type: ClassConstructor<Config>, name: Program) => {
    const config = loadConfig(type, name, env);
    // Says whether its keys fit.
    serviceTokens(name, config);
    return config;
  };
  const checks = [
    () => check(AuthConfig, 'auth'),
    () => {
      const config = check(AgreementsConfig, 'agreements');
      return [createObjectStore(config), new SealKeys(config), new PdfSigner(config, new Clock(config))];
    },
    () => check(PaymentsConfig, 'payments'),
    () => createObjectStore(check(TranscriptionConfig, 'transcription')),
    () => check(NotificationsConfig, 'notifications'),
    () => check(GatewayConfig, 'gateway'),
  ];
  const whole = env.PROFILE === 'production' ? weakSecrets(allSecrets(env)) : [];
  const each = checks.flatMap((one) => {
    try {
      one();
      return [];
    } catch (error) {
      return (error instanceof Error ? error.message : String(error)).split('\n');
    }
  });
  const isNew = (line: string) => !whole.some((problem) => line.endsWith(`: ${problem}`));
  const problems = [...whole, ...sayOnce(each.filter(isNew))];
  if (problems.length > 0) throw new Error(problems.join('\n'));
}

/** `auth: why` and `payments: why` are `auth, payments: why`. */
function sayOnce(lines: readonly string[]): string[] {
  const services = new Map<string, string[]>();
  for (const line of lines) {
    const [, service = '', problem = line] = /^(\w+): (.*)$/s.exec(line) ?? [];
    services.set(problem, [...(services.get(problem) ?? []), ...(service ? [service] : [])]);
  }
  return [...services].map(([problem, names]) => [names.join(', '), problem].filter(Boolean).join(': '));
}

/** The secrets of all services together, with those that no service knows: no two of them may be the same. */
function allSecrets(env: Values): GivenSecret[] {
  const services = Object.keys(programVariables) as Program[];
  const names = services.flatMap((service) =>
    programVariables[service].flatMap((name) => [name, `${service.toUpperCase()}_${name}`]),
  );
  const given = pick(env, [...names, ...seedVariables, 'POSTGRES_PASSWORD', 'VERIFY_SERVICE_TOKEN_SECRET']);
  const variables = new Map(Object.keys(given).map((name) => [camelCase(name), name]));
  const values = Object.fromEntries(Object.entries(given).map(([name, value]) => [camelCase(name), value]));
  return givenSecrets(values, (property) => variables.get(property) ?? property);
}

/**
 * Brings every service's database to the newest version, one after the other, and signs what that leaves to be signed.
 * @param isRestoring a restore does, which has its mark on them
 * @throws Error before any database is touched: naming a variable that is not set, the database that refuses its password,
 * or the one whose restore was cut short
 */
export async function migrateDatabases(
  env: Values,
  log: (line: string) => void,
  { isRestoring = false } = {},
): Promise<void> {
  const required = (variable: string, value = env[variable]): string => {
    if (!value) throw new Error(`${variable} is not set`);
    return value;
  };
  const urls = serviceNames.map((name) => [name, required(`${name.toUpperCase()}_DATABASE_URL`)] as const);
  const { AGREEMENTS_LOG_SEAL_SECRET, AGREEMENTS_SEAL_SIGNING_KEY } = env;
  const logSealSecret = required('LOG_SEAL_SECRET', AGREEMENTS_LOG_SEAL_SECRET || env.LOG_SEAL_SECRET);
  const sealSigningKey = required('SEAL_SIGNING_KEY', AGREEMENTS_SEAL_SIGNING_KEY || env.SEAL_SIGNING_KEY);
  if (!isRestoring) {
    for (const [name, url] of urls) {
      await refuseUnfinishedRestore(name, url).catch((error: unknown) => {
        throw (error as { code?: unknown }).code === WRONG_PASSWORD ? wrongPassword(name, error) : error;
      });
    }
  }
  for (const [name, url] of urls) {
    const { migrate } = await migrations[name]();
    await migrate(url, { log: (line) => log(`${name}: ${line}`) });
    log(`${name}: migrated`);
    if (name === 'agreements') await signOld(url, { logSealSecret, sealSigningKey }, log);
  }
}

/** PostgreSQL's code for it. */
const WRONG_PASSWORD = '28P01';

/** A data directory keeps the passwords that it was made with, whatever the variables say later. */
function wrongPassword(service: ServiceName, cause: unknown): Error {
  return new Error(
    `PostgreSQL refuses the password in ${service.toUpperCase()}_DATABASE_URL. Its volume has been made with other passwords, as of a trial: ` +
      'bring these back, change them in PostgreSQL and RabbitMQ (docs/security.md), or, where all data may be lost, ' +
      'docker compose --profile full down --volumes',
    { cause },
  );
}

/** What was there before there were signatures. */
async function signOld(
  url: string,
  secrets: { logSealSecret: string; sealSigningKey: string },
  log: (line: string) => void,
): Promise<void> {
  const { signWhatIsOwed } = await import('../../services/agreements/src/seals/owed-signings.js');
  await signWhatIsOwed(url, {
    logs: async () => {
      const { sealLogs } = await import('../../services/agreements/src/event-log/log-seal.js');
      const count = await sealLogs(url, secrets.logSealSecret);
      if (count > 0) log(`agreements: ${count} logs of before are sealed`);
    },
    'recording-copies': async () => {
      const { noteOldCopies } = await import('../../services/agreements/src/evidence/old-copies.js');
      const count = await noteOldCopies(url, secrets.sealSigningKey);
      if (count > 0) log(`agreements: copies of ${count} recordings of before are signed`);
    },
  });
}

/** Those of a database's migrations that this program does not have: a newer one has made that database what it is. */
export async function unknownMigrations(service: ServiceName, applied: readonly string[]): Promise<string[]> {
  const known = new Set(await knownMigrations(service));
  return applied.filter((name) => !known.has(name));
}

/** Names of all migrations of a service, in no order. */
export async function knownMigrations(service: ServiceName): Promise<string[]> {
  const folder = resolve(import.meta.dirname, `../../services/${service}/src/migrations`);
  const files = readdirSync(folder).filter((file) => /^\d.*(?<!\.d)\.[jt]s$/.test(file));
  const modules = await Promise.all(
    files.map((file) => import(pathToFileURL(join(folder, file)).href) as Promise<object>),
  );
  return modules.flatMap((module) => Object.keys(module));
}

/**
 * Makes the demo login (not in production) and the administrator, where they do not exist yet.
 * @returns whether all are there: false where ADMIN_EMAIL is of somebody's own account, or of an administrator
 * who is disabled, which is said
 */
export async function makeLogins(env: Values, log: (line: string) => void): Promise<boolean> {
  const { seed } = await import('../../services/auth/src/seed.js');
  const { logins, takenAdminEmail, disabledAdminEmail, hasAdministrator } = await seed(env);
  for (const { role, email } of logins) log(`${role === 'admin' ? 'administrator' : 'demo login'}: ${email}`);
  if (takenAdminEmail !== null) {
    log(
      `ADMIN_EMAIL: ${takenAdminEmail} belongs to the account of a user, of which no administrator is made.`,
    );
    log('Choose another ADMIN_EMAIL.');
  }
  if (disabledAdminEmail !== null) {
    log(`ADMIN_EMAIL: the account of the administrator ${disabledAdminEmail} is disabled, and stays so.`);
    log('Have another administrator enable it, or choose another ADMIN_EMAIL.');
  }
  if (!hasAdministrator) {
    log('There is no administrator: run this once more with ADMIN_EMAIL and ADMIN_PASSWORD set,');
    log('in containers: docker compose run --rm -e ADMIN_EMAIL=... -e ADMIN_PASSWORD=... migrate');
  }
  return takenAdminEmail === null && disabledAdminEmail === null;
}
