import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { environmentOf, migrationVariables, type Program, pick, seedVariables } from '#platform';
import { serviceProcess } from '#testing';
import { serviceNames } from '../image/preparation.js';
import { type Environment, usesMailbox, usesStripeStandIn } from './environment.js';
import type { Task } from './orchestrator.js';
import type { Ports } from './settings.js';
import type { Part } from './supervisor.js';

const stripeStandInVariables = [
  ...['STRIPE_STAND_IN_PORT', 'STRIPE_STAND_IN_HOST', 'STRIPE_STAND_IN_STATE', 'STRIPE_STAND_IN_CLOCK_FILE'],
  ...['STRIPE_WEBHOOK_URL', 'STRIPE_WEBHOOK_SECRET', 'CLOCK_FILE'],
];

/** Exit status of the program that makes the logins, where the rest goes on without one of them. */
export const NOT_ALL_LOGINS = 3;

interface PartsInput {
  root: string;
  directory: string;
  ports: Ports;
  env: Environment;
  user: NodeJS.ProcessEnv;
}

/** What runs once before the services. */
export function localTasks({ root, env }: PartsInput): Task[] {
  return [
    {
      name: 'migrations',
      ...node(join(root, 'dist/deploy/local/migrate.js')),
      env: pick(env, [
        ...migrationVariables,
        ...serviceNames.map((name) => `${name.toUpperCase()}_DATABASE_URL`),
      ]),
    },
    {
      name: 'demo logins',
      ...node(join(root, 'dist/deploy/local/seed.js')),
      env: { ...environmentOf('auth', env), ...pick(env, seedVariables) },
      toldStatus: NOT_ALL_LOGINS,
    },
  ];
}

/** The stand-ins that are needed, then the six services. */
export function localParts(input: PartsInput): Part[] {
  const { root, ports, env, user } = input;
  const service = (name: Program, port: number): Part => {
    const start = serviceProcess(root, name);
    return {
      name,
      command: process.execPath,
      args: [...start.args],
      env: { ...environmentOf(name, env), ...start.env },
      port,
    };
  };
  return [
    ...(usesStripeStandIn(user) ? [stripeStandIn(input)] : []),
    ...(usesMailbox(user) ? [mailbox(input)] : []),
    ...serviceNames.map((name) =>
      service(name, ports[`${name.toUpperCase() as Uppercase<typeof name>}_PORT`]),
    ),
    service('gateway', ports.PORT),
  ];
}

/** Folders that the parts write to. */
export function makeFolders({ directory, env }: PartsInput): void {
  for (const folder of [env.STORAGE_DISK_ROOT, env.SPOOL_DIR, mailFolder(directory)]) {
    if (folder) mkdirSync(folder, { recursive: true });
  }
}

function stripeStandIn({ root, ports, env }: PartsInput): Part {
  return {
    name: 'stripe-stand-in',
    ...node(join(root, 'dist/stand-ins/stripe/stripe.main.js')),
    env: pick(env, stripeStandInVariables),
    port: ports.STRIPE_STAND_IN_PORT,
    isStandIn: true,
  };
}

function mailbox({ root, directory, ports, env }: PartsInput): Part {
  const options = ['--web', ports.MAILBOX_PORT, '--smtp', ports.SMTP_PORT, '--ip', '127.0.0.1'].map(String);
  const main = node(join(root, 'node_modules/maildev/bin/maildev'));
  return {
    name: 'mailbox',
    command: main.command,
    args: [...main.args, ...options, '--mail-directory', mailFolder(directory)],
    // Only its own settings: it would take some of ours (HOST, PORT) for its own.
    env: { PATH: env.PATH, HOME: env.HOME },
    port: ports.MAILBOX_PORT,
    isStandIn: true,
  };
}

/** Where the mailbox of the local run keeps what it got. */
export function mailFolder(directory: string): string {
  return join(directory, 'mail');
}

function node(script: string): { command: string; args: string[] } {
  return { command: process.execPath, args: ['--enable-source-maps', script] };
}
