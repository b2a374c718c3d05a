import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type BaseConfig, type RunningService, type ServiceDefinition, startService } from '#platform';
import { MailTrap, type StripeStandIn, startStripe } from '#stand-ins';
import { type Servers, startServers } from '../servers/servers.js';
import { type DatabaseService, drain, queryService } from './drain.js';
import {
  STRIPE_WEBHOOK_SECRET,
  type SystemService,
  systemEnvironment,
  systemPorts,
  systemServices,
} from './environment.js';

/** A service and how its database is made; the gateway has none. */
export interface NetworkService {
  definition: ServiceDefinition<BaseConfig>;
  migrate?(databaseUrl: string): Promise<unknown>;
}

/** All services in this one process, on real servers: for tests that want to look inside or set a breakpoint. */
export interface Network {
  url: string;
  env: Record<string, string>;
  services: Record<SystemService, RunningService>;
  stripe: StripeStandIn;
  mails: MailTrap;
  /** Waits until nothing is under way. */
  drain(timeoutMs?: number): Promise<void>;
  query<Row extends object>(service: DatabaseService, sql: string, values?: unknown[]): Promise<Row[]>;
  close(): Promise<void>;
}

/** Starts the given services (the caller imports them: libraries know no service) and all that they need. */
export async function startNetwork(
  given: Record<SystemService, NetworkService>,
  overrides: Record<string, string> = {},
): Promise<Network> {
  const servers: Servers = await startServers({ ephemeral: true });
  const folder = await mkdtemp(join(tmpdir(), 'ssc-network-'));
  const ports = await systemPorts();
  const env = await systemEnvironment(servers, ports, folder, overrides);
  const mails = new MailTrap(ports.smtp);
  await mails.start();
  const webhook = `http://127.0.0.1:${ports.services.gateway}/api/webhooks/stripe`;
  const stripe = await startStripe({
    port: ports.stripe,
    webhooks: [{ url: webhook, secret: STRIPE_WEBHOOK_SECRET }],
  });
  const services: Partial<Record<SystemService, RunningService>> = {};
  const close = async (): Promise<void> => {
    await Promise.all(Object.values(services).map((service) => service.close()));
    await stripe.close();
    await mails.stop();
    await servers.stop();
    await rm(folder, { recursive: true, force: true });
  };
  try {
    for (const name of [...systemServices, 'gateway'] as const) {
      await given[name].migrate?.(env[`${name.toUpperCase()}_DATABASE_URL`] ?? '');
      services[name] = await startService(given[name].definition, env);
    }
  } catch (error) {
    await close();
    throw error;
  }
  return {
    url: `http://localhost:${ports.services.gateway}`,
    env,
    services: services as Record<SystemService, RunningService>,
    stripe,
    mails,
    drain: (timeoutMs = 60_000) => drain(env, stripe, timeoutMs),
    query: (service, sql, values) => queryService(env, service, sql, values),
    close,
  };
}
