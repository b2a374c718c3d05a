import { randomBytes } from 'node:crypto';
import { chmodSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePorts } from './ports.js';
import { startRabbitmq } from './rabbitmq.js';

/** Where whoever shares the broker is told of it. */
const VARIABLE = 'TEST_SHARED_BROKER';

export interface SharedBroker {
  /** For the processes that share it. */
  env: Record<string, string>;
  stop(): Promise<void>;
}

/**
 * One RabbitMQ for many specs, each on a virtual host of its own that nobody else sees: a broker takes seconds of
 * processor time to start, a virtual host next to none.
 *
 * @param virtualHosts how many specs can share it; those after them start their own broker
 */
export async function startSharedBroker(virtualHosts: number): Promise<SharedBroker> {
  const dir = mkdtempSync(join(tmpdir(), 'ssc-broker-'));
  chmodSync(dir, 0o711);
  const claims = join(dir, 'claims');
  mkdirSync(claims);
  const names = Array.from({ length: virtualHosts }, (_, index) => `spec-${index}`);
  const [port = 0, distPort = 0, epmdPort = 0] = await freePorts(3);
  const password = randomBytes(12).toString('hex');
  const remove = (): void => rmSync(dir, { recursive: true, force: true, maxRetries: 5 });
  try {
    const broker = await startRabbitmq({
      ...{ dir: join(dir, 'rabbitmq'), port, distPort, epmdPort, password },
      virtualHosts: names,
    });
    return {
      env: { [VARIABLE]: JSON.stringify({ url: broker.url, claims, names }) },
      stop: async () => {
        await broker.stop();
        remove();
      },
    };
  } catch (error) {
    remove();
    throw error;
  }
}

/** The address of a virtual host that nobody else has or will have; undefined without a shared broker. */
export function claimVirtualHost(env: NodeJS.ProcessEnv): string | undefined {
  const told = env[VARIABLE];
  if (told === undefined) return undefined;
  const { url, claims, names } = JSON.parse(told) as { url: string; claims: string; names: string[] };
  const free = names.find((name) => {
    try {
      // Only one of two processes can make a directory.
      mkdirSync(join(claims, name));
      return true;
    } catch {
      return false;
    }
  });
  return free === undefined ? undefined : `${url}/${free}`;
}
