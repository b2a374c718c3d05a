import { execFile, execFileSync } from 'node:child_process';
import { accessSync, constants, readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';

const extraFolders = ['/usr/local/sbin', '/usr/sbin', '/sbin', '/opt/homebrew/bin', '/usr/local/bin'];

/** Full path of a program on this machine, looked for in `folders`, then PATH; undefined when there is none. */
export function findBinary(name: string, folders: string[] = []): string | undefined {
  const path = (process.env.PATH ?? '').split(':').filter(Boolean);
  return [...folders, ...path, ...extraFolders].map((folder) => join(folder, name)).find(isExecutable);
}

const debianPostgres = '/usr/lib/postgresql';

/** Debian keeps every PostgreSQL version in a folder of its own, outside PATH; the newest first. */
export function postgresFolders(root = debianPostgres): string[] {
  try {
    return readdirSync(root)
      .sort((a, b) => Number(b) - Number(a))
      .map((version) => join(root, version, 'bin'));
  } catch {
    return [];
  }
}

/**
 * The folder with the programs of one PostgreSQL; undefined when it is not on this machine.
 * @param version as `PG_VERSION` beside the data says it: another one cannot read them. Without it, the newest.
 */
export function findPostgres(version?: string, root = debianPostgres): string | undefined {
  const folders = version === undefined ? postgresFolders(root) : [join(root, version, 'bin')];
  const folder = folders.find((path) => isExecutable(join(path, 'postgres')));
  if (folder) return folder;
  const other = findBinary('postgres');
  const isRight = other && (version === undefined || majorVersion(other) === version);
  return isRight ? dirname(other) : undefined;
}

/** `postgres --version` says `postgres (PostgreSQL) 15.14`. */
function majorVersion(postgres: string): string | undefined {
  return /\) (\d+)/.exec(execFileSync(postgres, ['--version'], { encoding: 'utf8' }))?.[1];
}

/** RabbitMQ's own script: Debian's wrapper in /usr/sbin only lets its system user in. */
export function findRabbitmq(): string | undefined {
  return findBinary('rabbitmq-server', ['/usr/lib/rabbitmq/bin', '/opt/homebrew/opt/rabbitmq/sbin']);
}

/** @throws Error naming the missing program. */
export function requireBinary(path: string | undefined, name: string): string {
  if (!path) throw new Error(`${name} is not installed on this machine`);
  return path;
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

const run = promisify(execFile);

/** Whether a Docker engine answers (a client alone is not enough). */
export async function hasDockerEngine(): Promise<boolean> {
  try {
    const { stdout } = await run('docker', ['version', '--format', '{{.Server.Version}}'], {
      timeout: 5_000,
      env: process.env,
    });
    return stdout.trim() !== '';
  } catch {
    return false;
  }
}
