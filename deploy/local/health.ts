import { setTimeout as sleep } from 'node:timers/promises';
import type { ServiceHealth } from '../../libs/platform/src/system-health.js';
import { isPortFree } from '../../libs/testing/src/servers/ports.js';
import { StartFailure } from './start-failure.js';
import type { Supervisor } from './supervisor.js';

/** Where and for how long the whole system is asked how it is. */
export interface HealthPlan {
  healthUrl: string;
  /** With which it tells what is wrong, and not only that something is. */
  healthHeaders?: () => Record<string, string>;
  healthTimeoutMs: number;
  /** Dependencies that other people run: while nothing else is away, the rest serves. */
  outside: readonly string[];
}

/** Ends before the whole is healthy that count as broken, not as bad luck. */
const failuresAllowed = 1;
/** For so long nothing but an outside dependency must be away: services ask for some of them every ten seconds. */
const outsideAwayMs = 20_000;

/**
 * Waits until the whole system says that it is healthy, or that it lacks nothing but what others run.
 * @returns what the services say in the second case; none when it is healthy, or was told to stop
 * @throws StartFailure naming the part that keeps ending, or that is missing when the time is over
 */
export async function untilHealthy(
  plan: HealthPlan,
  supervisors: Supervisor[],
  signal: AbortSignal,
): Promise<{ services: ServiceHealth[] }> {
  const { healthUrl, healthHeaders = () => ({}), healthTimeoutMs: timeoutMs, outside } = plan;
  const deadline = Date.now() + timeoutMs;
  let answer = 'no answer';
  let outsideSince: number | undefined;
  while (!signal.aborted) {
    const result = await ask(healthUrl, healthHeaders());
    if (result.healthy) break;
    answer = result.answer;
    const services = servicesOf(answer);
    outsideSince = lacksOnly(outside, services) ? (outsideSince ?? Date.now()) : undefined;
    const isLong = outsideSince !== undefined && Date.now() - outsideSince > outsideAwayMs;
    const isOver = Date.now() > deadline;
    if (isLong || (isOver && outsideSince !== undefined)) {
      if (!(await notListening(supervisors))) return { services };
    }
    const broken = supervisors.find((supervisor) => supervisor.failures > failuresAllowed);
    if (broken) throw new StartFailure(broken.part.name, 'ends as soon as it is started', broken.lastLines());
    if (isOver) throw await missing(supervisors, answer, timeoutMs);
    await sleep(250, undefined, { signal }).catch(() => undefined);
  }
  return { services: [] };
}

/** Whether every service has said how it is, and nothing is down but these dependencies. */
function lacksOnly(dependencies: readonly string[], services: readonly ServiceHealth[]): boolean {
  const down = services.filter(({ status }) => status !== 'up');
  return (
    down.length > 0 &&
    down.every(({ checks }) => {
      const parts = checks.filter(({ status }) => status === 'down');
      return parts.length > 0 && parts.every(({ name }) => dependencies.includes(name));
    })
  );
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
  const silent = await notListening(supervisors);
  if (silent) {
    const why = `does not listen on port ${silent.part.port} after ${seconds} s`;
    return new StartFailure(silent.part.name, why, silent.lastLines());
  }
  const named = servicesOf(answer).find(({ status }) => status !== 'up')?.name;
  const culprit = supervisors.find(({ part }) => part.name === named) ?? supervisors.at(-1);
  const why = `is not healthy after ${seconds} s: ${answer.slice(0, 600)}`;
  return new StartFailure(culprit?.part.name ?? 'the system', why, culprit?.lastLines() ?? []);
}

/** The first of them on whose port nobody listens. */
async function notListening(supervisors: Supervisor[]): Promise<Supervisor | undefined> {
  for (const supervisor of supervisors) {
    if (await isPortFree(supervisor.part.port)) return supervisor;
  }
  return undefined;
}

/** What the answer says of each service; none where it says nothing of them. */
function servicesOf(answer: string): ServiceHealth[] {
  try {
    const body = JSON.parse(answer.slice(answer.indexOf('{'))) as { services?: ServiceHealth[] };
    return body.services ?? [];
  } catch {
    return [];
  }
}
