import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { accessSync, constants } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { setPriority } from 'node:os';
import { delimiter, isAbsolute, join } from 'node:path';
import { MediaError } from './media.error.js';

/** By its name on the path, or by its own absolute path. */
export type MediaTool = 'ffmpeg' | 'pocketsphinx_continuous' | `/${string}`;

/** Processor time goes to everybody else first: for what strangers upload and nobody has paid for. */
export const UNPAID_NICENESS = 19;
/** Somebody waits for the answer. */
export const WAITED_FOR_NICENESS = 5;
const NICENESS = 10;
/** Between two looks at the processor time of a program whose priority ends when it has used so much. */
const CPU_LOOK_MS = 100;
/** Between two looks at that of any other. */
const SHARE_LOOK_MS = 500;
/** What a program gets of one processor at least, over its whole run, however busy the machine is. */
const LEAST_SHARE = 0.1;
/** Of what nobody has paid for: what is paid may be what keeps the processors busy. */
const LEAST_UNPAID_SHARE = 0.03;
/** So long may it have had nothing, in milliseconds, before its share becomes an ordinary one. */
const STARVED_MS = 2000;

export interface MediaToolOptions {
  /** Wall clock limit in milliseconds; the process is killed when it is over. */
  timeoutMs: number;
  signal?: AbortSignal | undefined;
  /**
   * Who waits for others when processors are few: 19 for all others; default 10. Nobody waits for ever: where others take
   * all, a program has a tenth of a processor, and one of niceness 19 a thirtieth.
   */
  niceness?: number;
  /**
   * Waits for all others once it has used so many milliseconds of processor time: what takes long is not what somebody
   * waits for. Time in which others kept the processors does not count.
   */
  yieldAfterCpuMs?: number;
  /**
   * How much memory it may write to, in bytes, instead of a limit of its address space: for programs that reserve far
   * more addresses than they use, as Node does.
   */
  dataBytes?: number;
  /** For a Node program: what it is sent at its start, and who takes what it sends. Values are cloned, not written as JSON. */
  channel?: { task: object; onMessage: (message: unknown) => void };
  /**
   * Shares the processors with this process, beside which alone its niceness counts. Otherwise it has a group of its own,
   * which waits for everybody on the machine.
   */
  staysInGroup?: boolean;
  /** Is told of the process once it runs. */
  onStart?: (child: ChildProcess) => void;
  /** Takes the output as it comes. Without it, up to 1 MiB is collected and returned. */
  onOutput?: (chunk: Buffer) => void;
}

export interface MediaToolResult {
  exitCode: number;
  stdout: string;
  /** The first 8 KiB of what the tool reported: what it says of its input. */
  stderrStart: string;
  /** The last 8 KiB of it. */
  stderr: string;
}

const MAX_STDOUT = 1024 * 1024;
const MAX_STDERR = 8 * 1024;
const MAX_MEMORY_BYTES = 2 * 1024 ** 3;
const MAX_FILE_BYTES = 1024 ** 3;
/** Inputs, outputs and shared libraries; far from enough for connections to everybody. */
const MAX_OPEN_FILES = 64;
const PATH = process.env.PATH ?? '/usr/local/bin:/usr/bin:/bin';

/**
 * Runs a media program on a file nobody vouches for: no shell, no inherited environment, no standard input, no network
 * where the system allows to take it away, low priority, and limits on time, memory, processor time, open files and file
 * size. A non-zero exit is returned, not thrown.
 * @throws MediaError `timeout` when a time limit was hit, `failed` when the tool is missing or was killed;
 * the signal's reason when aborted.
 */
export async function runMediaTool(
  tool: MediaTool,
  args: readonly string[],
  options: MediaToolOptions,
): Promise<MediaToolResult> {
  options.signal?.throwIfAborted();
  const [command, ...rest] = [...limiter(options), findOnPath(tool) ?? missing(tool), ...args];
  const child: ChildProcess = spawn(command ?? tool, rest, {
    stdio: options.channel ? ['ignore', 'pipe', 'pipe', 'ipc'] : ['ignore', 'pipe', 'pipe'],
    serialization: 'advanced',
    env: { PATH },
    // Its own process group, so that a kill reaches whatever the tool started.
    detached: !options.staysInGroup,
  });

  let stdout = '';
  let stderrStart = '';
  let stderr = '';
  let thrown: unknown;
  const take = (work: () => void) => {
    try {
      work();
    } catch (error) {
      thrown ??= error;
      kill(child);
    }
  };
  child.stdout?.on('data', (chunk: Buffer) =>
    take(() => {
      if (options.onOutput) options.onOutput(chunk);
      else if (stdout.length < MAX_STDOUT) stdout += chunk.toString('utf8');
    }),
  );
  if (options.channel) {
    const { task, onMessage } = options.channel;
    child.on('message', (message) => take(() => onMessage(message)));
    child.send(task, (error) => {
      // Its end says why; without its task it is of no use.
      if (error) kill(child);
    });
  }
  child.stderr?.on('data', (chunk: Buffer) => {
    const text = chunk.toString('utf8');
    if (stderrStart.length < MAX_STDERR) stderrStart = (stderrStart + text).slice(0, MAX_STDERR);
    stderr = (stderr + text).slice(-MAX_STDERR);
  });

  let isTimedOut = false;
  const timer = setTimeout(() => {
    isTimedOut = true;
    kill(child);
  }, options.timeoutMs);
  const watch = options.staysInGroup ? undefined : watchShare(child, options);
  const onAbort = () => kill(child);
  options.signal?.addEventListener('abort', onAbort, { once: true });
  options.onStart?.(child);

  try {
    const { code, signal } = await ended(child);
    if (thrown !== undefined) throw thrown;
    options.signal?.throwIfAborted();
    if (isTimedOut || signal === 'SIGXCPU') throw new MediaError('timeout', `${tool} took too long`);
    if (code === null) {
      const message = `${tool} was killed by ${signal}: ${lastLine(stderr)}`;
      throw new MediaError('failed', message, { killedBy: signal, stderr });
    }
    return { exitCode: code, stdout, stderrStart, stderr };
  } finally {
    clearTimeout(timer);
    clearInterval(watch);
    options.signal?.removeEventListener('abort', onAbort);
  }
}

/** The last thing a tool said: enough for a log line. */
export function lastLine(text: string): string {
  return text.trim().split('\n').at(-1)?.slice(0, 300) ?? '';
}

function ended(child: ChildProcess): Promise<{ code: number | null; signal: NodeJS.Signals | null }> {
  return new Promise((resolve, reject) => {
    child.once('error', (cause) =>
      reject(new MediaError('failed', `cannot start ${child.spawnfile}`, { cause })),
    );
    child.once('close', (code, signal) => resolve({ code, signal }));
  });
}

/** Its number may be another program's by now. */
const hasEnded = ({ exitCode, signalCode }: ChildProcess): boolean =>
  exitCode !== null || signalCode !== null;

function kill(child: ChildProcess): void {
  if (child.pid === undefined || hasEnded(child)) return;
  try {
    process.kill(-child.pid, 'SIGKILL');
  } catch {
    child.kill('SIGKILL');
  }
}

/**
 * A process group of its own is to Linux a share of its own, within which alone niceness counts, unless the share is made
 * as small. Where there are no such shares, niceness counts among all. Answers whether it was done.
 */
function setShare({ pid }: ChildProcess, niceness: number): Promise<boolean> {
  return writeFile(`/proc/${pid}/autogroup`, String(niceness)).then(
    () => true,
    () => false,
  );
}

/**
 * Keeps the share of a program as small as it is to be, but for a while when others leave it next to nothing: the smallest
 * is a seventieth of an ordinary one, so that beside a dozen busy processes a second of work would take minutes.
 */
function watchShare(child: ChildProcess, options: MediaToolOptions): NodeJS.Timeout {
  const { niceness: own = NICENESS, yieldAfterCpuMs } = options;
  const began = performance.now();
  let niceness = own;
  let share: number | null = null;
  const give = async (wanted: number) => {
    if (share !== wanted && (await setShare(child, wanted))) share = wanted;
  };
  const look = async () => {
    const runs = performance.now() - began;
    // Where the system does not say, as if it had run all the while.
    const used = await usedCpuMs(child.pid).catch(() => runs);
    if (hasEnded(child)) return;
    if (yieldAfterCpuMs !== undefined && used >= yieldAfterCpuMs && niceness !== UNPAID_NICENESS) {
      niceness = UNPAID_NICENESS;
      yieldToOthers(child);
    }
    const least = niceness === UNPAID_NICENESS ? LEAST_UNPAID_SHARE : LEAST_SHARE;
    const owed = runs * least - used;
    const isLifted = owed > (share === 0 ? 0 : least * STARVED_MS);
    await give(isLifted ? 0 : niceness);
  };
  void give(niceness);
  return setInterval(() => void look(), yieldAfterCpuMs === undefined ? SHARE_LOOK_MS : CPU_LOOK_MS);
}

/** User and system time of a process in milliseconds. @throws Error where the system does not say, or it has ended */
async function usedCpuMs(pid: number | undefined): Promise<number> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8');
  // The name before it may hold anything; then come state and twelve others, utime and stime in hundredths of a second.
  const [utime, stime] = stat
    .slice(stat.lastIndexOf(')') + 2)
    .split(' ')
    .slice(11, 13);
  return (Number(utime) + Number(stime)) * 10;
}

/** For a program that runs already, whatever it was started with. */
function yieldToOthers({ pid }: ChildProcess): void {
  try {
    if (pid !== undefined) setPriority(pid, UNPAID_NICENESS);
  } catch {
    // It has ended meanwhile.
  }
}

/** Each of these replaces itself by the next command, so the child stays one process. */
function limiter({ timeoutMs, niceness = NICENESS, dataBytes }: MediaToolOptions): string[] {
  const command: string[] = [...withoutNetwork()];
  const prlimit = findOnPath('prlimit');
  if (prlimit) {
    // Two threads may be busy at once: processor time can pass faster than the clock.
    const cpuSeconds = Math.ceil(timeoutMs / 1000) * 2 + 1;
    command.push(
      prlimit,
      dataBytes === undefined ? `--as=${MAX_MEMORY_BYTES}` : `--data=${dataBytes}`,
      `--cpu=${cpuSeconds}`,
      `--fsize=${MAX_FILE_BYTES}`,
      `--nofile=${MAX_OPEN_FILES}`,
      '--core=0',
      '--',
    );
  }
  const nice = findOnPath('nice');
  if (nice) command.push(nice, '-n', String(niceness));
  return command;
}

let isolation: readonly string[] | null = null;

/** A network of its own, in which there is nothing. Empty where the system lets nobody have one, as many containers do. */
function withoutNetwork(): readonly string[] {
  isolation ??= findIsolation();
  return isolation;
}

/** Whether media programs run without a network on this machine. */
export function isNetworkTaken(): boolean {
  return withoutNetwork().length > 0;
}

function findIsolation(): readonly string[] {
  const unshare = findOnPath('unshare');
  if (!unshare) return [];
  const command = [unshare, '--map-current-user', '--net', '--'];
  const { status } = spawnSync(unshare, [...command.slice(1), 'true'], {
    stdio: 'ignore',
    env: { PATH },
    timeout: 5000,
  });
  return status === 0 ? command : [];
}

const found = new Map<string, string>();

function findOnPath(name: string): string | undefined {
  if (isAbsolute(name)) return name;
  const known = found.get(name);
  if (known) return known;
  for (const directory of PATH.split(delimiter)) {
    const candidate = join(directory, name);
    try {
      accessSync(candidate, constants.X_OK);
    } catch {
      continue;
    }
    found.set(name, candidate);
    return candidate;
  }
  return undefined;
}

function missing(tool: string): never {
  throw new MediaError('failed', `${tool} is not installed`);
}
