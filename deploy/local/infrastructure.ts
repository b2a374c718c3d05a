import { execFile, spawn } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import { findBinary, hasDockerEngine } from '../../libs/testing/src/servers/binaries.js';
import { createServiceDatabases } from '../../libs/testing/src/servers/databases.js';
import {
  isWrongPassword,
  setPostgresDataAside,
  UnusableDataError,
} from '../../libs/testing/src/servers/postgres.js';
import {
  type NativeServers,
  startNativeServers,
  stopNativeServers,
} from '../../libs/testing/src/servers/servers.js';
import { findProgram, majorOf } from '../backup/postgres.js';
import { type Log, step } from './console.js';
import { databasePasswords, postgresAdminUrl } from './environment.js';
import { type Choice, composeProject, noteProvider, type Provider } from './provider.js';
import type { Secrets } from './secrets.js';
import { checkPorts, type Ports, portUses, serverPorts } from './settings.js';
import { installMissing } from './system-packages.js';

/** PostgreSQL, Redis and RabbitMQ of the local run. */
export interface Infrastructure {
  provider: Provider;
  /** Processes of our own, for the state file; none with Docker. */
  pids(): number[];
  /** Starts again what has died; true when something had. */
  heal(log: Log): Promise<boolean>;
  stop(): Promise<void>;
}

interface InfrastructureInput {
  root: string;
  directory: string;
  ports: Ports;
  secrets: Secrets;
  /** Whether a restore takes the place of the data: what cannot be opened of it is set aside. */
  isReplacing?: boolean;
}

/**
 * Starts the servers that were chosen, and notes that they hold the data from now on. Those of this machine take the
 * place of containers only where there is no data yet.
 */
export async function startServers(
  { provider, isFree }: Choice,
  input: InfrastructureInput,
  log: Log,
  signal: AbortSignal,
  start = { docker: startDocker, native: startNativeInstalled },
): Promise<Infrastructure> {
  const started = await start[provider](input, log).catch((error: unknown) => {
    // Ctrl-C ends the client of Docker, too.
    if (provider === 'native' || !isFree || signal.aborted) throw error;
    log('The containers cannot be had; using servers of this machine instead.');
    return start.native(input, log);
  });
  try {
    noteProvider(input.directory, started.provider);
  } catch (error) {
    // The next start finds it out by what data is there.
    log(`Who holds the data could not be noted: ${messageOf(error)}`);
  }
  return started;
}

async function startNativeInstalled(input: InfrastructureInput, log: Log): Promise<Infrastructure> {
  await installMissing(['servers'], log);
  return startNative(input, log);
}

/**
 * Real servers from this machine's binaries, private to this checkout.
 * @throws Error before anything is made when something listens on a port of theirs: another PostgreSQL there would refuse
 * our password as if the data had been made with other secrets
 */
export async function startNative(
  input: InfrastructureInput,
  log: Log,
  startAll = startNativeServers,
): Promise<Infrastructure> {
  const { directory, ports, secrets, isReplacing = false } = input;
  await checkPorts(portUses(ports, serverPorts));
  const start = () =>
    startAll({
      dir: directory,
      ports: {
        postgres: ports.POSTGRES_PORT,
        redis: ports.REDIS_PORT,
        rabbitmq: ports.RABBITMQ_PORT,
        rabbitmqDist: ports.RABBITMQ_DIST_PORT,
        epmd: ports.RABBITMQ_EPMD_PORT,
      },
      passwords: { postgres: secrets.postgres, redis: secrets.redis, rabbitmq: secrets.rabbitmq },
      databases: databasePasswords(secrets),
      onReady: (name, seconds) => log(`  ${name} answers (${seconds.toFixed(1)} s)`),
    });
  const servers = await step(log, 'starting PostgreSQL, Redis and RabbitMQ', () =>
    start().catch((error: unknown) => {
      const aside =
        isReplacing && error instanceof UnusableDataError
          ? setPostgresDataAside(join(directory, 'postgres'))
          : undefined;
      if (aside === undefined) throw error;
      log((error as Error).message);
      log(`It is set aside for what is restored, and may be deleted afterwards: ${aside}`);
      return start();
    }),
  );
  return nativeInfrastructure(servers);
}

/**
 * The same three as containers of docker-compose.yml, on the same ports.
 * @throws Error when they do not get ready; none of them is left running
 */
export async function startDocker(input: InfrastructureInput, log: Log): Promise<Infrastructure> {
  const { root, ports, secrets, isReplacing = false } = input;
  const env = {
    ...process.env,
    POSTGRES_PORT: String(ports.POSTGRES_PORT),
    REDIS_PORT: String(ports.REDIS_PORT),
    RABBITMQ_PORT: String(ports.RABBITMQ_PORT),
    POSTGRES_PASSWORD: secrets.postgres,
    REDIS_PASSWORD: secrets.redis,
    RABBITMQ_PASSWORD: secrets.rabbitmq,
  };
  const compose = (...args: string[]): Promise<void> => run('docker', composeArgs(root, args), root, env);
  try {
    await step(log, 'starting the containers of PostgreSQL, Redis and RabbitMQ', () =>
      compose('up', '-d', '--wait', 'postgres', 'redis', 'rabbitmq'),
    );
    const server = postgresAdminUrl(ports, secrets);
    await createServiceDatabases(server, databasePasswords(secrets));
    for (const line of await missingFor(server)) log(line);
  } catch (error) {
    // What went wrong first is what is told.
    await compose('down').catch(() => undefined);
    if (isReplacing) throw new Error(`${messageOf(error)}. ${givenUp(root)}`, { cause: error });
    throw isWrongPassword(error) ? new Error(OTHER_SECRETS, { cause: error }) : error;
  }
  return {
    provider: 'docker',
    pids: () => [],
    // Docker itself restarts them (`restart: unless-stopped`).
    heal: async () => false,
    stop: () => compose('down'),
  };
}

/** Why this machine can make no backup of a server of this major version, in words; none when it can. */
export function missingForBackups(major: number): string[] {
  try {
    findProgram('pg_dump', major);
    findProgram('pg_restore', major);
    return [];
  } catch (error) {
    return [
      `No backup can be made or restored on this machine: ${messageOf(error)}. Where Debian has no such: apt.postgresql.org`,
    ];
  }
}

/** The same for a server that runs. */
async function missingFor(url: string): Promise<string[]> {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => undefined);
  try {
    await client.connect();
    return missingForBackups(await majorOf(client));
  } finally {
    await client.end().catch(() => undefined);
  }
}

/** Removes the containers that a run of this checkout left, and with `purge` their data. */
export async function removeContainers(root: string, purge: boolean, log: Log): Promise<void> {
  if (!(await hasDockerEngine())) {
    if (purge && findBinary('docker'))
      log('No Docker engine answers: volumes of this checkout remain, if there are any.');
    return;
  }
  const left = await promisify(execFile)('docker', composeArgs(root, ['ps', '--all', '--quiet']), {
    env: process.env,
  });
  if (left.stdout.trim() === '' && !purge) return;
  const args = composeArgs(root, purge ? ['down', '--volumes'] : ['down']);
  await step(log, purge ? 'removing containers and volumes' : 'removing the containers that were left', () =>
    run('docker', args, root, process.env),
  );
}

function composeArgs(root: string, args: string[]): string[] {
  return ['compose', '-p', composeProject(root), '-f', join(root, 'docker-compose.yml'), ...args];
}

/** Whatever kept the containers from being used: Compose says it above, and it may not be the data. */
const givenUp = (root: string): string =>
  `If it is PostgreSQL that does not start on its data, or refuses the password of .local, give that data up for what is restored, and restore once more: docker volume rm ${composeProject(root)}_postgres`;

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

const OTHER_SECRETS =
  'The volumes of PostgreSQL have been made with other secrets than those in .local. Bring those back, or remove all data of this checkout and its secrets with: make clean (the key of its backups stays while some lie in backups/)';

function nativeInfrastructure(servers: NativeServers): Infrastructure {
  const all = [servers.postgres, servers.redis, servers.rabbitmq];
  return {
    provider: 'native',
    pids: () => all.flatMap((server) => server.pids),
    heal: async (log) => {
      const dead = all.filter((server) => !server.isRunning);
      for (const server of dead) {
        log(`${server.name} ended; starting it again on the same data`);
        await server.restart().catch((error: Error) => log(error.message));
      }
      return dead.length > 0;
    },
    stop: () => stopNativeServers(servers),
  };
}

function run(command: string, args: string[], cwd: string, env: NodeJS.ProcessEnv): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { cwd, env, stdio: ['ignore', 'inherit', 'inherit'] });
    child.once('error', reject);
    child.once('exit', (code) =>
      code === 0 ? resolve() : reject(new Error(`${command} ${args.join(' ')} ended with code ${code}`)),
    );
  });
}
