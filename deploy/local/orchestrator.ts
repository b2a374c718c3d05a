import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { ServiceHealth } from '../../libs/platform/src/system-health.js';
import { OwnedProcess, setLogAside } from '../../libs/testing/src/servers/process.js';
import { type Log, step } from './console.js';
import { type HealthPlan, untilHealthy } from './health.js';
import type { Infrastructure } from './infrastructure.js';
import { RunState } from './run-state.js';
import { checkPorts, type PortUse } from './settings.js';
import { StartFailure } from './start-failure.js';
import { type Part, Supervisor } from './supervisor.js';

/** A program that runs once, before the parts (migrations, seeds). */
export type Task = Omit<Part, 'port'> & {
  /** Exit status with which it is done and has said something that is to be read. */
  toldStatus?: number;
};

/** All that makes up a run. */
export interface Plan extends HealthPlan {
  /** The checkout; programs run from here. */
  root: string;
  /** Where state, logs and data are kept. */
  directory: string;
  /** That must be free at the start. */
  ports: PortUse[];
  /** Where everything listens, by the variable that moves it. */
  allPorts: Record<string, number>;
  /** Done first: installs what is missing, say. */
  prepare: (log: Log) => Promise<void>;
  /** Told of a stop that is asked for meanwhile. */
  infrastructure: (log: Log, signal: AbortSignal) => Promise<Infrastructure>;
  tasks: Task[];
  /** Started in this order. */
  parts: Part[];
  /** In words: what these services miss. */
  awayLines: (services: readonly ServiceHealth[]) => string[];
  /** Addresses and logins, printed when it runs. */
  banner: string[];
  /** Time that a part has to end in order, in milliseconds; default 15 s. */
  graceMs?: number;
}

/**
 * Starts everything, stays until `signal` says stop, and stops everything.
 * @returns the exit code: 0 after an orderly end or when a run goes on already, 1 when something could not be started or
 * another run is being stopped
 */
export async function runPlan(plan: Plan, log: Log, signal: AbortSignal): Promise<number> {
  const state = await RunState.acquire(plan.directory, plan);
  if (!(state instanceof RunState)) {
    for (const line of alreadyRuns(state)) log(line);
    return state.status === 'stopping' ? 1 : 0;
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
  const isUnderWay = info.status === 'starting' || info.status === 'stopping';
  const how = isUnderWay ? `is already ${info.status}` : 'already runs';
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
      setLogAside(logFile);
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
    const { services } = await step(log, waiting, () => untilHealthy(plan, this.supervisors, signal));
    if (signal.aborted) return;
    for (const line of plan.banner) log(line);
    const seconds = `after ${((Date.now() - began) / 1000).toFixed(1)} s`;
    log(
      services.length === 0
        ? `Healthy ${seconds}.`
        : `It runs ${seconds}, and something of others does not answer:`,
    );
    for (const line of services.length === 0 ? [] : plan.awayLines(services)) log(`  ${line}`);
    state.set({ status: 'running', banner: plan.banner });
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
    setLogAside(logFile);
    const running = await OwnedProcess.start({ ...task, cwd: this.plan.root, logFile });
    const cancel = (): void => running.kill('SIGTERM');
    this.signal.addEventListener('abort', cancel);
    const { code } = await running.exited;
    this.signal.removeEventListener('abort', cancel);
    if (code === 0 || this.signal.aborted) return;
    if (code !== task.toldStatus) throw new StartFailure(task.name, 'failed', running.lastLines());
    for (const line of running.lastLines()) this.log(`  ${line}`);
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
