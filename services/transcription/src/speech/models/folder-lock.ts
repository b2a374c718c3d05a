import { randomUUID } from 'node:crypto';
import { mkdir, readFile, rename, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** Far longer than a busy process takes to say that it lives. */
const STALE_MS = 60_000;
const BEAT_MS = 5000;

/**
 * One at a time among all processes that share a folder, also those of other containers: who has it says so every five
 * seconds, and who has not said so for a minute has lost it.
 */
export class FolderLock {
  private readonly token = randomUUID();
  private timer: NodeJS.Timeout | undefined;
  private readonly lost = new AbortController();

  private constructor(private readonly path: string) {}

  /** Aborted when another process has it. */
  get signal(): AbortSignal {
    return this.lost.signal;
  }

  /** Null when somebody else has it. */
  static async take(folder: string, staleMs = STALE_MS, beatMs = BEAT_MS): Promise<FolderLock | null> {
    const path = join(folder, '.lock');
    const lock = new FolderLock(path);
    if (!(await lock.make()) && !((await isOlder(path, staleMs)) && (await lock.takeOver()))) return null;
    lock.timer = setInterval(() => void lock.beat(), beatMs);
    lock.timer.unref();
    return lock;
  }

  async release(): Promise<void> {
    clearInterval(this.timer);
    if (await this.isOwn()) await rm(this.path, { recursive: true, force: true });
  }

  private async make(): Promise<boolean> {
    try {
      await mkdir(this.path);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
      throw error;
    }
    await writeFile(join(this.path, 'owner'), this.token);
    return true;
  }

  /** Of several who find it stale, one moves it away. */
  private async takeOver(): Promise<boolean> {
    const away = `${this.path}-${this.token}`;
    try {
      await rename(this.path, away);
    } catch {
      return false;
    }
    await rm(away, { recursive: true, force: true });
    return this.make();
  }

  private async beat(): Promise<void> {
    try {
      if (!(await this.isOwn())) throw new Error('the lock of the models is somebody else’s');
      const now = new Date();
      await utimes(this.path, now, now);
    } catch (error) {
      clearInterval(this.timer);
      this.lost.abort(error);
    }
  }

  private async isOwn(): Promise<boolean> {
    return (await readFile(join(this.path, 'owner'), 'utf8').catch(() => '')) === this.token;
  }
}

async function isOlder(path: string, ms: number): Promise<boolean> {
  const made = await stat(path).catch(() => null);
  return made === null || Date.now() - made.mtimeMs > ms;
}
