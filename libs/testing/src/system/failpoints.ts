import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { ArmedFailpoint, ReachedFailpoint } from '#platform';

const LOOK_EVERY_MS = 100;

/** Arms the failpoints of a running system and tells which were reached. */
export class Failpoints {
  /** @param directory what its services have as FAILPOINT_DIR */
  constructor(private readonly directory: string) {}

  /** Makes the folders that services expect. */
  async prepare(): Promise<void> {
    for (const folder of ['armed', 'reached']) await mkdir(join(this.directory, folder), { recursive: true });
  }

  /** The next process that comes to this place, after those to skip, does what is said, once. */
  async arm(name: string, armed: ArmedFailpoint = { action: 'kill' }): Promise<void> {
    await rm(this.path('reached', name), { force: true });
    const next = join(this.directory, `${name}.next`);
    await writeFile(next, JSON.stringify(armed));
    // In one step: nobody may read half of it.
    await rename(next, this.path('armed', name));
  }

  /** Whether no process has come to the armed place yet. */
  isArmed(name: string): boolean {
    return existsSync(this.path('armed', name));
  }

  /** Takes back what nobody has come to, and forgets what was reached. Answers the names that were. */
  async clear(): Promise<Set<string>> {
    const reached = await readdir(join(this.directory, 'reached'));
    await rm(this.directory, { recursive: true, force: true });
    await this.prepare();
    return new Set(reached);
  }

  /**
   * Continues each process that was stopped at a failpoint after so long, until the signal is aborted; then at once.
   */
  async continueStopped(afterMs: number, signal: AbortSignal): Promise<void> {
    const stoppedSince = new Map<string, { pid: number; since: number }>();
    const continued = new Set<string>();
    while (!signal.aborted) {
      for (const name of await readdir(join(this.directory, 'reached')).catch(() => [])) {
        if (stoppedSince.has(name) || continued.has(name)) continue;
        const { pid, action } = await this.read(name);
        if (action === 'stop') stoppedSince.set(name, { pid, since: Date.now() });
        else continued.add(name);
      }
      for (const [name, { pid, since }] of stoppedSince) {
        if (Date.now() - since < afterMs) continue;
        proceed(pid);
        stoppedSince.delete(name);
        continued.add(name);
      }
      await sleep(LOOK_EVERY_MS);
    }
    for (const { pid } of stoppedSince.values()) proceed(pid);
  }

  private async read(name: string): Promise<ReachedFailpoint> {
    return JSON.parse(await readFile(this.path('reached', name), 'utf8')) as ReachedFailpoint;
  }

  private path(folder: 'armed' | 'reached', name: string): string {
    return join(this.directory, folder, name);
  }
}

/** A process that has died meanwhile needs nothing. */
function proceed(pid: number): void {
  try {
    process.kill(pid, 'SIGCONT');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}
