import { isPortFree } from '../../libs/testing/src/servers/ports.js';

/** One port of the local run: what listens there, and the variable that moves it. */
export interface PortUse {
  name: string;
  variable: string;
  port: number;
}

const defaults = {
  PORT: { name: 'web app and API', port: 8080 },
  AUTH_PORT: { name: 'auth', port: 8081 },
  AGREEMENTS_PORT: { name: 'agreements', port: 8082 },
  PAYMENTS_PORT: { name: 'payments', port: 8083 },
  TRANSCRIPTION_PORT: { name: 'transcription', port: 8084 },
  NOTIFICATIONS_PORT: { name: 'notifications', port: 8085 },
  MAILBOX_PORT: { name: 'mailbox page', port: 1080 },
  SMTP_PORT: { name: 'mailbox SMTP', port: 1025 },
  STRIPE_STAND_IN_PORT: { name: 'Stripe stand-in', port: 12111 },
  POSTGRES_PORT: { name: 'PostgreSQL', port: 15432 },
  REDIS_PORT: { name: 'Redis', port: 16379 },
  RABBITMQ_PORT: { name: 'RabbitMQ', port: 15673 },
  RABBITMQ_DIST_PORT: { name: 'RabbitMQ (between nodes)', port: 25673 },
  RABBITMQ_EPMD_PORT: { name: 'RabbitMQ (name server)', port: 14369 },
} as const;

/** Where PostgreSQL, Redis and RabbitMQ listen when they are servers of this machine. */
export const serverPorts = [
  'POSTGRES_PORT',
  'REDIS_PORT',
  'RABBITMQ_PORT',
  'RABBITMQ_DIST_PORT',
  'RABBITMQ_EPMD_PORT',
] as const satisfies PortVariable[];

export type PortVariable = keyof typeof defaults;
export type Ports = Record<PortVariable, number>;

/**
 * The ports of this run: the environment's, else the usual ones.
 * @throws Error naming every value that is not a port number, and every port that is given twice.
 */
export function readPorts(env: NodeJS.ProcessEnv): Ports {
  const wrong: string[] = [];
  const holders = new Map<number, string>();
  const entries = portVariables().map((variable) => {
    const text = env[variable];
    const port = text ? Number(text) : defaults[variable].port;
    if (!Number.isInteger(port) || port < 1 || port > 65_535) {
      wrong.push(`${variable}=${text} is not a port number (1 to 65535)`);
    }
    const holder = holders.get(port);
    if (holder) wrong.push(`${variable} and ${holder} are both ${port}`);
    holders.set(port, variable);
    return [variable, port] as const;
  });
  if (wrong.length > 0) throw new Error(wrong.join('\n'));
  return Object.fromEntries(entries) as Ports;
}

/** What listens on each of these ports. */
export function portUses(ports: Ports, variables: readonly PortVariable[] = portVariables()): PortUse[] {
  return variables.map((variable) => ({ name: defaults[variable].name, variable, port: ports[variable] }));
}

/**
 * Looks whether all of these ports can be had.
 * @throws Error naming each that something listens on, and the variable that moves it
 */
export async function checkPorts(uses: PortUse[]): Promise<void> {
  const taken: string[] = [];
  for (const { name, variable, port } of uses) {
    if (!(await isPortFree(port))) {
      taken.push(`Port ${port} (${name}) is in use. Choose another one: make up ${variable}=${port + 1000}`);
    }
  }
  if (taken.length > 0) throw new Error(taken.join('\n'));
}

export function portVariables(): PortVariable[] {
  return Object.keys(defaults) as PortVariable[];
}
