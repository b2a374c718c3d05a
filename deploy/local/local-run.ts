import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { ServiceTokens } from '#platform';
import { printProgress } from '../backup/output.js';
import { awayLines } from './away.js';
import { type Environment, localEnvironment, usesMailbox, usesStripeStandIn } from './environment.js';
import { startServers } from './infrastructure.js';
import type { Plan } from './orchestrator.js';
import { localParts, localTasks, makeFolders } from './parts.js';
import { chooseProvider, type Provider } from './provider.js';
import { currentRun } from './run-state.js';
import { readSecrets } from './secrets.js';
import {
  type Ports,
  type PortVariable,
  portUses,
  portVariables,
  readPorts,
  serverPorts,
} from './settings.js';
import { installMissing } from './system-packages.js';

/** Where everything of this checkout's local run is, and what its services read. */
export interface LocalRun {
  root: string;
  directory: string;
  ports: Ports;
  env: Environment;
}

/** Demo people of the local profile, made by the auth service's seed. */
const demoLogins = ['demo-a@example.test / demo-party-a'];

/**
 * Reads settings and secrets; the commands are run from the checkout.
 * @throws Error naming settings that make no sense
 */
export function localRun(root = process.cwd()): LocalRun & { secrets: ReturnType<typeof readSecrets> } {
  const { directory, ports } = readSettings(root);
  const secrets = readSecrets(join(directory, 'secrets.json'));
  const env = localEnvironment({ root, directory, ports, secrets, user: process.env });
  return { root, directory, ports, env, secrets };
}

/** Where a shell reaches the product of this checkout: the local run, or containers, which take the same ports. */
export function localAddresses(root = process.cwd()): { web: string; mailbox: string } {
  const { ports } = readSettings(root);
  return { web: `http://localhost:${ports.PORT}`, mailbox: `http://localhost:${ports.MAILBOX_PORT}` };
}

/**
 * The caller's own values, then the ports of the run that goes on, then what `.env` says; all of it is in the environment
 * afterwards, also for programs that are started. A run may have been given ports that stand nowhere else.
 */
function readSettings(root: string): { directory: string; ports: Ports } {
  const directory = resolve(root, '.local');
  for (const [variable, port] of Object.entries(currentRun(directory)?.ports ?? {})) {
    process.env[variable] ||= String(port);
  }
  if (existsSync(join(root, '.env'))) process.loadEnvFile(join(root, '.env'));
  return { directory, ports: readPorts(process.env) };
}

/** What `make verify` looks at: the local run, with its mailbox where mails do not go to people. */
export function verifyEnvironment(): Environment {
  const { env, ports } = localRun();
  return usesMailbox(process.env)
    ? { VERIFY_MAILBOX_URL: `http://127.0.0.1:${ports.MAILBOX_PORT}`, ...env }
    : env;
}

/** The plan of `make up`; of a restore that takes the place of the data, which may then be lost or damaged. */
export async function localPlan({ isReplacing = false } = {}): Promise<Plan> {
  const { root, directory, ports, env, secrets } = localRun();
  const choice = await chooseProvider({ root, directory }, process.env, { isReplacing });
  const { provider } = choice;
  const input = { root, directory, ports, env, user: process.env };
  const infrastructure = { root, directory, ports, secrets, isReplacing };
  return {
    root,
    directory,
    ports: portUses(ports, usedPorts(provider)),
    allPorts: ports,
    prepare: async (log) => {
      await installMissing(provider === 'native' ? ['servers', 'speech'] : ['speech'], log);
      makeFolders(input);
    },
    infrastructure: (log, signal) => startServers(choice, infrastructure, log, signal),
    tasks: localTasks(input),
    parts: localParts(input),
    healthUrl: healthUrl(env),
    healthHeaders: () => healthHeaders(env),
    healthTimeoutMs: Number(process.env.HEALTH_TIMEOUT_SECONDS || 120) * 1000,
    outside: outsideOf(env),
    awayLines: (services) => awayLines(services, new Date()),
    banner: banner(ports, env),
  };
}

/** Where the whole system says how it is. */
export function healthUrl(env: Environment): string {
  const host = env.HOST === '0.0.0.0' || env.HOST === '::' ? '127.0.0.1' : env.HOST;
  return `http://${host}:${env.PORT}/api/health`;
}

/** What makes it say how each part is. */
export function healthHeaders(env: Environment): Record<string, string> {
  const { VERIFY_SERVICE_TOKEN_SECRET: secret = '', SERVICE_TOKEN_PUBLIC_KEYS: publicKeys } = env;
  const tokens = new ServiceTokens({ name: 'verify', secret, publicKeys });
  const itself = { kind: 'service', id: 0, sessionId: null, name: 'verify' } as const;
  return { 'x-service-token': tokens.issue(itself, 'gateway') };
}

/** Containers hold their ports while they are stopped and started by Docker, so those are Docker's to check. */
function usedPorts(provider: Provider): PortVariable[] {
  const servers: readonly PortVariable[] = serverPorts;
  const stripe = usesStripeStandIn(process.env);
  const mailbox = usesMailbox(process.env);
  return portVariables().filter((name) => {
    if (servers.includes(name)) return provider === 'native';
    if (name === 'STRIPE_STAND_IN_PORT') return stripe;
    return name === 'MAILBOX_PORT' || name === 'SMTP_PORT' ? mailbox : true;
  });
}

/** What health has a probe for, and somebody else runs. */
function outsideOf(env: Environment): string[] {
  return [...(usesMailbox(process.env) ? [] : ['smtp']), ...(env.STORAGE_DRIVER === 's3' ? ['storage'] : [])];
}

function banner(ports: Ports, env: Environment): string[] {
  const { PUBLIC_URL: web } = env;
  return [
    '',
    `  Web app        ${web}`,
    `  API docs       ${web}/api/docs`,
    `  Health         ${web}/api/health`,
    ...(usesMailbox(process.env) ? [`  Mailbox        http://localhost:${ports.MAILBOX_PORT}`] : []),
    ...(usesStripeStandIn(process.env)
      ? [`  Stripe         http://localhost:${ports.STRIPE_STAND_IN_PORT} (stand-in)`]
      : []),
    `  Speech         ${speechOf(env)}`,
    '  Logs           .local/logs/',
    '',
    ...demoLogins.map((login) => `  Demo login     ${login}`),
    `  Admin login    ${env.ADMIN_EMAIL} / ${process.env.ADMIN_PASSWORD ? '(your ADMIN_PASSWORD)' : env.ADMIN_PASSWORD}`,
    '',
  ];
}

/** Which engine hears, and what is fetched for it. */
function speechOf({ OPENAI_API_KEY, SPEECH_ENGINE, MODELS, MODELS_DIR }: Environment): string {
  if (SPEECH_ENGINE === 'openai' || (!SPEECH_ENGINE && OPENAI_API_KEY)) return 'OpenAI';
  if (SPEECH_ENGINE === 'pocketsphinx') return 'PocketSphinx (offline, draft quality)';
  const sizes = { auto: '640 MB', english: '152 MB' };
  const size = sizes[MODELS as keyof typeof sizes];
  return size
    ? `on this machine; ${size} of models are fetched in the background into ${MODELS_DIR} (MODELS=off keeps them away, \`make status\` says how far they are), PocketSphinx until then`
    : 'on this machine, with the models that are there, else PocketSphinx (MODELS=auto fetches them)';
}

/**
 * Runs a command's main function: a message instead of a stack for what the caller can mend, beside what the command prints
 * for whoever reads that on.
 */
export async function main(work: () => Promise<number>): Promise<void> {
  try {
    process.exitCode = await work();
  } catch (error) {
    printProgress(error instanceof Error ? error.message : String(error));
    process.exitCode = 1;
  }
}
