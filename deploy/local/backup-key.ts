import { existsSync, globSync, readdirSync, rmSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { newKey, recipientOf } from '../backup/archive.js';

/** In the format of age-keygen, so that `age -d -i` takes it. */
const keyFile = (directory: string): string => join(directory, 'backup-key.txt');

/**
 * Who can open the backups of the local run: `BACKUP_RECIPIENT`, else whom `BACKUP_KEY` belongs to, else a key that is
 * made with the first backup.
 */
export async function readRecipient(
  directory: string,
): Promise<{ recipient: string; madeFile: string | null }> {
  const { BACKUP_RECIPIENT: recipient } = process.env;
  if (recipient) return { recipient, madeFile: null };
  const known = await findIdentity(directory);
  if (known) return { recipient: await recipientOf(known), madeFile: null };
  const key = await newKey();
  const file = keyFile(directory);
  await writeFile(file, `# public key: ${key.recipient}\n${key.identity}\n`, { mode: 0o600, flag: 'wx' });
  return { recipient: key.recipient, madeFile: file };
}

/** @throws Error when there is none */
export async function readIdentity(directory: string): Promise<string> {
  const identity = await findIdentity(directory);
  if (!identity)
    throw new Error(`BACKUP_KEY (AGE-SECRET-KEY-1…) is not set, nor is there ${keyFile(directory)}`);
  return identity;
}

/**
 * Removes the data of the local run, all but a key without which backups in `backups/` could not be opened any more.
 * @returns the file of the key that was left; null when all is gone
 */
export function removeLocalData(root: string, directory: string): string | null {
  const key = keyFile(directory);
  if (!existsSync(key) || globSync('backups/*.tar.age', { cwd: root }).length === 0) {
    rmSync(directory, { recursive: true, force: true });
    return null;
  }
  for (const name of readdirSync(directory)) {
    const path = join(directory, name);
    if (path !== key) rmSync(path, { recursive: true });
  }
  return key;
}

async function findIdentity(directory: string): Promise<string | undefined> {
  if (process.env.BACKUP_KEY) return process.env.BACKUP_KEY;
  const file = keyFile(directory);
  if (!existsSync(file)) return undefined;
  return (await readFile(file, 'utf8')).split('\n').find((line) => line.startsWith('AGE-SECRET-KEY-'));
}
