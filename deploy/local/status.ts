import { awayLines, type HealthAnswer } from './away.js';
import { printLine } from './console.js';
import { healthHeaders, localRun, main } from './local-run.js';
import { modelLines } from './model-lines.js';
import { currentRun } from './run-state.js';

/** `make status`: whether it runs, and how each part is. Exit code 0 only when all is healthy. */
await main(async () => {
  const { directory, env } = localRun();
  const run = currentRun(directory);
  if (!run) {
    printLine('Split Second Contract does not run. Start it with: make up');
    return 1;
  }
  printLine(`Split Second Contract is ${run.status} since ${run.startedAt} (process ${run.pid}).`);
  for (const line of run.banner) printLine(line);
  const asked = { headers: healthHeaders(env), signal: AbortSignal.timeout(5_000) };
  const response = await fetch(run.healthUrl, asked).catch(() => undefined);
  if (!response) {
    printLine(`${run.healthUrl} does not answer.`);
    return 1;
  }
  const { services = [] } = (await response.json().catch(() => ({}))) as HealthAnswer;
  for (const { name, status } of services) printLine(`  ${name.padEnd(16)}${status}`);
  for (const line of awayLines(services, new Date())) printLine(line);
  for (const line of modelLines(services)) printLine(line);
  return response.ok ? 0 : 1;
});
