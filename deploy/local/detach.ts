import { spawn } from 'node:child_process';
import { closeSync, mkdirSync, openSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { setLogAside } from '../../libs/testing/src/servers/process.js';
import { alreadyRuns } from './orchestrator.js';
import { currentRun, type RunInfo, readRun } from './run-state.js';

const STOPPED = 'It was stopped before it was healthy.\n';

/**
 * Runs the same command in the background, shows its words, and returns when it runs or has failed. Where a start is under
 * way already, that one is waited for.
 * @param directory where the run keeps its state
 * @param args arguments for Node: the command to run
 * @returns 0 when it runs, 1 when it is stopped or was stopped before that, the command's exit code otherwise
 */
export async function detach(
  directory: string,
  args: string[],
  write: (text: string) => void,
): Promise<number> {
  const other = currentRun(directory);
  if (other) return untilStarted(other, directory, write);
  mkdirSync(join(directory, 'logs'), { recursive: true });
  const logFile = join(directory, 'logs', 'up.log');
  setLogAside(logFile);
  const log = openSync(logFile, 'w', 0o600);
  const child = spawn(process.execPath, args, {
    detached: true,
    stdio: ['ignore', log, log],
    env: { ...process.env, DETACH: '' },
  });
  closeSync(log);
  const ended = new Promise<number>((resolve) => {
    child.once('exit', (code) => resolve(code ?? 1));
    child.once('error', () => resolve(127));
  });
  // Whoever gives up waiting does not want half a start to go on alone.
  const cancel = (): void => {
    child.kill('SIGTERM');
  };
  process.on('SIGINT', cancel);
  process.on('SIGTERM', cancel);

  let shown = 0;
  const show = (): void => {
    const text = readFileSync(logFile);
    if (text.length > shown) write(text.subarray(shown).toString('utf8'));
    shown = text.length;
  };
  for (;;) {
    const code = await Promise.race([ended, sleep(200, undefined)]);
    const run = readRun(directory);
    const isRunning = code === undefined && run?.pid === child.pid && run?.status === 'running';
    show();
    // A start that is told to stop ends in order, with 0: only a run that is there was started.
    if (code === 0) {
      const faster = currentRun(directory);
      if (faster) return untilStarted(faster, directory, write);
      write(STOPPED);
      return 1;
    }
    if (code !== undefined) return code;
    if (isRunning) {
      child.unref();
      return 0;
    }
  }
}

/** Waits for what another process has begun to start. */
async function untilStarted(
  { pid, identity }: RunInfo,
  directory: string,
  write: (text: string) => void,
): Promise<number> {
  let told = '';
  for (;;) {
    const run = currentRun(directory);
    if (!run || run.pid !== pid || run.identity !== identity) {
      write(STOPPED);
      return 1;
    }
    if (run.status !== told) write(alreadyRuns(run).join('\n').concat('\n'));
    told = run.status;
    if (run.status !== 'starting') return run.status === 'stopping' ? 1 : 0;
    await sleep(200);
  }
}
