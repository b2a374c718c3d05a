import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { PATIENCE } from '../../testing/src/eventually.js';

/** A name of letters that nobody else has: tests that share a broker keep apart by their names. */
export function uniqueName(): string {
  return `t${[...randomBytes(10)].map((byte) => String.fromCharCode(97 + (byte % 26))).join('')}`;
}

/** The environment of a service in a test. */
const UNLIMITED_MAILS = {
  STRANGERS_PER_ACCOUNT: '1000000',
  STRANGERS_PER_ADDRESS: '1000000',
  MAILS_PER_STRANGER: '1000000',
};

export function testEnv(values: Record<string, string>): Record<string, string> {
  return {
    PORT: '0',
    PROFILE: 'test',
    LOG_LEVEL: 'silent',
    // A busy machine is not a sick database.
    DATABASE_WAIT_MS: '20000',
    SERVICE_TOKEN_SECRET: 'a-secret-of-at-least-thirty-two-characters',
    AMQP_URL: 'amqp://127.0.0.1:1',
    REDIS_URL: 'redis://127.0.0.1:1',
    ...UNLIMITED_MAILS,
    ...values,
  };
}

/**
 * Waits until `check` answers true.
 * @param timeoutMs within which it does on a machine with nothing else to do; four times as long is waited
 * @throws Error saying `what` did not happen in time
 */
export async function until(
  what: string,
  check: () => boolean | Promise<boolean>,
  timeoutMs = 30_000,
): Promise<void> {
  const deadline = Date.now() + PATIENCE * timeoutMs;
  while (!(await check())) {
    if (Date.now() > deadline) throw new Error(`${what}: not within ${PATIENCE * timeoutMs} ms`);
    await sleep(10);
  }
}

/** The value below which a share (0 to 1) of the numbers lies. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}
