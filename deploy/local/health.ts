import { setTimeout as sleep } from 'node:timers/promises';
import { isPortFree } from '../../libs/testing/src/servers/ports.js';
import { StartFailure } from './start-failure.js';
import type { Supervisor } from './supervisor.js';

/** Ends before the whole is healthy that count as broken, not as bad luck. */
const failuresAllowed = 1;

/**
 * Waits until the whole system says that it is healthy.
 * @throws StartFailure naming the part that keeps ending, or that is missing when the time is over
 */
export async function untilHealthy(
  url: string,
  supervisors: Supervisor[],
  timeoutMs: number,
  signal: AbortSignal,
  headers: () => Record<string, string> = () => ({}),
): Promise<void> {
  const deadline = Date.now() + timeoutMs;
  let answer = 'no answer';
  while (!signal.aborted) {
    const result = await ask(url, headers());
    if (result.healthy) return;
    answer = result.answer;
    const broken = supervisors.find((supervisor) => supervisor.failures > failuresAllowed);
    if (broken) throw new StartFailure(broken.part.name, 'ends as soon as it is started', broken.lastLines());
    if (Date.now() > deadline) throw await missing(supervisors, answer, timeoutMs);
    await sleep(250, undefined, { signal }).catch(() => undefined);
  }
}

async function ask(
  url: string,
  headers: Record<string, string>,
): Promise<{ healthy: boolean; answer: string }> {
  try {
    const response = await fetch(url, { headers, signal: AbortSignal.timeout(5_000) });
    return { healthy: response.status === 200, answer: `${response.status} ${await response.text()}` };
  } catch (error) {
    return { healthy: false, answer: error instanceof Error ? error.message : String(error) };
  }
}

async function missing(supervisors: Supervisor[], answer: string, timeoutMs: number): Promise<StartFailure> {
  const seconds = timeoutMs / 1000;
  for (const supervisor of supervisors) {
    if (await isPortFree(supervisor.part.port)) {
      const why = `does not listen on port ${supervisor.part.port} after ${seconds} s`;
      return new StartFailure(supervisor.part.name, why, supervisor.lastLines());
    }
  }
  const named = unhealthyService(answer);
  const culprit = supervisors.find(({ part }) => part.name === named) ?? supervisors.at(-1);
  const why = `is not healthy after ${seconds} s: ${answer.slice(0, 600)}`;
  return new StartFailure(culprit?.part.name ?? 'the system', why, culprit?.lastLines() ?? []);
}

/** The first row of the health answer that is not well. */
function unhealthyService(answer: string): string | undefined {
  try {
    const body = JSON.parse(answer.slice(answer.indexOf('{'))) as {
      services?: { name: string; status: string }[];
    };
    return body.services?.find(({ status }) => !['ok', 'up', 'healthy', 'ready'].includes(status))?.name;
  } catch {
    return undefined;
  }
}
