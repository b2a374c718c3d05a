import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { signalGroup } from '../../libs/testing/src/servers/process.js';
import { isAlive, processIdentity } from '../../libs/testing/src/servers/process-table.js';

/** A process with what tells it from a later one of the same number. */
export interface KnownProcess {
  name: string;
  pid: number;
  identity: string;
}

/** What `run.json` says about the run that goes on. */
export interface RunInfo {
  pid: number;
  identity: string;
  startedAt: string;
  status: 'starting' | 'healthy' | 'stopping';
  /** Addresses and logins, as printed. */
  banner: string[];
  healthUrl: string;
  processes: KnownProcess[];
}

/** The file that says that the system runs: lock, list of processes and address book in one. */
export class RunState {
  private constructor(
    private readonly file: string,
    private readonly info: RunInfo,
  ) {}

  /** Takes the lock, or answers with the run that holds it. Left-overs of a run that was killed are ended first. */
  static async acquire(directory: string, healthUrl: string): Promise<RunState | RunInfo> {
    mkdirSync(directory, { recursive: true });
    const file = stateFile(directory);
    for (;;) {
      const other = readRun(directory);
      if (other && isAlive(other.pid, other.identity)) return other;
      if (other) await endProcesses(other.processes);
      rmSync(file, { force: true });
      const info: RunInfo = {
        pid: process.pid,
        identity: processIdentity(process.pid) ?? '',
        startedAt: new Date().toISOString(),
        status: 'starting',
        banner: [],
        healthUrl,
        processes: [],
      };
      try {
        writeFileSync(file, JSON.stringify(info), { flag: 'wx', mode: 0o600 });
        return new RunState(file, info);
      } catch (error) {
        // Somebody else was faster: look again who it is.
        if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
        await sleep(50);
      }
    }
  }

  set(change: Partial<Pick<RunInfo, 'status' | 'banner'>>): void {
    Object.assign(this.info, change);
    this.write();
  }

  /** Notes the processes that belong to the run under these names, instead of those noted before. */
  note(name: string, pids: number[]): void {
    const found = pids.flatMap((pid) => {
      const identity = processIdentity(pid);
      return identity ? [{ name, pid, identity }] : [];
    });
    this.info.processes = [...this.info.processes.filter((known) => known.name !== name), ...found];
    this.write();
  }

  release(): void {
    rmSync(this.file, { force: true });
  }

  private write(): void {
    // Readers must never see half a file.
    const temporary = `${this.file}.new`;
    writeFileSync(temporary, JSON.stringify(this.info, null, 2), { mode: 0o600 });
    renameSync(temporary, this.file);
  }
}

/** The noted run, alive or not; undefined when there is none. */
export function readRun(directory: string): RunInfo | undefined {
  try {
    return JSON.parse(readFileSync(stateFile(directory), 'utf8')) as RunInfo;
  } catch {
    return undefined;
  }
}

/** The run that really goes on. */
export function currentRun(directory: string): RunInfo | undefined {
  const run = readRun(directory);
  return run && isAlive(run.pid, run.identity) ? run : undefined;
}

/** Forgets a run that has ended. */
export function removeRun(directory: string): void {
  rmSync(stateFile(directory), { force: true });
}

/** Ends those of these processes that are still the same ones: asked first, by force after five seconds. */
export async function endProcesses(processes: KnownProcess[]): Promise<void> {
  const living = (): KnownProcess[] => processes.filter(({ pid, identity }) => isAlive(pid, identity));
  for (const { pid } of living()) process.kill(pid, 'SIGTERM');
  const deadline = Date.now() + 5_000;
  while (living().length > 0 && Date.now() < deadline) await sleep(100);
  for (const { pid } of living()) signalGroup(pid, 'SIGKILL');
}

function stateFile(directory: string): string {
  return join(directory, 'run.json');
}
