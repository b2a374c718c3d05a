import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import type { Usage } from './servers/probe.js';

const START_MS = 60_000;
const STOP_MS = 20_000;

/** Servers run on the first core, whoever measures on the second. */
const SERVER_CORE = '0';
const LOAD_CORE = '1';

function hasTaskset(): boolean {
  if (availableParallelism() < 2) return false;
  try {
    execFileSync('taskset', ['-p', String(process.pid)], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

const canPin = hasTaskset();

/** Puts this process, with all of its threads, on the core that the servers do not use. Answers whether it could. */
export function pinLoad(): boolean {
  if (canPin) execFileSync('taskset', ['-apc', LOAD_CORE, String(process.pid)], { stdio: 'ignore' });
  return canPin;
}

/** A server process on the servers' core that tells its own use of processor and memory. */
export class PinnedProcess {
  private constructor(
    private readonly child: ChildProcess,
    readonly url: string,
  ) {}

  /** Starts `servers/<script>.js` and waits until it listens. @throws Error when it does not */
  static async start(
    script: string,
    argument: string,
    env: Record<string, string> = {},
  ): Promise<PinnedProcess> {
    const file = fileURLToPath(new URL(`./servers/${script}.js`, import.meta.url));
    const node = [process.execPath, '--enable-source-maps', file, argument];
    const [command = '', ...args] = canPin ? ['taskset', '-c', SERVER_CORE, ...node] : node;
    const child = spawn(command, args, {
      env: { PATH: process.env.PATH, ...env },
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    });
    const late = setTimeout(() => child.kill('SIGKILL'), START_MS);
    try {
      const [first] = (await Promise.race([
        once(child, 'message'),
        once(child, 'exit').then(([code]) => {
          throw new Error(`${script} ${argument} ended with ${code} instead of listening`);
        }),
      ])) as [{ url: string }];
      return new PinnedProcess(child, first.url);
    } finally {
      clearTimeout(late);
    }
  }

  /** Processor time since its start, resident memory now, and the most since the last call. */
  async usage(): Promise<Usage> {
    const answer = once(this.child, 'message') as Promise<[Usage]>;
    this.child.send('usage');
    const [usage] = await answer;
    return usage;
  }

  async stop(): Promise<void> {
    if (this.child.exitCode !== null || this.child.signalCode !== null) return;
    const exited = once(this.child, 'exit');
    this.child.kill('SIGTERM');
    const late = setTimeout(() => this.child.kill('SIGKILL'), STOP_MS);
    await exited;
    clearTimeout(late);
  }
}
