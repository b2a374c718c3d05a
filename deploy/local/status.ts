import type { ServiceHealth } from '../../libs/platform/src/system-health.js';
import { type HealthAnswer, statusLines } from './away.js';
import { printLine } from './console.js';
import { healthHeaders, localRun, main } from './local-run.js';
import { currentRun, type RunInfo } from './run-state.js';

/** `make status`: whether it runs, and how each part is. Exit code 0 only when all is healthy. */
await main(async () => {
  const { directory, env } = localRun();
  const run = currentRun(directory);
  if (!run) {
    printLine('Split Second Contract does not run. Start it with: make up');
    return 1;
  }
  const answer = await ask(run, healthHeaders(env));
  for (const line of statusLines(run, answer, new Date())) printLine(line);
  return answer?.httpStatus === 200 && answer.services ? 0 : 1;
});

async function ask(
  { healthUrl }: RunInfo,
  headers: Record<string, string>,
): Promise<HealthAnswer | undefined> {
  const response = await fetch(healthUrl, { headers, signal: AbortSignal.timeout(5_000) }).catch(
    () => undefined,
  );
  if (!response) return undefined;
  const body: unknown = await response.json().catch(() => null);
  const { services } = (body ?? {}) as { services?: ServiceHealth[] };
  return { httpStatus: response.status, ...(Array.isArray(services) ? { services } : {}) };
}
