import { setTimeout as sleep } from 'node:timers/promises';
import { type Exit, OwnedProcess, signalGroup, tail } from '../../libs/testing/src/servers/process.js';
import type { Log } from './console.js';

/** One program of the local run. */
export interface Part {
  name: string;
  command: string;
  args: string[];
  env: NodeJS.ProcessEnv;
  /** Where it listens, to tell who is missing when the whole does not get healthy. */
  port: number;
  /** Takes the place of an outside system; stopped after the services. */
  isStandIn?: boolean;
}

export interface SupervisorOptions {
  cwd: string;
  logFile: string;
  log: Log;
  onStart: (pid: number) => void;
  /** Time to end in order before it is ended by force, in milliseconds. */
  graceMs?: number;
}

const firstDelayMs = 500;
const longestDelayMs = 5_000;
/** A part that lived this long is taken to have been well. */
const steadyMs = 30_000;

/** Keeps one part running: starts it again when it dies, later and later while it keeps dying. */
export class Supervisor {
  /** How often it ended without being asked to. */
  failures = 0;
  private process?: OwnedProcess;
  private loop?: Promise<void>;
  private readonly stopping = new AbortController();

  constructor(
    readonly part: Part,
    private readonly options: SupervisorOptions,
  ) {}

  /** @throws Error when the command cannot be run at all. */
  async start(): Promise<void> {
    const first = await this.launch();
    this.loop = this.keepRunning(first);
  }

  async stop(): Promise<void> {
    this.stopping.abort();
    await this.process?.stop(this.options.graceMs ?? 15_000);
    await this.loop;
  }

  lastLines(count = 20): string[] {
    return tail(this.options.logFile, count);
  }

  private async launch(): Promise<OwnedProcess> {
    const { name, command, args, env } = this.part;
    const { cwd, logFile, graceMs } = this.options;
    const started = await OwnedProcess.start({ name, command, args, env, cwd, logFile });
    this.process = started;
    this.options.onStart(started.pid);
    // It was asked to stop while it came up.
    if (this.stopping.signal.aborted) await started.stop(graceMs);
    return started;
  }

  private async keepRunning(first: OwnedProcess): Promise<void> {
    let running: OwnedProcess | undefined = first;
    let delayMs = firstDelayMs;
    for (;;) {
      const began = Date.now();
      const what = running ? `ended (${describe(await running.exited)})` : 'could not be started';
      // Programs that it had started (ffmpeg, say) must not outlive it.
      if (running) signalGroup(running.pid, 'SIGKILL');
      if (this.stopping.signal.aborted) return;
      this.failures++;
      if (Date.now() - began > steadyMs) delayMs = firstDelayMs;
      this.options.log(`${this.part.name} ${what}; starting it again in ${delayMs / 1000} s`);
      await sleep(delayMs, undefined, { signal: this.stopping.signal }).catch(() => undefined);
      if (this.stopping.signal.aborted) return;
      delayMs = Math.min(delayMs * 2, longestDelayMs);
      // A disk that is full, or a machine without memory, is not so for ever.
      running = await this.launch().catch((error: Error) => {
        this.options.log(error.message);
        return undefined;
      });
    }
  }
}

function describe({ code, signal }: Exit): string {
  return signal ?? `code ${code}`;
}
