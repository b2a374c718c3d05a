import { execFile } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { mkdirSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { connect } from 'amqplib';
import { findBinary, findRabbitmq, requireBinary } from './binaries.js';
import { type NativeOptions, type NativeServer, runNative } from './native-server.js';

/** The only user of the brokers that we start. */
export const rabbitmqUser = 'ssc';

export interface RabbitmqOptions extends NativeOptions {
  password: string;
  /** Port of Erlang's inter-node protocol. */
  distPort: number;
  /** Port of Erlang's name server, which is private to this broker. */
  epmdPort: number;
  /** Virtual hosts besides the usual one, each a broker of its own to whoever connects to it. */
  virtualHosts?: readonly string[];
}

export interface RabbitmqServer extends NativeServer {
  /** Runs an Erlang expression inside the running broker; answers what it prints. */
  evaluate(expression: string): Promise<string>;
}

/** Starts a private RabbitMQ with a name server (epmd) of its own; both listen on one address only. */
export async function startRabbitmq(options: RabbitmqOptions): Promise<RabbitmqServer> {
  const { dir, port, host = '127.0.0.1', password, epmdPort } = options;
  mkdirSync(dir, { recursive: true });
  writeSettings(options, host);
  const env = environment(options, host);
  const url = `amqp://${rabbitmqUser}:${encodeURIComponent(password)}@${host}:${port}`;
  const server = await runNative({
    url,
    port,
    timeoutMs: 120_000,
    companion: {
      port: epmdPort,
      name: 'RabbitMQ name server',
      command: requireBinary(findBinary('epmd'), 'epmd (Erlang)'),
      args: ['-port', String(epmdPort), '-address', host],
      env,
      cwd: dir,
      logFile: join(dir, 'epmd.log'),
    },
    process: {
      name: 'RabbitMQ',
      command: requireBinary(findRabbitmq(), 'rabbitmq-server'),
      env,
      cwd: dir,
      logFile: join(dir, 'rabbitmq.log'),
    },
    probe: () => probe(url),
    refusal: (error) =>
      String(error).includes('ACCESS_REFUSED') || String(error).includes('ACCESS-REFUSED')
        ? `The data in ${dataFolder(dir)} has been made with other secrets. Bring those back, or remove all data of this checkout and its secrets with: make clean (the key of its backups stays while some lie in backups/)`
        : undefined,
  });
  return Object.assign(server, { evaluate: (expression: string) => evaluate(options, expression) });
}

async function evaluate(options: RabbitmqOptions, expression: string): Promise<string> {
  const command = join(dirname(requireBinary(findRabbitmq(), 'rabbitmq-server')), 'rabbitmqctl');
  const env = environment(options, options.host ?? '127.0.0.1');
  const { stdout } = await promisify(execFile)(command, ['-q', 'eval', expression], { env });
  return stdout.trim();
}

/**
 * What the broker is called: its data is bound to its name, and lies in a folder of that name. So the name stays what
 * it was, and does not depend on the port, which may be another one each time (earlier names had it in them).
 */
export function nodeName(data: string): string {
  const names = listed(data).filter((name) => /^ssc(_\d+)?@localhost$/.test(name));
  const lastUse = (name: string): number =>
    Math.max(...['', ...listed(join(data, name))].map((file) => statSync(join(data, name, file)).mtimeMs));
  const [latest] = names.toSorted((a, b) => lastUse(b) - lastUse(a));
  return latest ?? 'ssc@localhost';
}

function listed(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

function dataFolder(dir: string): string {
  return join(dir, 'data');
}

function writeSettings({ dir, port, password, virtualHosts }: RabbitmqOptions, host: string): void {
  const lines = [
    `listeners.tcp.1 = ${host}:${port}`,
    `default_user = ${rabbitmqUser}`,
    `default_pass = ${password}`,
    'disk_free_limit.absolute = 64MB',
    // Quorum queues keep up to this in memory, as in deploy/rabbitmq/memory.conf; the usual 512 MiB are for servers.
    'raft.wal_max_size_bytes = 67108864',
    'log.console = true',
    'log.console.level = warning',
    'log.file = false',
  ];
  if (virtualHosts) {
    const file = join(dir, 'definitions.json');
    writeFileSync(file, JSON.stringify(definitions(password, ['/', ...virtualHosts])), { mode: 0o600 });
    lines.push(`load_definitions = ${file}`);
  }
  writeFileSync(join(dir, 'rabbitmq.conf'), `${lines.join('\n')}\n`, { mode: 0o600 });
  writeFileSync(join(dir, 'enabled_plugins'), '[].\n');
  // A pid file of a killed broker may name a process that is somebody else's now.
  rmSync(join(dir, 'rabbitmq.pid'), { force: true });
}

/** Who may do what where, in the form that the broker reads at its start. */
function definitions(password: string, virtualHosts: readonly string[]): object {
  const salt = randomBytes(4);
  const hash = createHash('sha256').update(salt).update(password).digest();
  const user = {
    name: rabbitmqUser,
    password_hash: Buffer.concat([salt, hash]).toString('base64'),
    hashing_algorithm: 'rabbit_password_hashing_sha256',
    tags: ['administrator'],
  };
  const everything = { user: rabbitmqUser, configure: '.*', write: '.*', read: '.*' };
  return {
    users: [user],
    vhosts: virtualHosts.map((name) => ({ name })),
    permissions: virtualHosts.map((vhost) => ({ ...everything, vhost })),
  };
}

function environment({ dir, distPort, epmdPort }: RabbitmqOptions, host: string): NodeJS.ProcessEnv {
  return {
    PATH: process.env.PATH,
    LANG: process.env.LANG ?? 'C.UTF-8',
    // Erlang keeps its cookie here.
    HOME: dir,
    ERL_EPMD_PORT: String(epmdPort),
    ERL_EPMD_ADDRESS: host,
    // Else Erlang starts a name server in the background, which nobody would stop.
    ERL_FLAGS: '-start_epmd false',
    // Makes the start script become the Erlang machine instead of waiting beside it, so that signals reach it.
    RUNNING_UNDER_SYSTEMD: '1',
    RABBITMQ_CONF_ENV_FILE: '/dev/null',
    RABBITMQ_NODENAME: nodeName(dataFolder(dir)),
    RABBITMQ_DIST_PORT: String(distPort),
    RABBITMQ_MNESIA_BASE: dataFolder(dir),
    RABBITMQ_LOG_BASE: join(dir, 'log'),
    RABBITMQ_PID_FILE: join(dir, 'rabbitmq.pid'),
    RABBITMQ_CONFIG_FILE: join(dir, 'rabbitmq.conf'),
    RABBITMQ_CONFIG_FILES: join(dir, 'conf.d'),
    RABBITMQ_ADVANCED_CONFIG_FILE: join(dir, 'advanced.config'),
    RABBITMQ_ENABLED_PLUGINS_FILE: join(dir, 'enabled_plugins'),
    RABBITMQ_SERVER_ADDITIONAL_ERL_ARGS: [
      `-kernel inet_dist_use_interface {${host.split('.').join(',')}}`,
      // How often each queue looks after itself and counts; at 5 s a thousand idle queues keep a tenth of a core busy.
      '-rabbit quorum_tick_interval 60000',
    ].join(' '),
  };
}

async function probe(url: string): Promise<void> {
  const connection = await connect(url, { timeout: 3_000 });
  connection.on('error', () => undefined);
  await connection.close();
}
