import { setTimeout as sleep } from 'node:timers/promises';
import { isAlive } from '../../libs/testing/src/servers/process-table.js';
import { type Log, step } from './console.js';
import { endProcesses, readRun, removeRun, signal } from './run-state.js';

/**
 * Ends the run of this directory, wherever it was started; nothing of it is left. Says so when there is none.
 * @throws Error naming what does not end
 */
export async function stopRun(directory: string, log: Log, timeoutMs = 60_000): Promise<void> {
  const run = readRun(directory);
  if (!run) {
    log('Split Second Contract does not run.');
    return;
  }
  await step(log, 'stopping', async () => {
    if (isAlive(run.pid, run.identity)) signal(run.pid, 'SIGTERM');
    const deadline = Date.now() + timeoutMs;
    while (isAlive(run.pid, run.identity) && Date.now() < deadline) await sleep(100);
    if (isAlive(run.pid, run.identity)) signal(run.pid, 'SIGKILL');
    const { pid, identity, processes } = run;
    // What a killed run left, or what it started since we looked.
    const later = readRun(directory);
    const started = later?.pid === pid && later.identity === identity ? later.processes : [];
    await endProcesses([{ name: 'make up', pid, identity }, ...processes, ...started]);
    removeRun(directory);
  });
}
