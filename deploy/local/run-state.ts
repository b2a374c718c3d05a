import { existsSync, linkSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { signalGroup } from '../../libs/testing/src/servers/process.js';
import { isAlive, processIdentity } from '../../libs/testing/src/servers/process-table.js';

/** A process with what tells it from a later one of the same number. */
interface KnownProcess {
  name: string;
  pid: number;
  identity: string;
}

/** What `run.json` says about the run that goes on. */
export interface RunInfo {
  pid: number;
  identity: string;
  startedAt: string;
  status: 'starting' | 'running' | 'stopping';
  /** Addresses and logins, as printed. */
  banner: string[];
  healthUrl: string;
  /** Where everything of it listens, by the variable that moves it: what comes later looks there. */
  ports: Record<string, number>;
  processes: KnownProcess[];
}

/**
 * The file that says that the system runs: lock, list of processes and address book in one. It belongs to the run whose
 * process it names: no other one that lives is written over or removed.
 */
export class RunState {
  private isWritten = true;

  private constructor(
    private readonly file: string,
    private readonly info: RunInfo,
  ) {}

  /** Takes the lock, or answers with the run that holds it. Left-overs of a run that was killed are ended first. */
  static async acquire(
    directory: string,
    { healthUrl, allPorts: ports }: { healthUrl: string; allPorts: Record<string, number> },
  ): Promise<RunState | RunInfo> {
    mkdirSync(directory, { recursive: true });
    const file = stateFile(directory);
    for (;;) {
      const other = readRun(directory);
      if (other && isAlive(other.pid, other.identity)) return other;
      if (other) await endProcesses(other.processes);
      removeEnded(file);
      const info: RunInfo = {
        pid: process.pid,
        identity: processIdentity(process.pid) ?? '',
        startedAt: new Date().toISOString(),
        status: 'starting',
        banner: [],
        ...{ healthUrl, ports },
        processes: [],
      };
      if (putWhole(file, info)) return new RunState(file, info);
      // Somebody else was faster: look again who it is.
      await sleep(50);
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

  /** Writes what could not be written before; also when the file is gone. */
  catchUp(): void {
    if (!this.isWritten || !existsSync(this.file)) this.write();
  }

  release(): void {
    if (!this.isAnothers()) rmSync(this.file, { force: true });
  }

  /** A disk that is full for a while does not end the run: the file is written later. */
  private write(): void {
    if (this.isAnothers()) return;
    // Readers must never see half a file.
    const temporary = `${this.file}.new`;
    try {
      writeFileSync(temporary, JSON.stringify(this.info, null, 2), { mode: 0o600 });
      renameSync(temporary, this.file);
      this.isWritten = true;
    } catch {
      this.isWritten = false;
    }
  }

  private isAnothers(): boolean {
    const holder = readRunFile(this.file);
    return holder !== undefined && !isSame(holder, this.info) && isAlive(holder.pid, holder.identity);
  }
}

/** The noted run, alive or not; undefined when there is none. */
export function readRun(directory: string): RunInfo | undefined {
  return readRunFile(stateFile(directory));
}

/** The run that really goes on. */
export function currentRun(directory: string): RunInfo | undefined {
  const run = readRun(directory);
  return run && isAlive(run.pid, run.identity) ? run : undefined;
}

/** Forgets a run that has ended; one that was started since then stays noted. */
export function removeRun(directory: string): void {
  removeEnded(stateFile(directory));
}

/**
 * Ends those of these processes that are still the same ones: asked first, by force after five seconds.
 * @throws Error naming those that go on
 */
export async function endProcesses(processes: KnownProcess[]): Promise<void> {
  const living = (): KnownProcess[] => processes.filter(({ pid, identity }) => isAlive(pid, identity));
  const wait = async (ms: number): Promise<void> => {
    const deadline = Date.now() + ms;
    while (living().length > 0 && Date.now() < deadline) await sleep(100);
  };
  for (const { pid } of living()) signal(pid, 'SIGTERM');
  await wait(5_000);
  for (const { pid } of living()) {
    // One that leads no group of its own is not reached by the second.
    signal(pid, 'SIGKILL');
    signalGroup(pid, 'SIGKILL');
  }
  await wait(5_000);
  const left = living().map(({ name, pid }) => `${name} (process ${pid})`);
  if (left.length > 0) throw new Error(`These processes do not end: ${left.join(', ')}`);
}

/** A process that has ended meanwhile, or that is another user's, is not an error here: whoever asks looks again. */
export function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch (error) {
    if (!['ESRCH', 'EPERM'].includes((error as NodeJS.ErrnoException).code ?? '')) throw error;
  }
}

function readRunFile(file: string): RunInfo | undefined {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as RunInfo;
  } catch {
    return undefined;
  }
}

function isSame(one: RunInfo, other: RunInfo): boolean {
  return one.pid === other.pid && one.identity === other.identity;
}

/** Puts the file there, whole from its first moment; false when there is one already. */
function putWhole(file: string, info: RunInfo): boolean {
  const own = `${file}.${process.pid}`;
  writeFileSync(own, JSON.stringify(info), { mode: 0o600 });
  try {
    linkSync(own, file);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    return false;
  } finally {
    rmSync(own, { force: true });
  }
}

/** Takes the file of a run that has ended away; one that somebody else put there just now is put back. */
function removeEnded(file: string): void {
  const aside = `${file}.${process.pid}.ended`;
  try {
    renameSync(file, aside);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return;
    throw error;
  }
  const taken = readRunFile(aside);
  if (taken && isAlive(taken.pid, taken.identity)) putWhole(file, taken);
  rmSync(aside, { force: true });
}

function stateFile(directory: string): string {
  return join(directory, 'run.json');
}
