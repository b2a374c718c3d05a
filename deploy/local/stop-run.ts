import { setTimeout as sleep } from 'node:timers/promises';
import { signalGroup } from '../../libs/testing/src/servers/process.js';
import { isAlive } from '../../libs/testing/src/servers/process-table.js';
import { type Log, step } from './console.js';
import { endProcesses, readRun, removeRun } from './run-state.js';

/** Ends the run of this directory, wherever it was started; nothing of it is left. Says so when there is none. */
export async function stopRun(directory: string, log: Log, timeoutMs = 60_000): Promise<void> {
  const run = readRun(directory);
  if (!run) {
    log('Split Second Contract does not run.');
    return;
  }
  await step(log, 'stopping', async () => {
    if (isAlive(run.pid, run.identity)) process.kill(run.pid, 'SIGTERM');
    const deadline = Date.now() + timeoutMs;
    while (isAlive(run.pid, run.identity) && Date.now() < deadline) await sleep(100);
    if (isAlive(run.pid, run.identity)) signalGroup(run.pid, 'SIGKILL');
    // What a killed run left, or what it started since we looked.
    await endProcesses([...run.processes, ...(readRun(directory)?.processes ?? [])]);
    removeRun(directory);
  });
}
