import { printLine } from './console.js';
import { detach } from './detach.js';
import { localPlan, localRun, main } from './local-run.js';
import { alreadyRuns, runPlan } from './orchestrator.js';
import { currentRun } from './run-state.js';
import { stopSignal } from './stop-signal.js';

/** `make up`: starts everything and stays; with DETACH=1 returns when it runs. */
await main(async () => {
  const { directory } = localRun();
  if (process.env.DETACH && process.env.DETACH !== '0') {
    const script = process.argv[1] ?? '';
    const code = await detach(directory, ['--enable-source-maps', script], (text) =>
      process.stdout.write(text),
    );
    if (code === 0) printLine('It runs in the background. Stop it with: make down');
    return code;
  }
  const running = currentRun(directory);
  if (running) {
    for (const line of alreadyRuns(running)) printLine(line);
    return running.status === 'stopping' ? 1 : 0;
  }
  const signal = stopSignal(printLine);
  return runPlan(await localPlan(), printLine, signal);
});
