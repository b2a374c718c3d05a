import { execFile } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import { findPostgres, requireBinary } from './binaries.js';
import { createServiceDatabases } from './databases.js';
import { type NativeOptions, type NativeServer, runNative } from './native-server.js';
import { giveTo, placesOf, reachableDirectory } from './reachable-directory.js';

const run = promisify(execFile);

/** The database administrator of the servers that we start. */
export const postgresAdmin = 'ssc_admin';
const systemUser = 'postgres';

export interface PostgresOptions extends NativeOptions {
  password: string;
  /** false turns fsync off: much faster, and a power cut may lose everything (a kill does not). For tests. Default true. */
  durable?: boolean;
  maxConnections?: number;
  /** Password of each service's role; for every name a role and a database `ssc_<name>` exist afterwards. */
  databases?: Record<string, string>;
}

/** The data that is there cannot be opened, as it is or with this password; it is left as it is. */
export class UnusableDataError extends Error {
  override readonly name = 'UnusableDataError';
}

/**
 * Starts a private PostgreSQL; the data is made on the first start and kept. `url` is the administrator's.
 * @throws UnusableDataError when there are files that are no whole data, or that the server does not start on
 * @throws Error when the data is of a version that is not installed; it is not touched
 */
export async function startPostgres(options: PostgresOptions): Promise<NativeServer> {
  const { port, host = '127.0.0.1', durable = true } = options;
  const user = postgresUser();
  mkdirSync(options.dir, { recursive: true });
  const home = reachableDirectory(options.dir, user, durable);
  const data = join(home, 'data');
  const isNew = !hasFiles(data);
  if (isNew) await initialise(home, data, options.password, user, durable);
  const programs = programsFor(data);

  const url = `postgres://${postgresAdmin}:${encodeURIComponent(options.password)}@${host}:${port}/postgres`;
  const server = await runNative({
    url,
    port,
    timeoutMs: 60_000,
    process: {
      name: 'PostgreSQL',
      command: join(programs, 'postgres'),
      args: ['-D', data, ...settings(options, host, durable)],
      cwd: home,
      logFile: join(options.dir, 'postgres.log'),
      user,
      // SIGINT is PostgreSQL's "fast" stop; SIGTERM would wait for every client to leave.
      stopSignal: 'SIGINT',
    },
    probe: () => probe(url),
    refusal: (error) =>
      isWrongPassword(error)
        ? `The data in ${data} has been made with other secrets. Bring those back, ${orClean}`
        : undefined,
  }).catch((error: unknown) => {
    throw isNew || !(error instanceof Error) ? error : new UnusableDataError(error.message, { cause: error });
  });
  try {
    if (options.databases) await createServiceDatabases(url, options.databases);
  } catch (error) {
    await server.stop();
    throw error;
  }
  return server;
}

/** Whether a server that was started at `dir` keeps data, wherever it had to put it. */
export function hasPostgresData(dir: string): boolean {
  return placesOf(dir, postgresUser()).some((place) => hasFiles(join(place, 'data')));
}

/** Removes the data of the server at `dir`, also where it lies elsewhere. */
export function removePostgresData(dir: string): void {
  for (const place of placesOf(dir, postgresUser())) rmSync(place, { recursive: true, force: true });
}

/**
 * Moves the data of the server at `dir` aside, so that its next start makes new ones.
 * @returns where it lies now; undefined when there was none
 */
export function setPostgresDataAside(dir: string): string | undefined {
  const place = placesOf(dir, postgresUser()).find((one) => hasFiles(join(one, 'data')));
  if (place === undefined) return undefined;
  const aside = join(place, `data.aside-${new Date().toISOString().replaceAll(/\W/g, '')}`);
  renameSync(join(place, 'data'), aside);
  return aside;
}

/** Whether PostgreSQL itself answered, and refused the password. */
export function isWrongPassword(error: unknown): boolean {
  return (error as { code?: unknown } | null)?.code === '28P01';
}

const orClean =
  'or remove all data of this checkout and its secrets with: make clean (the key of its backups stays while some lie in backups/)';

/** As root it runs as a user of its own: PostgreSQL refuses to be run by root. */
function postgresUser(): string | undefined {
  return process.getuid?.() === 0 ? systemUser : undefined;
}

function hasFiles(directory: string): boolean {
  return existsSync(directory) && readdirSync(directory).length > 0;
}

/** The programs of the version that made the data. */
function programsFor(data: string): string {
  const file = join(data, 'PG_VERSION');
  if (!existsSync(file)) {
    throw new UnusableDataError(
      `${data} holds files but no PG_VERSION, so it is not the whole data of a PostgreSQL. It is left as it is. Bring the rest back, ${orClean}`,
    );
  }
  const version = readFileSync(file, 'utf8').trim();
  const programs = findPostgres(version);
  if (programs) return programs;
  throw new Error(
    `The data in ${data} is of PostgreSQL ${version}, which is not on this machine. Please install postgresql-${version}`,
  );
}

function settings(options: PostgresOptions, host: string, durable: boolean): string[] {
  const values: Record<string, string | number> = {
    listen_addresses: host,
    port: options.port,
    unix_socket_directories: '',
    max_connections: options.maxConnections ?? 300,
    shared_buffers: '64MB',
    timezone: 'UTC',
    ...(durable ? {} : { fsync: 'off', full_page_writes: 'off', autovacuum: 'off' }),
  };
  return Object.entries(values).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
}

async function initialise(
  home: string,
  data: string,
  password: string,
  user: string | undefined,
  durable: boolean,
): Promise<void> {
  // What is half made never has the name of data.
  const made = `${data}.new`;
  rmSync(made, { recursive: true, force: true });
  mkdirSync(made, { mode: 0o700 });
  const passwordFile = join(home, 'initdb-password');
  writeFileSync(passwordFile, `${password}\n`, { mode: 0o600 });
  chmodSync(made, 0o700);
  giveTo(user, made, passwordFile);
  const args = ['-D', made, '-U', postgresAdmin, '-A', 'scram-sha-256', `--pwfile=${passwordFile}`];
  args.push('--encoding=UTF8', '--no-locale', ...(durable ? ['--data-checksums'] : ['--no-sync']));
  const initdb = join(requireBinary(findPostgres(), 'PostgreSQL'), 'initdb');
  const [command, ...rest] = user
    ? ['setpriv', `--reuid=${user}`, `--regid=${user}`, '--init-groups', '--', initdb, ...args]
    : [initdb, ...args];
  try {
    await run(command ?? initdb, rest, { cwd: home });
    renameSync(made, data);
  } catch (error) {
    rmSync(made, { recursive: true, force: true });
    throw error;
  } finally {
    rmSync(passwordFile, { force: true });
  }
}

async function probe(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 2_000 });
  client.on('error', () => undefined);
  try {
    await client.connect();
    await client.query('select 1');
  } finally {
    await client.end().catch(() => undefined);
  }
}
