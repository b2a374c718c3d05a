import { type ChildProcess, spawn } from 'node:child_process';
import { closeSync, existsSync, fstatSync, openSync, readSync, renameSync, statSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';

export interface ProcessOptions {
  /** What the process is called in messages. */
  name: string;
  command: string;
  args?: string[];
  env?: NodeJS.ProcessEnv;
  cwd?: string;
  /**
   * Standard output and error are appended here by the process itself, so nothing is lost when we die. A large one is set
   * aside at the start.
   */
  logFile: string;
  /** System user to run as; only possible as root. */
  user?: string;
  /** Signal that asks for an orderly end; default SIGTERM. */
  stopSignal?: NodeJS.Signals;
}

export interface Exit {
  code: number | null;
  signal: NodeJS.Signals | null;
}

/** One operating system process in its own process group, so that nothing of it can be left behind. */
export class OwnedProcess {
  readonly name: string;
  /** Resolves when the process has ended, for whatever reason. */
  readonly exited: Promise<Exit>;
  private readonly child: ChildProcess;
  private readonly stopSignal: NodeJS.Signals;
  private ended?: Exit;

  private constructor(
    child: ChildProcess,
    private readonly options: ProcessOptions,
  ) {
    this.child = child;
    this.name = options.name;
    this.stopSignal = options.stopSignal ?? 'SIGTERM';
    this.exited = new Promise((resolve) => {
      const end = (code: number | null, signal: NodeJS.Signals | null): void => {
        this.ended ??= { code, signal };
        resolve(this.ended);
      };
      child.once('exit', end);
      child.once('error', () => end(127, null));
    });
  }

  /**
   * Starts the process; it dies with us where the system can arrange that (Linux).
   * @throws Error when the command cannot be run at all.
   */
  static async start(options: ProcessOptions): Promise<OwnedProcess> {
    setLogAside(options.logFile, LARGE_LOG_BYTES);
    const log = openSync(options.logFile, 'a', 0o600);
    try {
      const [command, args] = guarded(options);
      const child = spawn(command, args, {
        cwd: options.cwd,
        env: options.env ?? process.env,
        stdio: ['ignore', log, log],
        detached: true,
      });
      const started = new OwnedProcess(child, options);
      await new Promise<void>((resolve, reject) => {
        child.once('spawn', resolve);
        child.once('error', (error) =>
          reject(new Error(`${options.name} could not be started: ${error.message}`)),
        );
      });
      return started;
    } finally {
      closeSync(log);
    }
  }

  get pid(): number {
    return this.child.pid ?? -1;
  }

  get isRunning(): boolean {
    return this.ended === undefined;
  }

  /** Sends a signal to the process alone (its helpers are cleared away once it has ended). */
  kill(signal: NodeJS.Signals): void {
    if (this.isRunning) this.child.kill(signal);
  }

  /** Asks for an orderly end, waits up to `graceMs`, then ends the whole group by force. */
  async stop(graceMs = 15_000): Promise<void> {
    this.kill(this.stopSignal);
    const timer = new AbortController();
    await Promise.race([
      this.exited,
      sleep(graceMs, undefined, { signal: timer.signal }).catch(() => undefined),
    ]);
    timer.abort();
    signalGroup(this.pid, 'SIGKILL');
    await this.exited;
  }

  /** The last lines that the process wrote. */
  lastLines(count = 20): string[] {
    return tail(this.options.logFile, count);
  }
}

/** Sends a signal to a whole process group; a group that is gone is not an error. */
export function signalGroup(pid: number, signal: NodeJS.Signals): void {
  if (pid <= 1) return;
  try {
    process.kill(-pid, signal);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}

/** util-linux' setpriv changes the user and ties the process to our life without a process in between. */
function guarded({ command, args = [], user, stopSignal = 'SIGTERM' }: ProcessOptions): [string, string[]] {
  const setpriv = process.platform === 'linux' ? findSetpriv() : undefined;
  if (!setpriv) {
    if (user)
      throw new Error(`setpriv (util-linux) is needed to run ${command} as ${user}; or do not run as root`);
    return [command, args];
  }
  const identity = user ? [`--reuid=${user}`, `--regid=${user}`, '--init-groups'] : [];
  return [setpriv, [...identity, '--pdeathsig', stopSignal.slice(3), '--', command, ...args]];
}

function findSetpriv(): string | undefined {
  return ['/usr/bin/setpriv', '/bin/setpriv'].find((path) => existsSync(path));
}

const LARGE_LOG_BYTES = 50 * 1024 ** 2;

/** Keeps a log that is longer than this beside the next one, as `<file>.1`, in place of the one that was there. */
export function setLogAside(file: string, aboveBytes = 0): void {
  const found = statSync(file, { throwIfNoEntry: false });
  if (found && found.size > aboveBytes) renameSync(file, `${file}.1`);
}

const windowBytes = 64 * 1024;

/** The last `count` lines of a text file (looking at most 64 KiB back); none when the file does not exist. */
export function tail(file: string, count: number): string[] {
  let descriptor: number;
  try {
    descriptor = openSync(file, 'r');
  } catch {
    return [];
  }
  try {
    const size = fstatSync(descriptor).size;
    const length = Math.min(size, windowBytes);
    const buffer = Buffer.alloc(length);
    readSync(descriptor, buffer, 0, length, size - length);
    return buffer.toString('utf8').trimEnd().split('\n').slice(-count);
  } finally {
    closeSync(descriptor);
  }
}
