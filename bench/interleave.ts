import autocannon from 'autocannon';
import type { PinnedProcess } from './pinned-process.js';

/** Something that answers GET requests. */
export interface Target {
  url: string;
  /** Asked before every slice, because tokens run out. */
  headers?: () => Record<string, string>;
  /** Whose processor time counts. */
  processes: readonly PinnedProcess[];
}

interface Slices {
  /** Requests per second, by round. */
  throughput: number[];
  /** Processor microseconds per request, by round. */
  cpu: number[];
}

const SLICE_SECONDS = 1.5;
const WARM_UP_SECONDS = 2;
const CONNECTIONS = 32;

/**
 * Loads two servers in turn, ours first in even rounds and second in odd ones.
 * @throws Error when their bodies differ, or with the first request that fails or answers something else.
 */
export async function interleave(
  ours: Target,
  control: Target,
  rounds: number,
): Promise<{ ours: Slices; control: Slices }> {
  const body = await bodyOf(control);
  const own = await bodyOf(ours);
  if (own !== body) throw new Error(`the answers differ:\n${own}\n${body}`);
  await slice(ours, body, WARM_UP_SECONDS);
  await slice(control, body, WARM_UP_SECONDS);
  const result = { ours: empty(), control: empty() };
  for (let round = 0; round < rounds; round += 1) {
    const order = round % 2 === 0 ? (['ours', 'control'] as const) : (['control', 'ours'] as const);
    for (const side of order) {
      const { throughput, cpu } = await slice(side === 'ours' ? ours : control, body, SLICE_SECONDS);
      result[side].throughput.push(throughput);
      result[side].cpu.push(cpu);
    }
  }
  return result;
}

async function bodyOf({ url, headers }: Target): Promise<string> {
  const answer = await fetch(url, { headers: headers?.() ?? {} });
  const text = await answer.text();
  if (answer.status !== 200) throw new Error(`${url} answered ${answer.status}: ${text}`);
  return text;
}

async function slice(target: Target, body: string, seconds: number) {
  const before = await cpuOf(target);
  const began = performance.now();
  const result = await autocannon({
    url: target.url,
    headers: target.headers?.() ?? {},
    connections: CONNECTIONS,
    duration: seconds,
    // Its limit is in seconds; a slice that hangs must not pass for a slow one.
    timeout: 5,
    expectBody: body,
  });
  const elapsed = (performance.now() - began) / 1000;
  const after = await cpuOf(target);
  const { errors, timeouts, non2xx, mismatches } = result;
  if (errors + timeouts + non2xx + mismatches > 0 || result['2xx'] === 0) {
    const what = JSON.stringify({ errors, timeouts, non2xx, mismatches, ok: result['2xx'] });
    throw new Error(`${target.url} did not answer as it should: ${what}`);
  }
  return { throughput: result['2xx'] / elapsed, cpu: (after - before) / result['2xx'] };
}

async function cpuOf({ processes }: Target): Promise<number> {
  const usages = await Promise.all(processes.map((process) => process.usage()));
  return usages.reduce((sum, usage) => sum + usage.cpuMicros, 0);
}

const empty = (): Slices => ({ throughput: [], cpu: [] });
