import { spawn } from 'node:child_process';
import { closeSync, mkdirSync, openSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { currentRun, readRun } from './run-state.js';

/**
 * Runs the same command in the background, shows its words, and returns when all is healthy or it has failed.
 * @param directory where the run keeps its state
 * @param args arguments for Node: the command to run
 * @returns 0 when healthy (or running already), 1 when it was stopped before that, the command's exit code otherwise
 */
export async function detach(
  directory: string,
  args: string[],
  write: (text: string) => void,
): Promise<number> {
  mkdirSync(join(directory, 'logs'), { recursive: true });
  const logFile = join(directory, 'logs', 'up.log');
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
    const isHealthy = code === undefined && run?.pid === child.pid && run?.status === 'healthy';
    show();
    // A start that is told to stop ends in order, with 0: only a run that is there was started.
    if (code === 0 && !currentRun(directory)) {
      write('It was stopped before it was healthy.\n');
      return 1;
    }
    if (code !== undefined) return code;
    if (isHealthy) {
      child.unref();
      return 0;
    }
  }
}
