import { execFile } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import { findBinary, postgresFolders, requireBinary } from './binaries.js';
import { createServiceDatabases } from './databases.js';
import { type NativeOptions, type NativeServer, runNative } from './native-server.js';
import { giveTo, reachableDirectory } from './reachable-directory.js';

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

/** Starts a private PostgreSQL; the data is made on the first start and kept. `url` is the administrator's. */
export async function startPostgres(options: PostgresOptions): Promise<NativeServer> {
  const { port, host = '127.0.0.1', durable = true } = options;
  const user = process.getuid?.() === 0 ? systemUser : undefined;
  mkdirSync(options.dir, { recursive: true });
  const home = reachableDirectory(options.dir, user);
  const data = join(home, 'data');
  if (!existsSync(join(data, 'PG_VERSION'))) await initialise(home, data, options.password, user, durable);

  const url = `postgres://${postgresAdmin}:${encodeURIComponent(options.password)}@${host}:${port}/postgres`;
  const server = await runNative({
    url,
    port,
    timeoutMs: 60_000,
    process: {
      name: 'PostgreSQL',
      command: postgresBinary('postgres'),
      args: ['-D', data, ...settings(options, host, durable)],
      cwd: home,
      logFile: join(options.dir, 'postgres.log'),
      user,
      // SIGINT is PostgreSQL's "fast" stop; SIGTERM would wait for every client to leave.
      stopSignal: 'SIGINT',
    },
    probe: () => probe(url),
  });
  try {
    if (options.databases) await createServiceDatabases(url, options.databases);
  } catch (error) {
    await server.stop();
    throw error;
  }
  return server;
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
  rmSync(data, { recursive: true, force: true });
  mkdirSync(data, { mode: 0o700 });
  const passwordFile = join(home, 'initdb-password');
  writeFileSync(passwordFile, `${password}\n`, { mode: 0o600 });
  chmodSync(data, 0o700);
  giveTo(user, data, passwordFile);
  const args = ['-D', data, '-U', postgresAdmin, '-A', 'scram-sha-256', `--pwfile=${passwordFile}`];
  args.push('--encoding=UTF8', '--no-locale', ...(durable ? ['--data-checksums'] : ['--no-sync']));
  const initdb = postgresBinary('initdb');
  const [command, ...rest] = user
    ? ['setpriv', `--reuid=${user}`, `--regid=${user}`, '--init-groups', '--', initdb, ...args]
    : [initdb, ...args];
  try {
    await run(command ?? initdb, rest, { cwd: home });
  } catch (error) {
    // Half-made data would pass for a finished one at the next start.
    rmSync(data, { recursive: true, force: true });
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

function postgresBinary(name: string): string {
  return requireBinary(findBinary(name, postgresFolders()), `PostgreSQL (${name})`);
}
