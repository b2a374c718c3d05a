import { createWriteStream, existsSync } from 'node:fs';
import { mkdir, readdir, rm, stat } from 'node:fs/promises';
import { dirname, join, resolve, sep } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { usesMailbox, usesStripeStandIn } from './environment.js';
import type { LocalRun } from './local-run.js';
import { mailFolder } from './parts.js';

/** As entries of an archive are called that hold what stands in for Stripe and for people's mailboxes. */
const PREFIX = 'local/';
const STRIPE = `${PREFIX}stripe-stand-in.json`;
const MAIL = `${PREFIX}mail/`;

/**
 * What in reality lies with Stripe and in the mailboxes of people, and is not lost with the system. Of the mails, those
 * that had come at the moment of the backup.
 */
export async function* standInFiles(
  { directory, env }: LocalRun,
  takenAt: Date,
): AsyncGenerator<{ name: string; path: string }> {
  const state = env.STRIPE_STAND_IN_STATE;
  if (usesStripeStandIn(process.env) && state && existsSync(state)) yield { name: STRIPE, path: state };
  if (!usesMailbox(process.env)) return;
  const folder = mailFolder(directory);
  for (const name of await readdir(folder).catch(() => [])) {
    const path = join(folder, name);
    if (name.endsWith('.eml') && (await stat(path)).mtime <= takenAt) yield { name: MAIL + name, path };
  }
}

/** Puts them back into the place of those that are there. */
export class StandInFiles {
  private isCleared = false;

  constructor(private readonly run: LocalRun) {}

  async put(name: string, content: AsyncIterable<Buffer>): Promise<void> {
    const path = this.pathOf(name);
    if (path === null) return;
    if (!this.isCleared) await rm(mailFolder(this.run.directory), { recursive: true, force: true });
    this.isCleared = true;
    await mkdir(dirname(path), { recursive: true });
    await pipeline(content, createWriteStream(path, { mode: 0o600 }));
  }

  private pathOf(name: string): string | null {
    if (name === STRIPE) return this.run.env.STRIPE_STAND_IN_STATE ?? null;
    if (!name.startsWith(MAIL)) return null;
    const folder = mailFolder(this.run.directory);
    const path = resolve(folder, name.slice(MAIL.length));
    if (!path.startsWith(folder + sep)) throw new Error(`${name} leads out of its folder`);
    return path;
  }
}
