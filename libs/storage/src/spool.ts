import { randomUUID } from 'node:crypto';
import { mkdir, readdir, rm, stat, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import type { OnApplicationBootstrap, OnModuleDestroy } from '@nestjs/common';
import type { Logger } from 'pino';
import { HOUR_MS } from '#platform';

/** A folder that is in use until it is closed. */
export interface SpoolFolder {
  readonly path: string;
  /** Removes it with all that lies in it. */
  close(): Promise<void>;
}

const BEAT_MS = 5 * 60_000;
/** Longer than any pause of a process that still lives. */
const ABANDONED_MS = HOUR_MS;

/**
 * Folders of recordings that are being worked on. Services and their copies may share the disk, so a process touches what
 * it uses; what nobody touched for an hour was left by a process that died, and goes. Every process looks by itself: a
 * spool may also be of one machine. All times are of the machine, as those of files are.
 */
export class Spool implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly inUse = new Set<string>();
  private readonly timers: NodeJS.Timeout[] = [];

  /** @param cleanEveryMs between two looks for what was left */
  constructor(
    private readonly root: string,
    private readonly logger: Pick<Logger, 'warn'>,
    private readonly cleanEveryMs: number = HOUR_MS,
  ) {}

  async onApplicationBootstrap(): Promise<void> {
    this.repeat(BEAT_MS, () => this.touch());
    this.repeat(this.cleanEveryMs, () => this.clean());
    await this.clean();
  }

  onModuleDestroy(): void {
    for (const timer of this.timers) clearInterval(timer);
  }

  async open(): Promise<SpoolFolder> {
    const path = join(this.root, randomUUID());
    await mkdir(path, { recursive: true });
    this.inUse.add(path);
    const close = async () => {
      // Also when it cannot be removed: then a later look tries.
      this.inUse.delete(path);
      await rm(path, { recursive: true, force: true });
    };
    return { path, close };
  }

  /** Runs `work` with a folder of its own that is gone afterwards. */
  async during<T>(work: (folder: string) => Promise<T>): Promise<T> {
    const folder = await this.open();
    try {
      return await work(folder.path);
    } finally {
      await folder.close();
    }
  }

  /** Removes what processes that died have left. */
  async clean(): Promise<void> {
    await this.touch();
    await mkdir(this.root, { recursive: true });
    for (const name of await readdir(this.root)) {
      const path = join(this.root, name);
      try {
        if (Date.now() - (await lastTouched(path)) > ABANDONED_MS) {
          await rm(path, { recursive: true, force: true });
        }
      } catch (error) {
        this.logger.warn({ err: error }, 'a folder stays in the spool for a while');
      }
    }
  }

  private async touch(): Promise<void> {
    const now = new Date();
    for (const path of this.inUse) await utimes(path, now, now).catch(ignoreMissing);
  }

  private repeat(everyMs: number, work: () => Promise<void>): void {
    const run = () =>
      work().catch((error: unknown) => this.logger.warn({ err: error }, 'the spool is looked at again'));
    this.timers.push(setInterval(() => void run(), everyMs).unref());
  }
}

/** When it, or a file in it, was last written or touched; what is gone meanwhile counts as touched. */
async function lastTouched(path: string): Promise<number> {
  try {
    const info = await stat(path);
    if (!info.isDirectory()) return info.mtimeMs;
    const files = await Promise.all((await readdir(path)).map((name) => stat(join(path, name))));
    return Math.max(info.mtimeMs, ...files.map(({ mtimeMs }) => mtimeMs));
  } catch (error) {
    ignoreMissing(error);
    return Date.now();
  }
}

/** Others may remove a folder of theirs at any moment. */
function ignoreMissing(error: unknown): void {
  if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
}
