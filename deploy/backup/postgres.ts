import { execFileSync, spawn } from 'node:child_process';
import { accessSync, constants, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import pg from 'pg';
import type { ServiceName } from '../image/preparation.js';
import type { DatabaseUrls } from './snapshot.js';

type Program = 'pg_dump' | 'pg_restore';

/** Debian keeps every version in a folder of its own, outside PATH. */
const DEBIAN = '/usr/lib/postgresql';
/** Of what a program wrote when it failed. */
const LAST_CHARACTERS = 2000;

/**
 * Writes a database as one moment sees it into a file, in PostgreSQL's custom format.
 * @param snapshot exported by a transaction that is still open
 * @throws Error with what pg_dump says
 */
export async function dumpDatabase(
  url: string,
  major: number,
  snapshot: string,
  file: string,
): Promise<void> {
  await run('pg_dump', major, url, [
    ...['--format=custom', '--no-owner', `--snapshot=${snapshot}`, `--file=${file}`],
  ]);
}

/**
 * Fills a database that has no tables from a dump, wholly or not at all.
 * @throws Error with what pg_restore says
 */
export async function fillDatabase(url: string, major: number, dump: AsyncIterable<Buffer>): Promise<void> {
  const database = decodeURIComponent(new URL(url).pathname.slice(1));
  const args = ['--no-owner', '--exit-on-error', '--single-transaction', `--dbname=${database}`];
  await run('pg_restore', major, url, args, dump);
}

/** The major version of a server, which says what programs it takes. */
export async function majorOf(client: pg.Client): Promise<number> {
  const { rows } = await client.query<{ major: number }>(
    `select current_setting('server_version_num')::int / 10000 as major`,
  );
  return rows[0]?.major ?? 0;
}

async function run(
  program: Program,
  major: number,
  url: string,
  args: string[],
  input?: AsyncIterable<Buffer>,
): Promise<void> {
  const child = spawn(findProgram(program, major), args, {
    env: { ...process.env, ...connection(url) },
    stdio: [input ? 'pipe' : 'ignore', 'ignore', 'pipe'],
  });
  let said = '';
  child.stderr?.on('data', (text: Buffer) => {
    said = (said + text.toString()).slice(-LAST_CHARACTERS);
  });
  const ended = new Promise<void>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code) =>
      code === 0 ? resolve() : reject(new Error(`${program} ended with code ${code}: ${said.trim()}`)),
    );
  });
  if (!input || !child.stdin) return ended;
  // When the program ends early it says why, and that its input broke is only what follows from it.
  const fed = pipeline(Readable.from(input), child.stdin).catch((error: unknown) => {
    child.kill();
    throw error;
  });
  const [end, feeding] = await Promise.allSettled([ended, fed]);
  if (feeding.status === 'rejected' && (feeding.reason as NodeJS.ErrnoException).code !== 'EPIPE') {
    throw feeding.reason;
  }
  if (end.status === 'rejected') throw end.reason;
}

/** In the environment and not as arguments, which everybody on the machine can read. */
function connection(address: string): Record<string, string> {
  const { hostname, port, username, password, pathname, searchParams } = new URL(address);
  const ssl = searchParams.get('sslmode');
  return {
    PGHOST: decodeURIComponent(hostname),
    PGPORT: port || '5432',
    PGUSER: decodeURIComponent(username),
    PGPASSWORD: decodeURIComponent(password),
    PGDATABASE: decodeURIComponent(pathname.slice(1)),
    PGCONNECT_TIMEOUT: '10',
    ...(ssl ? { PGSSLMODE: ssl } : {}),
  };
}

/**
 * The one of the server's own version, else a newer one: an older one refuses the server, or what a newer one has written.
 * @throws Error naming what to install
 */
export function findProgram(program: Program, major: number): string {
  const versions = debianVersions().filter((version) => version >= major);
  const ofDebian = versions.map((version) => join(DEBIAN, String(version), 'bin', program));
  const found =
    ofDebian.find(isExecutable) ??
    searchPath()
      .map((folder) => join(folder, program))
      .find((path) => isExecutable(path) && versionOf(path) >= major);
  if (!found) {
    throw new Error(
      `${program} of PostgreSQL ${major} or newer is needed (Debian: postgresql-client-${major})`,
    );
  }
  return found;
}

function debianVersions(): number[] {
  try {
    return readdirSync(DEBIAN)
      .map(Number)
      .sort((a, b) => a - b);
  } catch {
    return [];
  }
}

function searchPath(): string[] {
  return (process.env.PATH ?? '').split(':').filter(Boolean);
}

/** The major version that a program says it is of; 0 when it says none. */
function versionOf(path: string): number {
  try {
    const said = execFileSync(path, ['--version'], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });
    return Number(/\(PostgreSQL\) (\d+)/.exec(said)?.[1] ?? 0);
  } catch {
    return 0;
  }
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/** Works on the database of a service over a connection of its own. */
export async function withDatabase<T>(
  service: ServiceName,
  urls: DatabaseUrls,
  work: (client: pg.Client) => Promise<T>,
): Promise<T> {
  const client = new pg.Client({ connectionString: urls[service], application_name: 'restore' });
  client.on('error', () => undefined);
  try {
    await client.connect();
    return await work(client);
  } finally {
    await client.end().catch(() => undefined);
  }
}
