import { createHash } from 'node:crypto';
import { chownSync, mkdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';

/**
 * A directory that `user` can get to: `dir` itself, or one under /var/tmp named after it when a parent is closed
 * to other users (a checkout in /root, say). Without `user`, always `dir`.
 */
export function reachableDirectory(dir: string, user: string | undefined): string {
  const wanted = resolve(dir);
  if (!user || isOpenToAll(wanted)) return wanted;
  const other = join('/var/tmp', `ssc-${createHash('sha256').update(wanted).digest('hex').slice(0, 12)}`);
  mkdirSync(other, { recursive: true, mode: 0o711 });
  if (statSync(other).uid !== process.getuid?.()) throw new Error(`${other} belongs to another user`);
  return other;
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

function isOpenToAll(path: string): boolean {
  for (let current = path; ; current = dirname(current)) {
    if ((statSync(current).mode & 0o001) === 0) return false;
    if (current === dirname(current)) return true;
  }
}
