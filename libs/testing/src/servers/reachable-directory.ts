import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { chownSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, statSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';

/** Where directories are made that cannot be where they were wanted. */
export interface Bases {
  /** For what is to stay. */
  kept: string;
  /** For what is gone with its process: systems remove old files here. */
  swept: string;
}

const systemBases: Bases = { kept: '/var/lib', swept: '/var/tmp' };

/**
 * A directory that `user` can get to: `dir` itself, or one that is named after it below /var/lib when a parent is closed
 * to other users (a checkout in /root, say). Without `user`, always `dir`. One that earlier versions made below /var/tmp
 * is moved.
 * @param isKept false for what nobody needs once its process has ended
 */
export function reachableDirectory(
  dir: string,
  user: string | undefined,
  isKept: boolean,
  bases = systemBases,
): string {
  const [place = dir, former] = placesOf(dir, user, bases);
  if (former === undefined) return place;
  if (!isKept) return ownDirectory(former);
  if (!existsSync(place) && existsSync(former)) move(ownDirectory(former), place);
  return ownDirectory(place);
}

/** Where `reachableDirectory` has or had what is kept, whether anything is there or not: the present place first. */
export function placesOf(dir: string, user: string | undefined, bases = systemBases): string[] {
  const wanted = resolve(dir);
  if (!user || isOpenToAll(wanted)) return [wanted];
  const name = `ssc-${createHash('sha256').update(wanted).digest('hex').slice(0, 12)}`;
  return [join(bases.kept, name), join(bases.swept, name)];
}

/** Hands files over to a system user; nothing happens without one. */
export function giveTo(user: string | undefined, ...paths: string[]): void {
  if (!user) return;
  const entry = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map((line) => line.split(':'))
    .find(([name]) => name === user);
  if (!entry) throw new Error(`this system has no user ${user}`);
  for (const path of paths) chownSync(path, Number(entry[2]), Number(entry[3]));
}

function ownDirectory(path: string): string {
  mkdirSync(path, { recursive: true, mode: 0o711 });
  if (statSync(path).uid !== process.getuid?.()) throw new Error(`${path} belongs to another user`);
  return path;
}

function move(from: string, to: string): void {
  try {
    renameSync(from, to);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EXDEV') throw error;
    // Owners and times stay as they are; what is at `to` is whole.
    const incoming = `${to}.incoming`;
    rmSync(incoming, { recursive: true, force: true });
    execFileSync('cp', ['-a', '--', from, incoming]);
    renameSync(incoming, to);
    rmSync(from, { recursive: true, force: true });
  }
}

/** What is not there yet will be made with the usual mode. */
function isOpenToAll(path: string): boolean {
  for (let current = path; ; current = dirname(current)) {
    const found = statSync(current, { throwIfNoEntry: false });
    if (found && (found.mode & 0o001) === 0) return false;
    if (current === dirname(current)) return true;
  }
}
