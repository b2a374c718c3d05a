import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { OwnedProcess } from '../../libs/testing/src/servers/process.js';
import { type Log, step } from './console.js';
import { untilHealthy } from './health.js';
import type { Infrastructure } from './infrastructure.js';
import { RunState } from './run-state.js';
import { checkPorts, type PortUse } from './settings.js';
import { StartFailure } from './start-failure.js';
import { type Part, Supervisor } from './supervisor.js';

/** A program that runs once, before the parts (migrations, seeds). */
export type Task = Omit<Part, 'port'>;

/** All that makes up a run. */
export interface Plan {
  /** The checkout; programs run from here. */
  root: string;
  /** Where state, logs and data are kept. */
  directory: string;
  ports: PortUse[];
  /** Done first: installs what is missing, say. */
  prepare: (log: Log) => Promise<void>;
  /** Told of a stop that is asked for meanwhile. */
  infrastructure: (log: Log, signal: AbortSignal) => Promise<Infrastructure>;
  tasks: Task[];
  /** Started in this order. */
  parts: Part[];
  healthUrl: string;
  /** With which it tells what is wrong, and not only that something is. */
  healthHeaders?: () => Record<string, string>;
  healthTimeoutMs: number;
  /** Addresses and logins, printed when all is well. */
  banner: string[];
  /** Time that a part has to end in order, in milliseconds; default 15 s. */
  graceMs?: number;
}

/**
 * Starts everything, stays until `signal` says stop, and stops everything.
 * @returns the exit code: 0 after an orderly end or when a run goes on already, 1 when something could not be started
 */
export async function runPlan(plan: Plan, log: Log, signal: AbortSignal): Promise<number> {
  const state = await RunState.acquire(plan.directory, plan.healthUrl);
  if (!(state instanceof RunState)) {
    for (const line of alreadyRuns(state)) log(line);
    return 0;
  }
  const run = new Run(plan, log, signal, state);
  try {
    await run.start();
    await run.stay();
    return 0;
  } catch (error) {
    report(error, log);
    return 1;
  } finally {
    state.set({ status: 'stopping' });
    await run.stop();
    state.release();
  }
}

/** What to tell somebody who starts a second time. */
export function alreadyRuns(info: { pid: number; status: string; banner: string[] }): string[] {
  const how = info.status === 'healthy' ? 'already runs' : `is already ${info.status}`;
  return [`Split Second Contract ${how} (process ${info.pid}). Stop it with: make down`, ...info.banner];
}

class Run {
  private infrastructure?: Infrastructure;
  private readonly supervisors: Supervisor[] = [];

  constructor(
    private readonly plan: Plan,
    private readonly log: Log,
    private readonly signal: AbortSignal,
    private readonly state: RunState,
  ) {}

  /** Goes on step by step; a stop that was asked for meanwhile ends it after the step. */
  async start(): Promise<void> {
    const { plan, log, state, signal } = this;
    const began = Date.now();
    const logs = join(plan.directory, 'logs');
    mkdirSync(logs, { recursive: true });
    await plan.prepare(log);
    if (signal.aborted) return;
    await checkPorts(plan.ports);
    this.infrastructure = await plan.infrastructure(log, signal);
    state.note('infrastructure', this.infrastructure.pids());
    for (const task of plan.tasks) {
      if (signal.aborted) return;
      await step(log, task.name, () => this.runTask(task, logs));
    }
    for (const part of plan.parts) {
      if (signal.aborted) return;
      const logFile = join(logs, `${part.name}.log`);
      rmSync(logFile, { force: true });
      const onStart = (pid: number): void => state.note(part.name, [pid]);
      const supervisor = new Supervisor(part, {
        cwd: plan.root,
        logFile,
        log,
        onStart,
        graceMs: plan.graceMs,
      });
      this.supervisors.push(supervisor);
      await supervisor.start();
    }
    const waiting = `starting ${plan.parts.map(({ name }) => name).join(', ')}`;
    await step(log, waiting, () =>
      untilHealthy(plan.healthUrl, this.supervisors, plan.healthTimeoutMs, signal, plan.healthHeaders),
    );
    if (signal.aborted) return;
    for (const line of plan.banner) log(line);
    log(`Healthy after ${((Date.now() - began) / 1000).toFixed(1)} s.`);
    state.set({ status: 'healthy', banner: plan.banner });
  }

  /** Until the stop; a server of ours that dies meanwhile is started again. */
  async stay(): Promise<void> {
    while (!this.signal.aborted) {
      await sleep(500, undefined, { signal: this.signal }).catch(() => undefined);
      if (this.signal.aborted || !this.infrastructure) return;
      const healed = await this.infrastructure.heal(this.log);
      if (healed) this.state.note('infrastructure', this.infrastructure.pids());
      this.state.catchUp();
    }
  }

  async stop(): Promise<void> {
    if (this.supervisors.length > 0) {
      await step(this.log, 'stopping the services', async () => {
        // Services drain side by side; the stand-ins that they talk to meanwhile go last.
        for (const isStandIn of [false, true]) {
          const group = this.supervisors.filter(({ part }) => (part.isStandIn ?? false) === isStandIn);
          await Promise.all(group.map((supervisor) => supervisor.stop()));
        }
      });
    }
    const { infrastructure } = this;
    if (infrastructure) await step(this.log, 'stopping the servers', () => infrastructure.stop());
  }

  private async runTask(task: Task, logs: string): Promise<void> {
    const logFile = join(logs, `${task.name.replaceAll(/\W+/g, '-')}.log`);
    rmSync(logFile, { force: true });
    const running = await OwnedProcess.start({ ...task, cwd: this.plan.root, logFile });
    const cancel = (): void => running.kill('SIGTERM');
    this.signal.addEventListener('abort', cancel);
    const { code } = await running.exited;
    this.signal.removeEventListener('abort', cancel);
    if (code !== 0 && !this.signal.aborted) throw new StartFailure(task.name, 'failed', running.lastLines());
  }
}

function report(error: unknown, log: Log): void {
  if (!(error instanceof StartFailure)) {
    log(`Could not start: ${error instanceof Error ? error.message : String(error)}`);
    return;
  }
  log(`Could not start: ${error.message}`);
  if (error.lastLines.length > 0) log(`Last lines of ${error.part}:`);
  for (const line of error.lastLines) log(`  ${line}`);
}
